import { counted } from '../../evidence/counted.ts'
import { type Judgement, notExercised, pass, violation } from '../../evidence/judgement.ts'
import type { ScenarioResult } from '../../evidence/results.ts'

/** One line of the user's thresholds file: the specification has none (O19). */
export interface Threshold {
  readonly product: string
  readonly percentile: 'p50' | 'p95' | 'p99'
  readonly maxMs: number
}

/** Reads a thresholds file: `{ "Livestream": { "p95": 300 } }`, milliseconds. @throws Error naming the wrong member. */
export function readThresholds(value: unknown): readonly Threshold[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('thresholds: an object is expected')
  return Object.entries(value).flatMap(([product, limits]) => {
    if (typeof limits !== 'object' || limits === null) throw new Error(`thresholds: ${product} is no object`)
    return Object.entries(limits as Record<string, unknown>).map(([name, maxMs]) => {
      if (name !== 'p50' && name !== 'p95' && name !== 'p99')
        throw new Error(`thresholds: ${product}.${name} is none of p50, p95, p99`)
      if (typeof maxMs !== 'number' || !(maxMs > 0))
        throw new Error(`thresholds: ${product}.${name} is no positive number`)
      return { product, percentile: name, maxMs }
    })
  })
}

/** A threshold without a sample is never kept: k6 itself would pass it. */
export function judgeThreshold(threshold: Threshold, latency: ScenarioResult['latency']): Judgement {
  const { product, percentile, maxMs } = threshold
  const row = latency.find((candidate) => candidate.product === product)
  if (row === undefined || row.count === 0) return notExercised('no-samples', {}, { product })
  const value = row[percentile]
  const detail = { expected: `${percentile} ≤ ${maxMs} ms`, observed: `${value} ms` }
  const values = { percentile, product, value, requests: counted(row.count, 'request') }
  return value <= maxMs ? pass('kept', detail, values) : violation('exceeded', detail, values)
}
