import { accepted, hasArrived, mayHaveArrived, mayHaveBeenRefused, type Observations } from './observations.ts'

/**
 * Counts mismatches with a token bucket of `depth` that gains `perMs`, full at the first request. The state is the line on which the
 * tokens grow, with an interval for its height, so that uncertain arrivals do not add up. Beside the line stands what there surely
 * was, since tokens never get fewer by waiting.
 */
export function replayBucket({ arrivals }: Observations, depth: number, perMs: number): number {
  let low = depth - perMs * (arrivals[0]?.to ?? 0)
  let high = depth
  let surely = depth
  let onTheWay = 0
  let mismatches = 0
  for (const { from, to, what: kind } of arrivals) {
    const early = perMs * from
    const late = perMs * to
    if (kind === mayHaveBeenRefused) continue
    if (kind === hasArrived) {
      if (onTheWay > 0) high = Math.max(high - 1, low)
      onTheWay = Math.max(0, onTheWay - 1)
      continue
    }
    surely = Math.min(depth, Math.max(surely, low + early))
    low = Math.min(low, depth - late - onTheWay)
    if (depth - early < high) {
      high = depth - early
      onTheWay = 0
    }
    if (kind === mayHaveArrived) {
      low -= 1
      surely = Math.max(0, surely - 1)
      onTheWay += 1
    } else if (kind === accepted) {
      if (high + late < 1 - 1e-9) {
        mismatches += severity(1 - high - late)
        high = 1 - early
        low = 1 - late
      }
      low = Math.max(low, 1 - late - onTheWay) - 1
      high = Math.max(high - 1, low)
      surely = Math.max(0, surely - 1)
    } else {
      if (surely >= 1) {
        mismatches += severity(surely - 1)
        low = 1 - late
      }
      surely = 0
      high = Math.min(high, 1 - early + onTheWay)
      low = Math.min(low, high)
    }
  }
  return mismatches
}

/** The weight of a mismatch. A mismatch by many tokens is worse than one by part of one, since the forced state forgets it. */
const severity = (tokens: number): number => 1 + Math.min(3, Math.floor(tokens))
