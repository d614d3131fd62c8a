/** What k6 hands to `handleSummary`, as far as it is read here. */
export interface Summary {
  readonly state: { readonly testRunDurationMs: number }
  readonly metrics: Readonly<
    Record<
      string,
      {
        readonly values: Readonly<Record<string, number>>
        readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>
      }
    >
  >
}

/** k6 counts refusals apart where a threshold names them: this one is always kept, and not told. */
export const limitedCount = { 'http_reqs{status:429}': ['count>=0'] }
const [limitedMetric] = Object.keys(limitedCount) as [string]

/** The share of refusals, failures and missing answers among all so far, at which a breakpoint ends that nobody else watches. */
export const gaveWay = 'gave_way'

const ms = (value: number | undefined) => (value === undefined ? '–' : `${Math.round(value * 10) / 10} ms`)

/**
 * The end of a run for a k6 user: what was sent, how long it took, k6's thresholds, and where the service gave way.
 *
 * @param rateAt The rate that was planned so many milliseconds after the start.
 */
export function summaryText(name: string, { metrics, state }: Summary, rateAt: (atMs: number) => number): string {
  const value = (metric: string, of: string) => metrics[metric]?.values[of]
  const requests = value('http_reqs', 'count') ?? 0
  const failed = Math.round((value('http_req_failed', 'rate') ?? 0) * requests)
  const limited = value(limitedMetric, 'count') ?? 0
  const dropped = value('dropped_iterations', 'count') ?? 0
  const time = (of: string) => ms(value('http_req_duration', of))
  const judged = Object.entries(metrics).filter(([metric]) => metric !== limitedMetric)
  const thresholds = judged.flatMap(([metric, { thresholds: rows = {} }]) =>
    Object.entries(rows).map(([expression, { ok }]) => `  ${ok && requests > 0 ? '✓' : '✗'} ${metric} ${expression}`),
  )
  const held = Object.values(metrics[gaveWay]?.thresholds ?? {}).every(({ ok }) => ok)
  const rate = Math.round(10 * rateAt(state.testRunDurationMs)) / 10
  return [
    `${name}: ${requests} requests, ${limited} limited (429), ${failed} failed (5xx or no whole answer), ${dropped} dropped`,
    `  http_req_duration med ${time('med')}, p(95) ${time('p(95)')}, p(99) ${time('p(99)')}, max ${time('max')}`,
    ...thresholds,
    // All answers count, so those of lower rates put it off: the rate is an upper bound.
    ...(held ? [] : [`  it gave way before ${rate} requests a second: more than a tenth of all was refused or failed`]),
    '',
  ].join('\n')
}
