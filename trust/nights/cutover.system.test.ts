import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Results } from '../../evidence/results.ts'
import type { Deployment } from '../../fixtures/deployment.ts'
import { type Front, listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { asDevelopment } from '../processes/child-run.ts'
import { ranSuite } from '../processes/warm-suite.ts'
import { changed, silentChanges } from './silent-changes.ts'

let production: Deployment
let fronts: readonly [Front, Front]
let home: string
beforeAll(async () => {
  production = await createService()
  // Two names of one machine would be one origin, so development has another address of the loopback range.
  fronts = [
    await listen({ ...production, handle: (request) => production.handle(request) }),
    await listen(await createService()),
  ]
  home = mkdtempSync(join(tmpdir(), 'platform-api-suite-cutover-'))
})
afterAll(async () => {
  for (const front of fronts) await front.close()
  rmSync(home, { recursive: true, force: true })
})

/** A cutover of one product, as a release engineer runs it. Its folder is kept. */
async function cutover(name: string, words: readonly string[] = [], developmentUrl = fronts[1].url) {
  const { settings } = fronts[0].deployment
  const run = ['run', 'cutover', '--product', 'Events', '--out', join(home, name), ...words]
  const ended = await ranSuite(run, {
    ...settings,
    BASE_URL: fronts[0].url,
    ...asDevelopment({ ...settings, BASE_URL: developmentUrl }),
    HISTORY_FILE: join(home, 'history.ndjson'),
  })
  const file = join(home, name, 'results.json')
  if (!existsSync(file)) throw new Error(ended.output)
  const results = JSON.parse(readFileSync(file, 'utf8')) as Results
  return { ...ended, results, parity: results.findings.filter(({ check }) => check.startsWith('parity.')) }
}

const differing = async () =>
  changed(
    await createService(),
    silentChanges.filter(({ name }) => name === 'another success status'),
  )

test('a cutover asks development the same first, and tells how production differs', { timeout: 180_000 }, async () => {
  const alike = await cutover('alike')
  expect(alike.code, alike.output).toBe(0)
  expect(alike.parity).toEqual([])
  expect(alike.output).toContain('No difference between development and production in what both were asked.')
  expect(existsSync(join(home, 'alike', 'parity', 'exchanges.ndjson'))).toBe(true)
  // The safe policy holds on both sides: only reads carry the key.
  const key = fronts[1].deployment.settings['API_KEY'] ?? ''
  const keyed = fronts[1].record.filter(({ headers }) => headers.some(([, value]) => value === key))
  expect(keyed.length).toBeGreaterThan(0)
  expect(new Set(keyed.map(({ method }) => method))).toEqual(new Set(['GET']))

  production = await differing()
  const different = await cutover('different')
  expect(different.code, different.output).toBe(0)
  expect(new Set(different.parity.map(({ operation }) => operation))).toEqual(new Set(['GET /api/events/general/all']))
  const bytes = readFileSync(join(home, 'different', 'results.json'), 'utf8')
  expect((await ranSuite(['rejudge', join(home, 'different')], {})).code).toBe(0)
  expect(readFileSync(join(home, 'different', 'results.json'), 'utf8')).toBe(bytes)
  rmSync(join(home, 'different', 'parity'), { recursive: true })
  expect((await ranSuite(['rejudge', join(home, 'different')], {})).output).toContain('is no longer in parity/')
  expect((await cutover('red', ['--fail-on', 'parity'])).code).toBe(1)
  expect((await cutover('without', ['--no-parity'])).parity).toEqual([])

  const alone = await cutover('alone', [], 'http://127.0.0.1:9')
  expect(alone.code, alone.output).toBe(0)
  expect(alone.parity.map(({ check, verdict }) => [check, verdict])).toEqual([['parity.run', 'inconclusive']])
  expect(alone.output).toContain('Nothing can be compared with development: Nothing answers at http://127.0.0.1:9')
  expect(alone.parity[0]?.message).toMatch(
    /the run of development \(\S+\) is not to be trusted, exit 2: Nothing answers at/,
  )
  expect((await cutover('alone-red', ['--fail-on', 'parity'], 'http://127.0.0.1:9')).code).toBe(1)
})

test('the merged shards of a cutover tell the differences of the run in one piece', { timeout: 180_000 }, async () => {
  production = await differing()
  const red = ['--seed', '7', '--fail-on', 'parity']
  const whole = await cutover('one-piece', red)
  const parts = ['1', '2'].map((index) => join(home, `part-${index}`))
  for (const index of ['1', '2']) await cutover(`part-${index}`, [...red, '--shard', `${index}/2`])
  const merge = async (name: string, ...others: readonly string[]) => ({
    ...(await ranSuite(['merge', ...others, '--out', join(home, name)], { HISTORY_FILE: join(home, 'merged.ndjson') })),
    file: join(home, name, 'results.json'),
  })
  const merged = await merge('merged', ...parts)
  expect(merged.code, merged.output).toBe(1)
  const bytes = readFileSync(merged.file, 'utf8')
  const told = (JSON.parse(bytes) as Results).findings.filter(({ check }) => check.startsWith('parity.'))
  expect(told.map(({ id }) => id)).toEqual(whole.parity.map(({ id }) => id))
  expect((await ranSuite(['rejudge', join(home, 'merged')], {})).code).toBe(1)
  expect(readFileSync(merged.file, 'utf8')).toBe(bytes)

  rmSync(join(home, 'part-2', 'parity'), { recursive: true })
  const halved = await merge('halved', ...parts)
  expect([halved.code, halved.output]).toEqual([
    2,
    expect.stringContaining('part-2 is cut: parity/results.json is not there'),
  ])
})
