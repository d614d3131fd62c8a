import { findLimit, inFlightAtRefusal, type Recovery, recover, seededStart, tryPlaces } from './approach.ts'
import { probeBulk } from './bulk.ts'
import { createProber, Ended, type Prober } from './prober.ts'
import type { Budget, Clock, End, Sample, Send, Shape, Trace } from './transport.ts'
import { measureTrickle, probeTrickle } from './trickle.ts'

/** What `probeLimit` needs of the world around it. */
export interface ProbeSetting {
  readonly send: Send
  readonly clock: Clock
  readonly budget: Budget
  /** Called with each sample as its answer comes in, for a recording. */
  readonly record?: (sample: Sample) => void
  /** 0 ≤ x < 1; decides the phase of rests. `Math.random` unless given. */
  readonly random?: () => number
  /** The trace so far, when a fit asked for one more shaped round: the new trace holds its samples too. */
  readonly previous?: Trace
}

/**
 * Learns by asking how a limit behaves (O14, O18): a burst, the recovery, and cycles shaped so that the models answer
 * differently. It names nothing; `fitTrace` does that in Node. Where that says `wantsRound`, calling this again with
 * `previous`, from the same process or from a second k6 run, does one more shaped round.
 *
 * Polite: rests are never shorter than a Retry-After (within the budget); only the phases `recovery`, `drain` and
 * `shape` ask while a limit may still hold, because when it lets go is what they measure. Never rejects for an answer;
 * whatever happens, at most `budget.requests` are sent, none later than `budget.ms` after the start.
 */
export async function probeLimit(setting: ProbeSetting): Promise<Trace> {
  const { clock, previous, budget, random = Math.random } = setting
  const startedAt = clock.now()
  const before = { samples: previous?.samples ?? [], spentMs: previous?.spentMs ?? 0 }
  const round = previous?.rounds ?? 0
  const prober = createProber({ ...setting, round, before, record: setting.record })
  const course: Course = { shape: previous?.shape ?? null }
  let end: End = 'complete'
  try {
    if (previous) await oneMoreRound(prober, course.shape, random)
    else await firstExperiment(prober, course, random)
  } catch (error) {
    if (!(error instanceof Ended)) throw error
    end = error.end
  }
  const samples = [...prober.samples].sort((one, other) => one.sentAt - other.sentAt)
  const spentMs = before.spentMs + clock.now() - startedAt
  return { samples, budget, end, rounds: round + 1, spentMs, shape: course.shape }
}

interface Course {
  shape: Shape | null
}

async function firstExperiment(prober: Prober, course: Course, random: () => number): Promise<void> {
  const found = await findLimit(prober)
  if (found.refused === 0) return
  const size = found.accepted
  const singles = await prober.volley({ phase: 'singles', count: 6, paceMs: 0, oneByOne: true, stopAfter: 2 })
  if (singles.refused < 2) {
    const places = await tryPlaces(prober, inFlightAtRefusal(found.samples))
    course.shape = places === null ? null : { kind: 'places', size: places, scaleMs: 0 }
    if (places !== null) return
    await prober.volley({ phase: 'drain', count: 2 * size + 20, paceMs: 1, stopAfter: 1 })
  }
  const startMs = seededStart(prober, Math.max(60, 1.5 * prober.roundTripMs()))
  const first = await recover(prober, { since: prober.now(), growth: 1.4, startMs })
  const back = await prober.volley({ phase: 'drain', count: 2 * size + 20, paceMs: 4, stopAfter: 1 })
  if (back.accepted + 1 >= 0.45 * size && !(await tricklesOn(prober, first, back.accepted + 1))) {
    course.shape = { kind: 'bulk', size: Math.max(back.accepted + 1, Math.min(size, 2)), scaleMs: first.hi }
    await startBulk(prober, course, first, random)
  } else {
    const perSecond = await measureTrickle(prober, size, Math.min(first.hi, 1000))
    course.shape = { kind: 'trickle', size: Math.max(1, size), scaleMs: (1000 * size) / perSecond }
    await probeTrickle(prober, course.shape, [0.8, 0.6], random)
  }
}

/**
 * What was first looked at late, because a Retry-After said so, may have come back bit by bit as well as at once: a little
 * later a limit that trickles has given back its share of that.
 */
async function tricklesOn(prober: Prober, first: Recovery, back: number): Promise<boolean> {
  if (first.lo > 0.5 * first.hi) return false
  await prober.until(prober.now() + 0.2 * first.hi)
  const more = await prober.volley({ phase: 'drain', count: 2 * back + 20, paceMs: 4, stopAfter: 1 })
  return more.accepted >= Math.max(1, 0.1 * back)
}

/** A second recovery right after the first: that one tells the scale also where the burst came late in a window. */
async function startBulk(prober: Prober, course: Course, first: Recovery, random: () => number): Promise<void> {
  const since = first.accepted.sentAt
  const at = [0.3, 0.5, 0.65, 0.8, 0.95, 1.05].map((share) => share * first.hi)
  const second = await recover(prober, { since, at, growth: 1.2, startMs: first.hi })
  const shape: Shape = {
    kind: 'bulk',
    size: course.shape?.size ?? 1,
    scaleMs: (Math.max(second.lo, 1) + second.hi) / 2,
  }
  course.shape = shape
  await probeBulk(prober, shape, second, 4, random)
}

async function oneMoreRound(prober: Prober, shape: Shape | null, random: () => number): Promise<void> {
  if (!shape || shape.kind === 'places') return
  if (shape.kind === 'trickle') return probeTrickle(prober, shape, [0.9, 0.7], random)
  await prober.rest((1.1 + random()) * shape.scaleMs)
  await prober.volley({ phase: 'drain', count: 2 * shape.size + 20, paceMs: 2, stopAfter: 1 })
  const first = await recover(prober, { since: prober.now(), growth: 1.12, startMs: 0.3 * shape.scaleMs })
  await probeBulk(prober, shape, first, 4, random)
}
