import { expect, test } from 'vitest'
import { reportedRun } from '../../../trust/recordings/recordings.ts'
import { load } from './load.ts'

test('a threshold that was kept by less load than was asked for is not clear, and one that was exceeded not kept', () => {
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
