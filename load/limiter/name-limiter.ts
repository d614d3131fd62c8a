import type { Algorithm } from '../../evidence/load-results.ts'
import { derived, naming, search } from './constants.ts'
import { cannotTell, type Fit, fitOf } from './fit.ts'
import { fitPlaces } from './fit-places.ts'
import { replayFixedEpoch, replayFixedFirst, replaySlidingLog } from './models.ts'
import { type LetGo, lettingGo, type Observations, observe, type Shutout, shutouts } from './observations.ts'
import { bestFirst, bestOf, commonPhase, type Evaluate, type FoundWindow, searchWindow } from './search.ts'
import { type FoundBucket, searchBucket } from './search-bucket.ts'
import { searchCounterFromFirst, searchSlidingCounter } from './search-counter.ts'
import { searchSteps } from './steps.ts'
import { passing, type Recurrence, type Trace, tripOf } from './trace.ts'

/** A limiter that may explain a trace, with the numbers that it would have. */
interface Candidate extends Pick<Fit, 'algorithm'> {
  readonly mismatches: number
  readonly fit: Fit
  /** How long the limiter takes to give everything back, milliseconds. Too short against a round trip, it cannot be resolved. */
  readonly scaleMs: number
  /** Why this limiter may not be named although it explains the trace; null where it may be named. */
  readonly doubt: string | null
}

/** Names the limiter behind a trace, or says why it cannot: a wrong name is worse than none (O18). Pure. */
export function nameLimiter(trace: Trace): Fit {
  const seen = observe(trace)
  const failed = trace.samples.length - seen.samples.length
  const refused = passing(trace.samples, 'refused').length
  if (trace.end === 'failing' || failed > naming.failed + trace.samples.length / naming.failedOneIn) {
    return cannotTell(`${failed} of ${trace.samples.length} requests failed, which tells nothing about a limit`)
  }
  if (refused === 0) return withoutRefusal(trace, seen)
  if (trace.end === 'wait') return outlasted(trace)
  if (trace.end !== 'complete') return cutShort(trace, seen)
  if (trace.shape?.kind === 'places') return fitPlaces(trace, seen)
  if (!trace.shape) return cannotTell('requests were refused, then no longer, without a pattern that repeats')
  return decide(trace, seen, candidatesOf(seen, trace.shape))
}

/** Fits a trace that the budget cut short. Two rounds name a counter, where the part of the second round agrees with the first. */
function cutShort(trace: Trace, seen: Observations): Fit {
  const { rounds, shape, end } = trace
  const fit =
    rounds > 1 && shape !== null && shape.kind !== 'places' ? decide(trace, seen, candidatesOf(seen, shape)) : null
  if (fit?.algorithm === 'sliding-counter') return fit
  return cannotTell(`the budget of ${end === 'time' ? 'time' : 'requests'} was spent before the limit could be told`)
}

/** No limit was met. Nothing can be said of rates above the one that was sent. */
function withoutRefusal(trace: Trace, { totalMs, samples }: Observations): Fit {
  if (trace.end !== 'complete') return cannotTell(`nothing was refused, and the budget ended early (${trace.end})`)
  const seconds = Math.max(0.001, totalMs / 1000)
  const why = `none of ${samples.length} requests was refused, at ${Math.round(samples.length / seconds)} a second`
  return fitOf(why, { algorithm: 'none' })
}

function outlasted(trace: Trace): Fit {
  const last = trace.samples.at(-1)
  const accepted = trace.samples.findLast((sample) => sample.passage === 'accepted')
  const longerThanMs = last && accepted ? Math.max(0, last.sentAt - accepted.receivedAt) : trace.spentMs
  const why = `still refused ${Math.round(longerThanMs / 1000)} s after the last success: longer than the budget`
  return fitOf(why, { longerThanMs })
}

function candidatesOf(seen: Observations, shape: Recurrence): Candidate[] {
  const moments = lettingGo(seen)
  const whiles = shutouts(seen)
  const { steps } = search
  const models: readonly (readonly [Algorithm, number, Evaluate])[] = [
    ['fixed-window', steps.epoch, (ms) => replayFixedEpoch(seen, ms, commonPhase(moments, ms))],
    ['fixed-window', steps.first, (ms) => replayFixedFirst(seen, ms)],
    ['sliding-log', steps.log, (ms) => replaySlidingLog(seen, ms, false)],
    ['sliding-log', steps.log, (ms) => replaySlidingLog(seen, ms, true)],
  ]
  const windows = models.map(([algorithm, step, evaluate]) => {
    const found = searchWindow(seen, evaluate, step)
    const isFixed = algorithm === 'fixed-window'
    return ofWindow(algorithm, found, isFixed ? (doubtOfFixed(moments, found) ?? doubtOfBlock(whiles)) : null)
  })
  const bucket = searchBucket(seen)
  // The experiment may have taken a counter for another kind, with a wrong scale: so the bucket's scale is tried too.
  const scales = [shape.scaleMs, ...(bucket.perSecond > 0 ? [(1000 * bucket.depth) / bucket.perSecond] : [])]
  const counters = scales.map((scaleMs) => {
    return ofWindow('sliding-counter', searchSlidingCounter(seen, { ...shape, scaleMs }), null)
  })
  const begun = [false, true].map((refusedCount) => {
    return ofWindow('sliding-counter', searchCounterFromFirst(seen, shape, refusedCount), null)
  })
  const inSteps = searchSteps(seen, mostMismatches(seen) + naming.rivalBehind - 1)
  return [...windows, ...counters, ...begun, ofBucket(bucket), ...(inSteps === null ? [] : [ofBucket(inSteps)])]
}

