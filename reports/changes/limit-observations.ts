import type { LimitResult } from '../../evidence/load-results.ts'
import type { Observation } from '../../evidence/observation.ts'

/** Observations of each limit whose kind is known: the kind, the quota in requests and the window in milliseconds. */
export function limitObservations(
  limits: readonly Pick<LimitResult, 'operation' | 'algorithm' | 'quotaInterval' | 'windowIntervalMs'>[],
): readonly Observation[] {
  return limits.flatMap(({ operation, algorithm, quotaInterval, windowIntervalMs }) => {
    if (algorithm === 'inconclusive') return []
    const interval = (aspect: string, values: readonly [number, number] | null) =>
      values === null ? [] : [{ operation, subject: `limit: ${aspect}`, value: { from: values[0], to: values[1] } }]
    return [
      { operation, subject: 'limit: kind', value: algorithm },
      ...interval('requests', quotaInterval),
      ...interval('milliseconds', windowIntervalMs),
    ]
  })
}
