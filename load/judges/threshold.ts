import { counted } from '../../evidence/counted.ts'
import { inconclusive, type Judgement, notExercised, pass, violation } from '../../evidence/judgement.ts'
import type { Group, Latency, ThresholdResult } from '../../evidence/load-results.ts'
import type { Measured } from '../record.ts'
import { everyProduct, type Metric, type Threshold } from '../thresholds.ts'

type Groups = Pick<Measured, 'all' | 'products'>

function measuredValue(metric: Metric, group: Group): number | null {
  if (group.requests === 0) return null
  return metric === 'failed' ? group.failed / group.requests : (group.latencyMs?.[metric] ?? null)
}

const readable = (metric: Metric, value: number) =>
  metric === 'failed' ? `${Math.round(value * 10_000) / 100} %` : `${Math.round(value * 10) / 10} ms`

/**
 * What holds up requests on our machine holds up answers too. Which answers, is chance; and requests that were held up go out all at
 * once, which takes the service longer. So a time is compared with a higher percentile of the lateness of requests.
 */
const heldUpBy = { p50: 'p95', p95: 'p99', p99: 'max', max: 'max' } as const

/** A request may be held up twice: when it is sent, which `lateMs` tells, and when its answer is read. */
const timesHeldUp = 2

/**
 * O19: thresholds come from the user's file alone. A threshold without a sample is never kept, though k6 would pass it. Nor is one
 * kept by failures alone, or under less load than planned. Answers that refuse the key, or by a limit, have no time here. Where
 * requests began about as late as the threshold is exceeded, our own machine may have held up the answers.
 */
export function judgeThreshold(threshold: Threshold, measured: Measured | null, isDelivered: boolean) {
  const { product, metric, limit } = threshold
  const of = (groups: Groups | null) => (product === everyProduct ? groups?.all : groups?.products[product]) ?? null
  const [all, admitted] = [of(measured), of(measured?.admitted ?? measured)]
  // By definition, the share of failures is of all requests.
  const group = metric === 'failed' ? all : admitted
  const value = group === null ? null : measuredValue(metric, group)
  const samples = group?.requests ?? 0
  const judgement =
    all !== null && all.requests > 0 && admitted?.requests === 0
      ? inconclusive('nothing-served', {}, { requests: counted(all.requests, 'request') })
      : judge(threshold, group, value, { isDelivered, late: measured?.lateMs ?? null })
  const { verdict } = judgement
  const result: ThresholdResult = { product, metric, limit, value, samples, verdict, ok: verdict === 'pass' }
  return { judgement, result }
}

function judge(
  { product, metric, limit }: Threshold,
  group: Group | null,
  value: number | null,
  { isDelivered, late }: { readonly isDelivered: boolean; readonly late: Latency },
): Judgement {
  const whom = product === everyProduct ? 'all requests' : product
  if (group === null || value === null) return notExercised('no-samples', {}, { product: whom })
  const detail = { expected: `${metric} ≤ ${readable(metric, limit)}`, observed: readable(metric, value) }
  const requests = counted(group.requests, 'request')
  const values = { metric, product: whom, value: readable(metric, value), requests }
  const lateMs = metric === 'failed' ? 0 : (late?.[heldUpBy[metric]] ?? 0)
  if (value - timesHeldUp * lateMs > limit) return violation('exceeded', detail, values)
  if (value > limit) return inconclusive('held-up', detail, { ...values, late: readable(metric, lateMs) })
  if (metric !== 'failed' && group.answered === 0) return inconclusive('nothing-served', detail, { requests })
  return isDelivered ? pass('kept', detail, values) : inconclusive('kept-under-less', detail, values)
}