/**
 * Why these recoveries may not name a fixed window of that length; null where they may. O18: five must agree, and so closely that it
 * is no chance. Some phase and length always fit two, so the closest two do not count. Where an answer disagrees, as with bans of
 * random length, the others must be more surprising.
 */
export function doubtOfFixed(moments: readonly LetGo[], found: Pick<FoundWindow, 'windowMs' | 'mismatches'>) {
  const widths = moments.map(({ from, to }) => (to - from) / found.windowMs).sort((one, other) => one - other)
  const agree = widths.filter((width) => width < naming.agrees)
  const closely = agree.filter((width) => width < naming.closely)
  const surprise = agree.slice(derived.freeRecoveries).reduce((sum, width) => sum - Math.log(width), 0)
  const ways = found.mismatches === 0 ? [naming.plain, naming.doubtful] : [naming.doubtful]
  const convinces = ways.some((way) => closely.length >= way.closely && surprise >= way.surprise)
  if (agree.length >= derived.recoveries && convinces) return null
  return `${agree.length} recoveries agree on a fixed window, ${closely.length} of them closely: too few to name it`
}

/**
 * Why what looks like a fixed window may be a block of fixed length; null where it is none. A window ends some time after its first
 * use, however late in it the refusals begin. A block lasts equally long from each first refusal.
 */
export function doubtOfBlock(whiles: readonly Shutout[]): string | null {
  const atLeast = Math.max(...whiles.map((shutout) => shutout.atLeast))
  const atMost = Math.min(...whiles.map((shutout) => shutout.atMost))
  if (atLeast > naming.block * atMost) return null
  return `a block of ${readable((atLeast + atMost) / 2)} from each first refusal explains the recoveries as well`
}

function ofWindow(algorithm: Algorithm, found: FoundWindow, doubt: string | null): Candidate {
  const { quota, quotaInterval, windowMs, windowIntervalMs, mismatches } = found
  const why = `${quota} in ${readable(windowMs)}; ${mismatches} answers disagree`
  const fit = fitOf(why, { algorithm, quota, quotaInterval, windowMs, windowIntervalMs })
  return { algorithm, mismatches, fit, scaleMs: windowMs, doubt }
}

function ofBucket(found: FoundBucket): Candidate {
  const { depth, depthInterval, perSecond, perSecondInterval, mismatches } = found
  const why = `a bucket of ${depth} that refills ${perSecond.toPrecision(3)} a second; ${mismatches} answers disagree`
  const algorithm = 'token-bucket'
  const refill = { refillPerSecond: perSecond, refillInterval: perSecondInterval }
  const fit = fitOf(why, { algorithm, quota: depth, quotaInterval: depthInterval, ...refill })
  return { algorithm, mismatches, fit, scaleMs: (1000 * depth) / perSecond, doubt: null }
}

function readable(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toPrecision(3)} s`
}

/** With more answers that disagree, a limiter does not explain what was seen. */
const mostMismatches = ({ samples }: Observations) =>
  naming.mismatches + Math.floor(samples.length / naming.mismatchesOneIn)

function decide(trace: Trace, seen: Observations, candidates: readonly Candidate[]): Fit {
  const ranked = bestFirst(candidates)
  const best = bestOf(ranked)
  if (best.mismatches > mostMismatches(seen)) {
    const why = `no known limiter explains it: the nearest, ${best.fit.why.split(';')[0]} (${best.algorithm}), disagrees with ${best.mismatches} of ${seen.samples.length} answers`
    return cannotTell(why)
  }
  const more = trace.rounds < derived.rounds
  const trip = tripOf(trace.samples) ?? 0
  if (best.scaleMs < Math.max(naming.trips * trip, naming.shortestMs))
    return cannotTell('it gives back too fast to be resolved over this network')
  const rival = ranked.find((candidate) => candidate.algorithm !== best.algorithm)
  if (rival && rival.mismatches < best.mismatches + naming.rivalBehind) {
    return cannotTell(`${best.algorithm} and ${rival.algorithm} explain it nearly alike`, more)
  }
  // Late answers overtake one another. A counter of free length can explain that where a bucket cannot.
  if (
    best.algorithm === 'sliding-counter' &&
    best.scaleMs < naming.lateTrips * (tripOf(trace.samples, naming.late) ?? 0)
  )
    return cannotTell('answers came too late to tell a sliding counter from a bucket', more)
  // Its window, phase and quota are free, so it can explain one round of several counters, or of two logs.
  if (best.algorithm === 'sliding-counter' && trace.rounds === 1)
    return cannotTell('one round is too little to name a sliding counter', more)
  if (best.doubt) return cannotTell(best.doubt, more)
  const alike = candidates.filter(({ algorithm, mismatches }) => {
    return algorithm === best.algorithm && mismatches <= best.mismatches + 1
  })
  return { ...best.fit, ...spanning(alike.map(({ fit }) => fit)) }
}

/**
 * The intervals of one limiter in all forms that explain the trace alike. A fixed window has boundaries of its own, or begins with a
 * request: asked at even times, the one looks like the other of another length.
 */
function spanning(forms: readonly Fit[]): Pick<Fit, 'quotaInterval' | 'windowIntervalMs'> {
  const span = (intervals: readonly Fit['quotaInterval'][]): Fit['quotaInterval'] => {
    const known = intervals.filter((interval) => interval !== null)
    if (known.length === 0) return null
    return [Math.min(...known.map(([low]) => low)), Math.max(...known.map(([, high]) => high))]
  }
  return {
    quotaInterval: span(forms.map(({ quotaInterval }) => quotaInterval)),
    windowIntervalMs: span(forms.map(({ windowIntervalMs }) => windowIntervalMs)),
  }
}
