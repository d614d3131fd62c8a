import { type Recovery, recover } from './approach.ts'
import { bulk } from './constants.ts'
import { drain, type Prober, type VolleyOrder } from './prober.ts'
import type { Recurrence } from './trace.ts'

/** A stretch of time in which something happened: two moments, or two lengths, milliseconds. */
type Stretch = Readonly<Record<'from' | 'to', number>>

/** What one cycle hands on to the next. */
interface Course {
  /** How long it takes until something comes back, as an interval. Each recovery that fits narrows the interval. */
  scale: Stretch
  /** When requests were let through after refusals, or as a second clump. They come back one scale later. */
  readonly clumps: Stretch[]
}

/** A drain to the first refusal, within a twenty-fifth of the scale where possible, so that few requests are sent in vain. */
function drainAll(size: number, { scale }: Course): VolleyOrder {
  const { longestPaceMs, shortestPaceMs, shareOfScale } = bulk.drain
  return drain(size, Math.min(longestPaceMs, Math.max(shortestPaceMs, (shareOfScale * scale.from) / size)))
}

/**
 * Cycles for limits that give back in bulk. Every other cycle uses half at once and the rest after a pause. A fixed window then gives
 * all back at one instant, a sliding log in the two clumps in which it was used. Few single requests look for the instant, so that a
 * limit that counts refused requests too can recover between them. Each cycle knows the instant better than the one before; with a
 * ban of random length, none does.
 */
export async function probeBulk(prober: Prober, shape: Recurrence, first: Recovery) {
  const { measured, guessed, secondHalf } = bulk
  const isMeasured = first.hi > measured.share * shape.scaleMs && first.lo > 0
  const scale = isMeasured
    ? { from: measured.from * first.lo, to: measured.to * first.hi }
    : { from: guessed.from * shape.scaleMs, to: guessed.to * shape.scaleMs }
  const course: Course = { scale, clumps: [] }
  let last = first
  for (let cycle = 0; cycle < bulk.cycles; cycle += 1) {
    const start = { from: last.since + last.lo, to: last.since + last.hi }
    course.clumps.push(start)
    const share = cycle % 4 === 0 ? secondHalf.early : secondHalf.late
    if (cycle % 2 === 0) await useInTwo(prober, shape.size, course, share + secondHalf.random * prober.random())
    else await prober.volley(drainAll(shape.size, course))
    last = await nextReturn(prober, shape.size, course, start)
  }
  await startLate(prober, shape.size, course)
}

/** One more round of cycles, after a rest of its own length. */
export async function probeBulkAgain(prober: Prober, shape: Recurrence): Promise<void> {
  const { rest, paceMs, growth, startShare } = bulk.again
  await prober.rest((rest + prober.random()) * shape.scaleMs)
  await prober.volley(drain(shape.size, paceMs))
  const first = await recover(prober, { since: prober.now(), growth, startMs: startShare * shape.scaleMs })
  await probeBulk(prober, shape, first)
}

/** Uses everything a while after it came back: fixed windows then give it back early, those that start with the first request do not. */
async function startLate(prober: Prober, size: number, course: Course): Promise<void> {
  const { scale } = course
  await prober.rest(bulk.lateRest * scale.to)
  const since = prober.now()
  await prober.volley(drainAll(size, course))
  const at = bulk.lateAt.map((share) => share * scale.from)
  await recover(prober, { since, at: [...at, bulk.lateEnd * scale.to], growth: bulk.growth, startMs: scale.to })
}

/** Uses half of the quota at once, and the other half after a share of the window. */
async function useInTwo(prober: Prober, size: number, course: Course, share: number): Promise<void> {
  const half = Math.max(0, Math.ceil(size / 2) - 1)
  const volley = await prober.volley({ ...drainAll(size, course), phase: 'shape', count: half })
  if (volley.refused === 0) await prober.rest(share * course.scale.from)
  const from = prober.now()
  const rest = await prober.volley({ ...drainAll(size, course), phase: 'shape' })
  if (rest.accepted > 0) course.clumps.push({ from, to: from + prober.roundTripMs() })
}

async function nextReturn(prober: Prober, size: number, course: Course, start: Stretch): Promise<Recovery> {
  const since = start.to
  const at = askingTimes(prober, size, course, start).map((moment) => moment - since)
  const startMs = bulk.startShare * (course.scale.from + course.scale.to)
  const result = await recover(prober, { since, at, growth: bulk.growth, startMs })
  narrow(course, start, { from: since + result.lo, to: since + result.hi })
  return result
}

/** When to ask: midway, and when each earlier clump would return. The newest recovery gets more looks, small quotas get fewer. */
function askingTimes(prober: Prober, size: number, { scale, clumps }: Course, start: Stretch): number[] {
  const steps = size < bulk.small ? bulk.stepsOfSmall : bulk.steps
  const times = clumps.slice(-bulk.clumps).flatMap((clump) => {
    const earliest = clump.from + scale.from
    const width = clump.to - clump.from + scale.to - scale.from
    return (clump === start && size >= bulk.smaller ? steps : bulk.stepsOfOlder).map((step) => earliest + step * width)
  })
  const { afterStart, late } = bulk.midway
  const midway = size < bulk.smallest ? [] : [start.to + afterStart * scale.from, start.from + late * scale.from]
  return [...midway, ...times].filter((time) => time > prober.now()).sort((one, other) => one - other)
}

/** Narrows the scale by a recovery that fits one of the clumps; else measures the scale anew. */
function narrow(course: Course, start: Stretch, moment: Stretch): void {
  const { scale, clumps } = course
  for (const clump of [start, ...clumps.slice(-bulk.clumps).reverse()]) {
    const from = Math.max(scale.from, moment.from - clump.to)
    const to = Math.min(scale.to, moment.to - clump.from)
    if (from < to) {
      course.scale = { from, to }
      return
    }
  }
  const late = moment.from - start.to > scale.from
  course.scale = late
    ? { from: moment.from - start.to, to: moment.to - start.from }
    : { from: bulk.narrowed.from * scale.from, to: bulk.narrowed.to * scale.to }
}
