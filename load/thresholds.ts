import { metrics } from '../evidence/load-results.ts'
import { Type, type ValueOf } from '../fixtures/schemas/type.ts'
import { isRateScenario, type RateScenario, scenarioNames } from './registry.ts'

export type Metric = (typeof metrics)[number]

/** Stands in the place of a product: all requests of a scenario together. */
export const everyProduct = '*'

/** One line of `LOAD_THRESHOLDS`. The specification has no thresholds (O19). */
export const thresholdSchema = Type.Object({
  scenario: Type.Unsafe<RateScenario>({ type: 'string' }),
  /** A product, or `*` for all requests together. */
  product: Type.String(),
  metric: Type.Enum(metrics),
  /** Milliseconds, or for `failed` a share. The threshold is kept up to this value, and at it. */
  limit: Type.Number(),
})
export type Threshold = ValueOf<typeof thresholdSchema>

/** Makes the error for a place: the member names that lead to it, from the outside in. */
type Wrong = (place: readonly string[], what: string) => Error

/**
 * Reads `{ "average": { "*": { "p95": 400, "failed": 0.01 }, "Livestream": { "p95": 250 } } }`. Times are milliseconds; `failed` is the
 * share of requests that got a 5xx or no whole answer. `products` are all, those of an extension included. Where the value cannot be used,
 * throws what `wrongAt` makes of the place and of a message that names it.
 */
export function readThresholds(
  value: unknown,
  products: readonly string[],
  wrongAt: Wrong = (_, message) => new Error(message),
): readonly Threshold[] {
  const wrong: Wrong = (place, what) => wrongAt(place, `${place.length === 0 ? 'it' : place.join('.')} ${what}`)
  return membersOf(value, [], wrong).flatMap(([name, ofScenario]) => {
    if (!isRateScenario(name))
      throw wrong([name], `is no scenario with thresholds: ${scenarioNames.filter(isRateScenario).join(', ')}`)
    return membersOf(ofScenario, [name], wrong).flatMap(([product, ofProduct]) => {
      if (product !== everyProduct && !products.includes(product))
        throw wrong([name, product], `is no product: * or ${products.join(', ')}`)
      return membersOf(ofProduct, [name, product], wrong).map(([word, limit]): Threshold => {
        const metric = metrics.find((known) => known === word)
        const place = [name, product, word]
        if (metric === undefined) throw wrong(place, `is none of ${metrics.join(', ')}`)
        return { scenario: name, product, metric, limit: readLimit(metric, limit, (what) => wrong(place, what)) }
      })
    })
  })
}

function membersOf(value: unknown, place: readonly string[], wrong: Wrong): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(place, 'is no object')
  const members = Object.entries(value)
  if (members.length === 0) throw wrong(place, 'is empty')
  return members
}

function readLimit(metric: Metric, value: unknown, wrong: (what: string) => Error): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong('is no number')
  if (metric === 'failed' && (value < 0 || value > 1)) throw wrong('is no share from 0 to 1')
  if (metric !== 'failed' && value <= 0) throw wrong('is no positive number of milliseconds')
  return value
}

/** A k6 threshold that ends the test when it is crossed. */
export interface K6Threshold {
  readonly threshold: string
  readonly abortOnFail: boolean
  readonly delayAbortEval: string
}

/** The thresholds in k6's form. Each has a count above zero beside it, since k6 passes a threshold without samples. */
export function k6Thresholds(thresholds: readonly Threshold[]): Record<string, string[]> {
  const rows: Record<string, string[]> = {}
  const add = (metric: string, product: string, expression: string) => {
    const name = product === everyProduct ? metric : `${metric}{product:${product}}`
    rows[name] = [...new Set([...(rows[name] ?? []), expression])]
  }
  for (const { product, metric, limit } of thresholds) {
    if (metric === 'failed') add('http_req_failed', product, `rate<=${limit}`)
    else add('http_req_duration', product, `${metric.replace(/p(\d+)/, 'p($1)')}<=${limit}`)
    add('http_reqs', product, 'count>0')
  }
  return rows
}
