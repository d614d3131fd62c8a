import { expect, test } from 'vitest'
import { reportedRun } from '../../../trust/recordings/recordings.ts'
import { html } from '../view/markup.ts'
import { load } from './load.ts'

test('the highest planned rate is told, so that a breakpoint that was not found shows which rate was held', () => {
  const { results, exchanges } = reportedRun('broken')
  const [scenario] = results.load.scenarios
  if (scenario === undefined) throw new Error('the recording has a scenario')
  const held = { ...scenario, planned: { requests: 900, ratePerSecond: 30, durationMs: 60_000 }, k6Version: '2.2.0' }
  const told = { ...results, load: { ...results.load, scenarios: [held] } }
  const { text } = html`${load(told, { exchanges, past: [] })}`
  expect(text).toContain('k6 2.2.0, planned up to 30 requests a second')
})

test.for([
  ['pass', 200, '200 ms over 9 requests'],
  ['violation', 300, '300 ms over 9 requests'],
  ['inconclusive', 100, '100 ms over 9 requests'],
  ['inconclusive', 260, '260 ms over 9 requests'],
  ['not-exercised', null, 'nothing was measured'],
] as const)(
  'a threshold is told by its verdict, not as passed or exceeded where it is neither: %s of %s',
  ([verdict, value, measured]) => {
    const { results, exchanges } = reportedRun('broken')
    const [scenario] = results.load.scenarios
    if (scenario === undefined) throw new Error('the recording has a scenario')
    const row = { product: '*', metric: 'p95' as const, limit: 250, samples: 9, value, verdict, ok: verdict === 'pass' }
    const told = { ...results, load: { ...results.load, scenarios: [{ ...scenario, thresholds: [row] }] } }
    const { text } = html`${load(told, { exchanges, past: [] })}`
    expect(text).toMatch(new RegExp(`<li>.*${verdict}.* p95 of all requests at most 250 ms; ${measured}</li>`))
  },
)
