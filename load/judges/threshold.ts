import { counted } from '../../evidence/counted.ts'
import { inconclusive, type Judgement, notExercised, pass, violation } from '../../evidence/judgement.ts'
import type { ThresholdResult } from '../../evidence/load-results.ts'
import type { Group, LoadRecord, Measured } from '../record.ts'
import { everyProduct, type Metric } from '../thresholds.ts'

type Threshold = LoadRecord['thresholds'][number]

/** A threshold with what was measured for it. */
export interface JudgedThreshold {
  readonly judgement: Judgement
  readonly result: ThresholdResult
}

function measuredValue(metric: Metric, group: Group): number | null {
  if (group.requests === 0) return null
  return metric === 'failed' ? group.failed / group.requests : (group.latencyMs?.[metric] ?? null)
}

const readable = (metric: Metric, value: number) =>
  metric === 'failed' ? `${Math.round(value * 10_000) / 100} %` : `${Math.round(value * 10) / 10} ms`

/**
 * O19: thresholds come from the user's file alone. One without a sample is never kept: k6 itself would pass it; nor is the
 * time of answers that were all failures, or of less load than was asked for.
 */
export function judgeThreshold(threshold: Threshold, measured: Measured | null, isDelivered: boolean): JudgedThreshold {
  const { product, metric, limit } = threshold
  const group = (product === everyProduct ? measured?.all : measured?.products[product]) ?? null
  const value = group === null ? null : measuredValue(metric, group)
  const samples = group?.requests ?? 0
  const judgement = judge(threshold, group, value, isDelivered)
  return { judgement, result: { product, metric, limit, value, samples, ok: judgement.verdict === 'pass' } }
}

function judge(
  { product, metric, limit }: Threshold,
  group: Group | null,
  value: number | null,
  isDelivered: boolean,
): Judgement {
  const whom = product === everyProduct ? 'all requests' : product
  if (group === null || value === null) return notExercised('no-samples', {}, { product: whom })
  const detail = { expected: `${metric} ≤ ${readable(metric, limit)}`, observed: readable(metric, value) }
  const requests = counted(group.requests, 'request')
  const values = { metric, product: whom, value: readable(metric, value), requests }
  if (value > limit) return violation('exceeded', detail, values)
  if (metric !== 'failed' && group.answered === 0) return inconclusive('nothing-served', detail, { requests })
  return isDelivered ? pass('kept', detail, values) : inconclusive('kept-under-less', detail, values)
}
