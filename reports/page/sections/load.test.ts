import { expect, test } from 'vitest'
import { reportedRun } from '../../../trust/recordings/recordings.ts'
import { load } from './load.ts'

test('the highest planned rate is told, so that a breakpoint that was not found shows which rate was held', () => {
  const { results, exchanges } = reportedRun('broken')
  const [scenario] = results.load.scenarios
  if (scenario === undefined) throw new Error('the recording has a scenario')
  const held = { ...scenario, planned: { requests: 900, ratePerSecond: 30, durationMs: 60_000 }, k6Version: '2.2.0' }
  const { text } = load({ ...results, load: { ...results.load, scenarios: [held] } }, { exchanges, past: [] })
  expect(text).toContain('k6 2.2.0, planned up to 30 requests a second')
})

test('a threshold kept under less load than planned is told as not clear, and an exceeded one as not kept', () => {
  const { results, exchanges } = reportedRun('broken')
  const [scenario] = results.load.scenarios
  if (scenario === undefined) throw new Error('the recording has a scenario')
  const row = { product: '*', metric: 'p95', limit: 250, samples: 9 }
  const thresholds = [
    { ...row, value: 200, ok: true },
    { ...row, value: 100, ok: false },
    { ...row, value: 300, ok: false },
    { ...row, value: null, ok: false },
  ]
  const told = { ...results, load: { ...results.load, scenarios: [{ ...scenario, thresholds }] } }
  const { text } = load(told, { exchanges, past: [] })
  expect([...text.matchAll(/<li>([^:]*): p95/g)].map(([, how]) => how)).toEqual([
    'Kept',
    'Not clear, since not all load was sent or served',
    'Not kept',
    'Not kept',
  ])
})
