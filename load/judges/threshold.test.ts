import { describe, expect, test } from 'vitest'
import { type FabricatedExchange, measuredOf, times } from '../../trust/fabricated/load.ts'
import type { Target } from '../targets.ts'
import type { Metric } from '../thresholds.ts'
import { judgeThreshold } from './threshold.ts'

const read = (product: string, path: string): Target => ({
  id: `GET ${path}`,
  product,
  method: 'GET',
  path,
  body: null,
})
const teams = read('Teams', '/api/team/general/all')
const ads = read('Ads', '/api/ads/bidding/all')

/** Judges a threshold of Teams by its answers; the scenario has five answers of Ads as well. */
function judged(metric: Metric, limit: number, rows: readonly FabricatedExchange[]) {
  const own = rows.map((row) => ({ operation: teams.id, ...row }))
  const measured = measuredOf('smoke', [teams, ads], [...times(5, { operation: ads.id }), ...own])
  const { judgement, result } = judgeThreshold({ scenario: 'smoke', product: 'Teams', metric, limit }, measured, true)
  return { ...result, told: `${judgement.verdict} ${judgement.cause}`, sent: measured.products['Teams']?.requests }
}

describe('answers that refuse the key do not count as times of the service (O19)', () => {
  test.for([
    ['slow refusals', 401, 900, 5, 'pass kept'],
    ['quick refusals, which hide nothing slow', 401, 1, 900, 'violation exceeded'],
    ['quick refusals of what the key may not read', 403, 1, 900, 'violation exceeded'],
  ] as const)('%s', ([, status, refusing, serving, told]) => {
    const rows = [...times(48, { duration: serving }), ...times(52, { status, duration: refusing })]
    expect(judged('p50', 100, rows)).toMatchObject({ told, value: serving, samples: 48, sent: 100 })
  })

  test.for([
    ['p95', 401, 900],
    ['p95', 403, 5],
    ['failed', 401, 5],
  ] as const)('%s is neither kept nor exceeded where all answers refuse the key', ([metric, status, duration]) => {
    expect(judged(metric, 0.5, times(4, { status, duration })).told).toBe('inconclusive nothing-served')
  })
})
