import { type Recovery, recover } from './approach.ts'
import type { Prober, VolleyOrder } from './prober.ts'
import type { Shape } from './transport.ts'

/** A stretch of time in which something happened, milliseconds. */
interface Stretch {
  readonly from: number
  readonly to: number
}

/** What the cycles carry from one to the next. */
interface Course {
  /** How long it takes until something comes back, as an interval: each recovery that fits narrows it. */
  scale: Stretch
  /** When something was let through after refusals, or as a second clump: it comes back one scale later. */
  readonly clumps: Stretch[]
}

/** Until the first refusal, within a twenty-fifth of the scale where that can be, so that few are sent in vain. */
function drainAll(size: number, { scale }: Course): VolleyOrder {
  const paceMs = Math.min(15, Math.max(1, (0.04 * scale.from) / size))
  return { phase: 'drain', paceMs, stopAfter: 1, count: 2 * size + 20 }
}

/**
 * Cycles for limits that give back in bulk. Every other cycle uses half at once and the rest after a pause: a fixed
 * window gives all of it back at one instant, a sliding log in the two clumps in which it was used. Few single
 * requests look for the instant, so that a limit that counts refused requests too can recover between them; each cycle
 * knows the instant better than the one before, and a ban of random length never does.
 */
export async function probeBulk(prober: Prober, shape: Shape, first: Recovery, cycles: number, random: () => number) {
  const measured = first.hi > 0.5 * shape.scaleMs && first.lo > 0
  const scale = measured
    ? { from: 0.97 * first.lo, to: 1.06 * first.hi }
    : { from: 0.85 * shape.scaleMs, to: 1.15 * shape.scaleMs }
  const course: Course = { scale, clumps: [] }
  let last = first
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const start = { from: last.since + last.lo, to: last.since + last.hi }
    course.clumps.push(start)
    if (cycle % 2 === 0) await useInTwo(prober, shape.size, course, (cycle % 4 === 0 ? 0.2 : 0.55) + 0.25 * random())
    else await prober.volley(drainAll(shape.size, course))
    last = await nextReturn(prober, shape.size, course, start)
  }
  await startLate(prober, shape.size, course)
}

/**
 * Uses everything some while after it came back. A window with fixed boundaries gives it back early then, one that
 * starts with its first request does not.
 */
async function startLate(prober: Prober, size: number, course: Course): Promise<void> {
  const { scale } = course
  await prober.rest(1.3 * scale.to)
  const since = prober.now()
  await prober.volley(drainAll(size, course))
  const at = [0.3, 0.5, 0.65, 0.8, 0.93].map((share) => share * scale.from)
  await recover(prober, { since, at: [...at, 1.04 * scale.to], growth: 1.2, startMs: scale.to })
}

/** Half of the quota at once, the other half after a share of the window. */
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
  const startMs = 0.3 * (course.scale.from + course.scale.to)
  const result = await recover(prober, { since, at, growth: 1.2, startMs })
  narrow(course, start, { from: since + result.lo, to: since + result.hi })
  return result
}

/** A look midway, and some while each earlier clump would return: more for the newest recovery, few for small quotas. */
function askingTimes(prober: Prober, size: number, { scale, clumps }: Course, start: Stretch): number[] {
  const steps = size < 12 ? [0.33, 0.67, 1.03] : [0.2, 0.4, 0.6, 0.8, 1.03]
  const few = [0.5, 1.03]
  const times = clumps.slice(-4).flatMap((clump) => {
    const earliest = clump.from + scale.from
    const width = clump.to - clump.from + scale.to - scale.from
    return (clump === start && size >= 6 ? steps : few).map((step) => earliest + step * width)
  })
  const midway = size < 4 ? [] : [start.to + 0.55 * scale.from, start.from + 0.94 * scale.from]
  return [...midway, ...times].filter((time) => time > prober.now()).sort((one, other) => one - other)
}

/** Takes a recovery into the interval of the scale when it fits one of the clumps; else measures the scale anew. */
function narrow(course: Course, start: Stretch, moment: Stretch): void {
  const { scale, clumps } = course
  for (const clump of [start, ...clumps.slice(-4).reverse()]) {
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
    : { from: 0.95 * scale.from, to: 1.05 * scale.to }
}
