// @module-tag external
import { expect, test } from 'vitest'
import { listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { documentedCommands } from '../documents/commands.ts'
import { k6ForTests } from '../tools/k6-for-tests.ts'
import { asDevelopment, startSuite } from './child-run.ts'

test('several k6 processes share a scenario, and are judged together', { timeout: 120_000 }, async () => {
  const documented = documentedCommands().find(({ line }) => line.includes('--load-processes'))?.line ?? ''
  const [, ...words] = documented.replace('npx suite', 'suite').split(' ')
  const front = await listen(await createService())
  const { binary } = await k6ForTests()
  const settings = { ...asDevelopment({ ...front.deployment.settings, BASE_URL: front.url }), K6_BIN: binary }
  const run = [...words, '--rate', '12', '--duration', '6', '--out', 'OUT']
  const { code, output, results } = await startSuite(run, { settings, mostMs: 90_000 }).ended
  await front.close()
  expect(code, output).toBe(0)
  const [scenario] = results?.load.scenarios ?? []
  expect(scenario).toMatchObject({ name: 'average', processes: 4, failed: 0 })
  const { planned, sent = 0, dropped = 0 } = scenario ?? {}
  expect(Math.abs(sent + dropped - (planned?.requests ?? 0))).toBeLessThanOrEqual(4)
})
