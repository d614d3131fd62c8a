import type { LimitResult } from '../../evidence/load-results.ts'
import { type Observation, untoldKind } from '../../evidence/observation.ts'

type Limit = Pick<LimitResult, 'operation' | 'algorithm' | 'quotaInterval' | 'windowIntervalMs' | 'retryAfter'>

/** Observations of each limit: the kind, the quota in requests and the window in milliseconds; that it is there, where no kind is told. */
export function limitObservations(limits: readonly Limit[]): readonly Observation[] {
  return limits.flatMap(({ operation, algorithm, quotaInterval, windowIntervalMs, retryAfter }): Observation[] => {
    if (algorithm === 'inconclusive') {
      const isMet = retryAfter.form !== null
      return isMet ? [{ operation, subject: 'limit: kind', value: untoldKind, partial: true }] : []
    }
    const interval = (aspect: string, values: readonly [number, number] | null) =>
      values === null ? [] : [{ operation, subject: `limit: ${aspect}`, value: { from: values[0], to: values[1] } }]
    return [
      { operation, subject: 'limit: kind', value: algorithm },
      ...interval('requests', quotaInterval),
      ...interval('milliseconds', windowIntervalMs),
    ]
  })
}
