import type { LimitResult } from '../../evidence/load-results.ts'
import { type Observation, untoldKind } from '../../evidence/observation.ts'

type Limit = Pick<
  LimitResult,
  'operation' | 'algorithm' | 'quotaInterval' | 'windowIntervalMs' | 'refillInterval' | 'retryAfter'
>

/** Observations of each limit: its kind, quota, window and refill; that it is there, where no kind is told. */
export function limitObservations(limits: readonly Limit[]): readonly Observation[] {
  return limits.flatMap((limit): Observation[] => {
    const { operation, algorithm, retryAfter } = limit
    if (algorithm === 'inconclusive') {
      const isMet = retryAfter.form !== null
      return isMet ? [{ operation, subject: 'limit: kind', value: untoldKind, partial: true }] : []
    }
    const interval = (subject: string, values: readonly [number, number] | null) =>
      values === null ? [] : [{ operation, subject, value: { from: values[0], to: values[1] } }]
    return [
      { operation, subject: 'limit: kind', value: algorithm },
      ...interval('limit: requests', limit.quotaInterval),
      ...interval('limit: milliseconds', limit.windowIntervalMs),
      // A question of its own: baselines of older suites do not have it.
      ...interval('limit refill: a second', limit.refillInterval),
    ]
  })
}
