import { burstPace, type Recovery, recover } from './approach.ts'
import type { Prober } from './prober.ts'
import type { Shape } from './transport.ts'

/** What the cycles carry from one to the next. */
interface Course {
  /** The time scale as an interval, milliseconds: narrowed by each recovery that falls into it. */
  lo: number
  hi: number
  /** When volleys were let through: what a sliding log gives back one scale later. */
  readonly clumps: number[]
}

const drainAll = { phase: 'drain', paceMs: burstPace, stopAfter: 1 } as const

/**
 * Cycles for limits that give back in bulk. Every other cycle uses half at once and the rest after a pause: a fixed
 * window gives all of it back at one instant, a sliding log in the two clumps in which it was used. Few single
 * requests look for the instant, so that a limit that counts refused requests too can recover between them.
 */
export async function probeBulk(prober: Prober, shape: Shape, first: Recovery, cycles: number, random: () => number) {
  const course: Course = { lo: shape.scaleMs * 0.8, hi: shape.scaleMs * 1.15, clumps: [] }
  let last = first
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const since = last.accepted.sentAt
    course.clumps.push(since)
    if (cycle % 2 === 0) await useInTwo(prober, shape.size, course, 0.2 + 0.25 * random())
    else await prober.volley({ ...drainAll, count: 2 * shape.size + 20 })
    last = await nextReturn(prober, shape.size, course, since)
  }
  await prober.volley({ ...drainAll, count: 2 * shape.size + 20 })
}

/** Half of the quota at once, the other half after a share of the window. */
async function useInTwo(prober: Prober, size: number, course: Course, share: number): Promise<void> {
  const half = Math.max(0, Math.ceil(size / 2) - 1)
  const volley = await prober.volley({ phase: 'shape', count: half, paceMs: burstPace, stopAfter: 1 })
  if (volley.refused === 0) await prober.rest(share * course.lo)
  const clump = prober.now()
  const rest = await prober.volley({ ...drainAll, phase: 'shape', count: 2 * size + 20 })
  if (rest.accepted > 0) course.clumps.push(clump)
}

async function nextReturn(prober: Prober, size: number, course: Course, since: number): Promise<Recovery> {
  const at = askingTimes(prober, size, course, since)
  const scale = (course.lo + course.hi) / 2
  const result = await recover(prober, { since, at, growth: 1.2, startMs: 0.6 * scale })
  narrow(prober, course, since, result)
  return result
}

/** A look midway, and around each instant at which an earlier clump would return. */
function askingTimes(prober: Prober, size: number, course: Course, since: number): number[] {
  const width = Math.max(course.hi - course.lo, 0.012 * course.hi, 0.5 * prober.roundTripMs())
  const steps = size < 6 ? [0.4, 1.05] : [0.05, 0.35, 0.65, 1.05]
  const returns = course.clumps.slice(-4).map((clump) => clump - since + course.lo)
  const ahead = returns.filter((distance) => since + distance > prober.now())
  const around = ahead.flatMap((distance) => steps.map((step) => distance + step * width))
  const midway = size < 4 ? [] : [0.55 * course.lo]
  return [...midway, ...around].sort((one, other) => one - other)
}

/** Takes the recovery into the interval of the scale when it fits one of the clumps. */
function narrow(prober: Prober, course: Course, since: number, result: Recovery): void {
  const trip = prober.roundTripMs()
  for (const clump of course.clumps.slice(-4)) {
    const lo = Math.max(course.lo, since + result.lo - clump - trip)
    const hi = Math.min(course.hi, since + result.hi - clump)
    if (lo < hi && result.lo > 0) {
      course.lo = lo
      course.hi = hi
      return
    }
  }
  course.lo *= 0.97
  course.hi *= 1.03
}
