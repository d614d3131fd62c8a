import { stepSearch as search, search as windows } from './constants.ts'
import { type Arrival, type LetGo, lettingGo, type Observations } from './observations.ts'
import { bestOf, commonPhase, grid } from './search.ts'
import { type FoundBucket, firstBurst } from './search-bucket.ts'
import { passing } from './trace.ts'

/** A bucket that a timer fills. */
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
  const { depth, tokens } = bucket
  const tickOf = (at: number) => tickAt(at, bucket)
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

/** Searches for a bucket that is filled in steps and disagrees with no more answers than `allowed`; null where there is none. */
export function searchSteps(seen: Observations, allowed: number): FoundBucket | null {
  let most = allowed
  const found: (StepBucket & { readonly mismatches: number })[] = []
  let tries = 0
  for (const bucket of possibleBuckets(seen, allowed)) {
    tries += 1
    if (tries > search.tries) break
    const mismatches = replaySteps(seen, bucket, most)
    if (mismatches > most) continue
    found.push({ ...bucket, mismatches })
    most = Math.min(most, mismatches + 1)
  }
  if (found.length === 0) return null
  const { mismatches } = bestOf(found)
  const best = found.filter((one) => one.mismatches === mismatches)
  const alike = found.filter((one) => one.mismatches <= mismatches + 1)
  const [slow, fast] = spanOf(alike.map(rateOf))
  const margin = windows.margin + search.resolutionMs / seen.totalMs
  return {
    mismatches,
    depth: Math.round(middleOf(best.map(({ depth }) => depth))),
    depthInterval: spanOf(alike.map(({ depth }) => depth)),
    perSecond: middleOf(best.map(rateOf)),
    perSecondInterval: [slow * (1 - margin), fast * (1 + margin)],
  }
}

const rateOf = ({ tokens, everyMs }: StepBucket) => (1000 * tokens) / everyMs
const spanOf = (numbers: readonly number[]) => [Math.min(...numbers), Math.max(...numbers)] as const
const middleOf = (numbers: readonly number[]) => (Math.min(...numbers) + Math.max(...numbers)) / 2

/**
 * The likely ones first. A step lies in most moments at which the limit let go. What was let through between refusals tells how much it
 * gave, and the first burst how deep the bucket is.
 */
function* possibleBuckets(seen: Observations, missed: number): Generator<StepBucket> {
  const stretches = betweenRefusals(seen)
  const burst = firstBurst(seen).taken
  const mean = passing(seen.samples, 'accepted').length / seen.totalMs
  const [slowest, fastest] = [mean / search.rates, mean * search.rates]
  const lengths = grid(1 / fastest, burst.length / slowest, search.resolutionMs / seen.totalMs)
  for (const steps of likelySteps(lettingGo(seen), lengths, missed)) {
    const { everyMs } = steps
    const [least, most] = tokensBetween(stretches, burst.length, steps)
    const largest = Math.min(most, fastest * everyMs, search.most * burst.length)
    for (let tokens = Math.max(1, Math.ceil(Math.max(least, slowest * everyMs))); tokens <= largest; tokens += 1)
      for (const offset of search.depths) {
        const depth = burst.length - Math.max(0, gainedWithin(burst, tokens, steps) + offset)
        if (tokens <= search.most * depth) yield { ...steps, depth, tokens }
      }
  }
}

/** Steps of these lengths that miss no more moments than `missed`: those first that miss the fewest, and that lie in them least by chance. */
function likelySteps(moments: readonly LetGo[], lengths: readonly number[], missed: number): readonly Steps[] {
  const tried = lengths.map((everyMs) => {
    const steps = { everyMs, phase: commonPhase(moments, everyMs) }
    const isMissed = ({ from, to }: LetGo) => tickAt(from, steps) === tickAt(to, steps)
    const surprise = moments.reduce((sum, { from, to }) => sum + Math.max(0, Math.log(everyMs / (to - from))), 0)
    return { steps, misses: moments.filter(isMissed).length, surprise }
  })
  return tried
    .filter(({ misses }) => misses <= missed)
    .toSorted((one, other) => one.misses - other.misses || other.surprise - one.surprise)
    .map(({ steps }) => steps)
}

type Steps = Pick<StepBucket, 'everyMs' | 'phase'>

const tickAt = (at: number, { everyMs, phase }: Steps) => Math.floor((at - phase) / everyMs)

/** What was let through between two refusals, at which the bucket was empty. */
interface Stretch {
  readonly begun: Arrival
  readonly ended: Arrival
  readonly accepted: number
}

/** The stretches in which no answer came so late that nobody knows when its request arrived. */
function betweenRefusals({ arrivals }: Observations): Stretch[] {
  const stretches: Stretch[] = []
  let begun: Arrival | null = null
  let accepted = 0
  for (const arrival of arrivals) {
    if (arrival.what === 'accepted') accepted += 1
    else if (arrival.what === 'refused') {
      if (begun !== null && accepted > 0) stretches.push({ begun, ended: arrival, accepted })
      begun = arrival
      accepted = 0
    } else begun = null
  }
  return stretches
}

/** The fewest and the most tokens of a step by these stretches, but for the few that say most on either side: they may be slips. */
function tokensBetween(stretches: readonly Stretch[], depth: number, steps: Steps): readonly [number, number] {
  const least: number[] = []
  const most: number[] = []
  for (const { begun, ended, accepted } of stretches) {
    const mayBe = tickAt(ended.to, steps) - tickAt(begun.from, steps)
    if (mayBe > 1) least.push(accepted / mayBe)
    const surely = tickAt(ended.from, steps) - tickAt(begun.to, steps)
    // A bucket that was full in between gave some steps for nothing.
    if (surely > 0 && accepted < search.most * depth) most.push(accepted / surely)
  }
  const sorted = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)
  return [sorted(least).at(-1 - search.slips) ?? 0, sorted(most)[search.slips] ?? Number.POSITIVE_INFINITY]
}

/** How many tokens a bucket gets during the first burst: no more than were taken. */
function gainedWithin(burst: readonly Arrival[], tokens: number, steps: Steps): number {
  let gained = 0
  let tick = tickAt(burst[0]?.at ?? 0, steps)
  for (const [taken, { at }] of burst.entries()) {
    const here = tickAt(at, steps)
    gained = Math.min(taken, gained + tokens * (here - tick))
    tick = here
  }
  return gained
}
