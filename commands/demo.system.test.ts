import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stderr, stdout } from 'node:process'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { Results } from '../evidence/results.ts'
import { badNight } from '../fixtures/faults/bad-night.ts'
import { faultNamed } from '../fixtures/faults/faults.ts'
import { dispatch } from './dispatch.ts'

const home = mkdtempSync(join(tmpdir(), 'platform-api-suite-demo-test-'))
afterAll(() => rmSync(home, { recursive: true }))
afterEach(() => vi.restoreAllMocks())

test('demo finds every planted fault of the contracts, writes the report to the told path, and exits with 0', async () => {
  let text = ''
  vi.spyOn(stdout, 'write').mockImplementation((part: unknown) => {
    text += String(part)
    return true
  })
  vi.spyOn(stderr, 'write').mockReturnValue(true)
  const out = join(home, 'run')
  // The settings of a team are not read, since they are for another service.
  const code = await dispatch(['demo', '--only', 'contracts', '--out', out], { DEV_API_KEY: '', BASE_URL: 'nowhere' })
  vi.restoreAllMocks()
  expect(code).toBe(0)
  expect(text).toContain('FAILED')
  expect(text).toContain(`Report: ${join(out, 'index.html')}`)
  const { findings } = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Results
  const broken = new Set(findings.filter(({ verdict }) => verdict === 'violation').map(({ operation }) => operation))
  const planted = badNight.flatMap((name) => faultNamed(name) ?? [])
  expect(planted).toHaveLength(badNight.length)
  for (const { name, check, operation } of planted) {
    const isSeen = check.startsWith('limits.') || name === 'payment-link-forgets-location' || broken.has(operation)
    expect(isSeen, name).toBe(true)
  }
})
