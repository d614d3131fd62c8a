import type { Exchange } from '../evidence/exchange.ts'
import type { ScenarioResult } from '../evidence/results.ts'
import { numberOf } from './judged.ts'

/** The value below which that share of the sorted values lies, by linear interpolation as k6 does it. */
export function percentile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)] ?? 0
  const above = sorted[Math.ceil(at)] ?? below
  return below + (above - below) * (at - Math.floor(at))
}

const rounded = (ms: number) => Math.round(ms * 1000) / 1000

/** Latency per product from k6's own timing of each answered request (sending to last byte), refusals left out. Milliseconds. */
export function latencyByProduct(
  exchanges: readonly Exchange[],
  productOf: (operation: string | null) => string | null,
): ScenarioResult['latency'] {
  const byProduct = new Map<string, number[]>()
  for (const exchange of exchanges) {
    const product = productOf(exchange.operation)
    const duration = numberOf(exchange, 'duration')
    if (product === null || duration === null || exchange.response === null || exchange.response.status === 429)
      continue
    const values = byProduct.get(product) ?? []
    values.push(duration)
    byProduct.set(product, values)
  }
  return [...byProduct].map(([product, values]) => {
    const sorted = values.sort((a, b) => a - b)
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => rounded(percentile(sorted, share)))
    return { product, count: sorted.length, p50: p50 ?? 0, p95: p95 ?? 0, p99: p99 ?? 0 }
  })
}
