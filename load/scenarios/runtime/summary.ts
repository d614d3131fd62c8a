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

const ms = (value: number | undefined) => (value === undefined ? '–' : `${Math.round(value * 10) / 10} ms`)

/** The end of a run for a k6 user: what was sent, how long it took, and k6's thresholds. */
export function summaryText(name: string, { metrics }: Summary): string {
  const value = (metric: string, of: string) => metrics[metric]?.values[of]
  const requests = value('http_reqs', 'count') ?? 0
  const failed = Math.round((value('http_req_failed', 'rate') ?? 0) * requests)
  const dropped = value('dropped_iterations', 'count') ?? 0
  const time = (of: string) => ms(value('http_req_duration', of))
  const thresholds = Object.entries(metrics).flatMap(([metric, { thresholds: rows = {} }]) =>
    Object.entries(rows).map(([expression, { ok }]) => `  ${ok ? '✓' : '✗'} ${metric} ${expression}`),
  )
  return [
    `${name}: ${requests} requests, ${failed} failed (5xx or no whole answer), ${dropped} dropped`,
    `  http_req_duration med ${time('med')}, p(95) ${time('p(95)')}, p(99) ${time('p(99)')}, max ${time('max')}`,
    ...thresholds,
    '',
  ].join('\n')
}
