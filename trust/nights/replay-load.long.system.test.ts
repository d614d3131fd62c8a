import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Results } from '../../evidence/results.ts'
import type { Deployment } from '../../fixtures/deployment.ts'
import { keyHeader } from '../../fixtures/errors.ts'
import { faultNamed } from '../../fixtures/faults/faults.ts'
import { listen } from '../../fixtures/front/front.ts'
import { headerValue } from '../../fixtures/headers.ts'
import { createService } from '../../fixtures/service/service.ts'
import { asDevelopment, startSuite } from '../processes/child-run.ts'
import { k6ForTests } from '../tools/k6-for-tests.ts'

const home = mkdtempSync(join(tmpdir(), 'platform-api-suite-replay-load-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('a limit without its code is asked again by k6, with the key of that limit', { timeout: 400_000 }, async () => {
  const service = () => createService({ limit: 'fixed-window:5/1s' })
  let standing = faultNamed('limit-without-code')?.plant(await service()) as Deployment
  const front = await listen({ ...standing, handle: (request) => standing.handle(request) })
  const settings = {
    ...asDevelopment({ ...standing.settings, BASE_URL: front.url }),
    HISTORY_FILE: join(home, 'history.ndjson'),
    K6_BIN: (await k6ForTests()).binary,
  }
  const suite = (...words: readonly string[]) => startSuite(words, { settings, mostMs: 180_000 }).ended
  try {
    const out = join(home, 'run')
    const ran = await suite('run', 'nightly', '--only', 'load', '--scenario', 'limits', '--out', out)
    expect(ran.code, ran.output).toBe(1)
    const { findings } = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Results
    const finding = findings.find(({ check, verdict }) => check === 'limits.code' && verdict === 'violation')
    expect(finding?.reproduce).toContain('$LOAD_API_KEY')

    const before = front.record.length
    const still = await suite('replay', finding?.id ?? '', out)
    expect([still.code, still.output]).toEqual([1, expect.stringContaining('STILL THERE')])
    const again = front.record
      .slice(before)
      .filter(({ headers }) => /k6\//.test(headerValue(headers, 'User-Agent') ?? ''))
    expect(again.length).toBeGreaterThan(5)
    expect(again.map(({ headers }) => headerValue(headers, keyHeader))).toContain(standing.settings['LOAD_API_KEY'])

    standing = await service()
    const gone = await suite('replay', finding?.id ?? '', out)
    expect([gone.code, gone.output]).toEqual([0, expect.stringContaining('PASSES NOW')])
  } finally {
    await front.close()
  }
})
