import { stepSearch as search, search as windows } from './constants.ts'
import { type LetGo, lettingGo, type Observations } from './observations.ts'
import { bestOf, commonPhase, grid } from './search.ts'
import { type FoundBucket, firstBurst } from './search-bucket.ts'
import { passing } from './trace.ts'

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
 * Searches for a bucket that is filled in steps and disagrees with no more answers than `allowed`; null where there is none. A step lies in
 * most moments at which the limit let go, and the first burst tells the depth, less what the steps within it gave.
 */
export function searchSteps(seen: Observations, allowed: number): FoundBucket | null {
  const moments = lettingGo(seen)
  const burst = firstBurst(seen)
  const mean = passing(seen.samples, 'accepted').length / seen.totalMs
  const [slowest, fastest] = [mean / search.rates, mean * search.rates]
  let most = allowed
  const found: (StepBucket & { readonly mismatches: number })[] = []
  for (const everyMs of grid(1 / fastest, burst.accepted / slowest, search.resolutionMs / seen.totalMs)) {
    const phase = commonPhase(moments, everyMs)
    if (missedBy(moments, everyMs, phase) > most) continue
    const within = Math.floor((burst.ms - phase) / everyMs) - Math.floor(-phase / everyMs) + 1
    const [least, last] = [
      Math.max(1, Math.ceil(slowest * everyMs)),
      Math.min(fastest * everyMs, search.most * burst.accepted),
    ]
    for (let tokens = least; tokens <= last; tokens += 1)
      for (
        let depth = Math.max(Math.ceil(tokens / search.most), burst.accepted - tokens * within);
        depth <= burst.accepted;
        depth += 1
      ) {
        const bucket = { depth, tokens, everyMs, phase }
        const mismatches = replaySteps(seen, bucket, most)
        if (mismatches > most) continue
        found.push({ ...bucket, mismatches })
        most = Math.min(most, mismatches + 1)
      }
  }
  if (found.length === 0) return null
  const { mismatches } = bestOf(found)
  const best = found.filter((one) => one.mismatches === mismatches)
  const alike = found.filter((one) => one.mismatches <= mismatches + 1)
  const [slow, fast] = spanOf(alike.map(rateOf))
  return {
    mismatches,
    depth: Math.round(middleOf(best.map(({ depth }) => depth))),
    depthInterval: spanOf(alike.map(({ depth }) => depth)),
    perSecond: middleOf(best.map(rateOf)),
    perSecondInterval: [slow * (1 - windows.margin), fast * (1 + windows.margin)],
  }
}

const rateOf = ({ tokens, everyMs }: StepBucket) => (1000 * tokens) / everyMs
const spanOf = (numbers: readonly number[]) => [Math.min(...numbers), Math.max(...numbers)] as const
const middleOf = (numbers: readonly number[]) => (Math.min(...numbers) + Math.max(...numbers)) / 2

/** How many moments at which the limit let go have no step in them. */
function missedBy(moments: readonly LetGo[], everyMs: number, phase: number): number {
  const isMissed = ({ from, to }: LetGo) => Math.floor((from - phase) / everyMs) === Math.floor((to - phase) / everyMs)
  return moments.filter(isMissed).length
}
