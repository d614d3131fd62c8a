import { stepSearch as search } from './constants.ts'
import { type LetGo, lettingGo, type Observations } from './observations.ts'
import { commonPhase, grid } from './search.ts'

/** A bucket that gets several tokens at a time. */
export interface StepBucket {
  readonly depth: number
  /** The number of tokens in one step. */
  readonly tokens: number
  readonly everyMs: number
  readonly phase: number
}

/** Counts answers that a bucket filled in steps could not have given, and stops above those `allowed`. It is full at the first request. */
export function replaySteps(
  { arrivals }: Observations,
  bucket: StepBucket,
  allowed = Number.POSITIVE_INFINITY,
): number {
  const { depth, tokens, everyMs, phase } = bucket
  const tickOf = (at: number) => Math.floor((at - phase) / everyMs)
  // The fewest and the most tokens that there may be, with all steps up to `tick`.
  let tick = tickOf(arrivals[0]?.from ?? 0)
  let low = depth
  let high = depth
  let mismatches = 0
  for (const { from, to, what: kind } of arrivals) {
    if (mismatches > allowed) break
    if (kind === 'may-have-been-refused') continue
    const early = tickOf(from)
    const gained = tokens * Math.max(0, tickOf(to) - tick)
    // The request may have come before some of the steps that are counted.
    const surely = Math.min(depth, low + tokens * (early - tick))
    const before = high
    tick = Math.max(tick, tickOf(to))
    low = Math.min(depth, low + gained)
    high = Math.min(depth, high + gained)
    if (kind === 'may-have-arrived') low = Math.max(0, low - 1)
    else if (kind === 'has-arrived') high = Math.max(low, high - 1)
    else if (kind === 'accepted') {
      if (high < 1) mismatches += 1
      low = Math.max(0, low - 1)
      high = Math.max(low, high - 1, Math.min(depth, before - 1 + gained))
    } else {
      if (surely >= 1) mismatches += 1
      high = Math.min(high, tokens * (tick - early))
      low = 0
    }
  }
  return mismatches
}

/**
 * Finds a bucket about as deep and as fast as `near`, but filled in steps, that disagrees with no more answers than `allowed`; null where
 * there is none. Where the bucket is empty, the limit lets go at a step: so only few lengths need to be tried.
 */
export function stepsThatFit(
  seen: Observations,
  near: { readonly depth: number; readonly perSecond: number },
  allowed: number,
): StepBucket | null {
  const moments = lettingGo(seen)
  const [slowest, fastest] = [near.perSecond / search.around / 1000, (near.perSecond * search.around) / 1000]
  for (const everyMs of grid(2 / fastest, (near.depth + search.depths) / slowest, search.resolutionMs / seen.totalMs)) {
    const phase = commonPhase(moments, everyMs)
    const isMissed = ({ from, to }: LetGo) =>
      Math.floor((from - phase) / everyMs) === Math.floor((to - phase) / everyMs)
    if (moments.filter(isMissed).length > allowed) continue
    for (let tokens = Math.max(2, Math.ceil(slowest * everyMs)); tokens <= fastest * everyMs; tokens += 1)
      for (
        let depth = Math.max(tokens + 1, near.depth - search.depths);
        depth <= near.depth + search.depths;
        depth += 1
      ) {
        const bucket = { depth, tokens, everyMs, phase }
        if (replaySteps(seen, bucket, allowed) <= allowed) return bucket
      }
  }
  return null
}
