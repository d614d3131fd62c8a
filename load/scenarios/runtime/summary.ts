/** What k6 hands to `handleSummary`, as far as the scripts read it. */
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

/** Statuses with a count of their own: a limit (429), a refused key (401, 403), a wrong base address (404). */
const toldApart = [429, 401, 403, 404]
const metricOf = (status: number) => `http_reqs{status:${status}}`

/** k6 counts a status apart only where a threshold names it. These thresholds are always kept, and the summary leaves them out. */
export const countedApart = Object.fromEntries(toldApart.map((status) => [metricOf(status), ['count>=0']]))

/**
 * Metrics where nobody else watches, each a share of the answers: `gave_way` is refused by a limit, failed or missing, and ends a breakpoint;
 * `served` and `key_refused` (401) tell a run that was load on nothing, which k6 would call a success.
 */
export type CountedShare = 'gave_way' | 'served' | 'key_refused'
export const gaveWay = 'gave_way' satisfies CountedShare

/** What k6 dropped of the scenario. Where the user's own `--vus` took its place, k6 counts what was not begun under another name. */
export const droppedOf = (name: string): string => `dropped_iterations{scenario:${name}}`

const noLoad = ': this is no load on the service, see API_KEY'

const ms = (value: number | undefined) => (value === undefined ? '–' : `${Math.round(value * 10) / 10} ms`)

/**
 * The summary of a run for a k6 user: what was sent, how long it took, k6's thresholds, and where the service gave way. `rateAt`: the rate
 * that was planned at a moment, milliseconds from the start; null where the user's own `--vus` or `--stage` took the scenario's place.
 */
export function summaryText(
  name: string,
  { metrics, state }: Summary,
  rateAt: (atMs: number) => number | null,
): string {
  const value = (metric: string, of: string) => metrics[metric]?.values[of]
  const requests = value('http_reqs', 'count') ?? 0
  const failed = Math.round((value('http_req_failed', 'rate') ?? 0) * requests)
  const answered = (status: number) => value(metricOf(status), 'count') ?? 0
  const dropped = value('dropped_iterations', 'count') ?? 0
  const key = answered(401) + answered(403)
  // Refusals and missing answers have no time: k6 ticks a threshold of time where nothing else came.
  const served = requests - failed - answered(429) - key
  const measured = (metric: string) => (metric.startsWith('http_req_duration') ? served : requests)
  const time = (of: string) => ms(value('http_req_duration', of))
  const judged = Object.entries(metrics).filter(([metric]) => !(metric in countedApart))
  const thresholds = judged.flatMap(([metric, { thresholds: rows = {} }]) =>
    Object.entries(rows).map(
      ([expression, { ok }]) => `  ${ok && measured(metric) > 0 ? '✓' : '✗'} ${metric} ${expression}`,
    ),
  )
  const ends = [metrics[gaveWay], metrics[droppedOf(name)]]
  const held = ends.flatMap((metric) => Object.values(metric?.thresholds ?? {})).every(({ ok }) => ok)
  const rate = rateAt(state.testRunDurationMs)
  const before = rate === null ? '' : ` before ${Math.round(10 * rate) / 10} requests a second`
  return [
    `${name}: ${requests} requests, ${answered(429)} limited (429), ${failed} failed (5xx or no whole answer), ${dropped} dropped`,
    `  http_req_duration med ${time('med')}, p(95) ${time('p(95)')}, p(99) ${time('p(99)')}, max ${time('max')}`,
    // These say nothing about the service under load, and k6 does not count them as failed.
    ...(key > 0 ? [`  ${key} refused the key (401, 403)${key > requests / 2 ? noLoad : ''}`] : []),
    ...(requests > 0 && answered(404) === requests ? ['  all were not found (404): is BASE_URL right?'] : []),
    ...thresholds,
    // The share is over all answers. Those at lower rates delay the end, so this rate is an upper bound.
    ...(held ? [] : [`  it gave way${before}: more than a tenth of all was refused, failed or dropped`]),
    '',
  ].join('\n')
}
