/** What k6 hands to `handleSummary`, as far as it is read here. */
export interface Summary {
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

const ms = (value: number | undefined) => (value === undefined ? '–' : `${Math.round(value * 10) / 10} ms`)

/** The end of a run for a k6 user: what was sent, how long it took, and k6's thresholds. */
export function summaryText(name: string, { metrics }: Summary): string {
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
  return [
    `${name}: ${requests} requests, ${limited} limited (429), ${failed} failed (5xx or no whole answer), ${dropped} dropped`,
    `  http_req_duration med ${time('med')}, p(95) ${time('p(95)')}, p(99) ${time('p(99)')}, max ${time('max')}`,
    ...thresholds,
    '',
  ].join('\n')
}
