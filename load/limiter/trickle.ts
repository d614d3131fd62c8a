import { trickle } from './constants.ts'
import type { Prober, VolleyOrder } from './prober.ts'
import type { Recurrence } from './trace.ts'

/** Measures how fast the limit gives back, requests a second: drains after growing waits until enough was let through. */
export async function measureTrickle(prober: Prober, size: number, firstWaitMs: number): Promise<number> {
  const enough = Math.max(trickle.enough, size / trickle.enoughParts)
  const start = prober.now()
  let wait = Math.max(firstWaitMs, trickle.shortestWaitMs)
  let total = 0
  let until = start
  for (let step = 0; step < trickle.steps && total < enough; step += 1) {
    await prober.until(prober.now() + wait)
    const drained = await prober.volley(drain(prober, size, 0))
    until = prober.now()
    total += drained.accepted
    wait *= drained.accepted < trickle.few ? trickle.growthWhileFew : trickle.growth
  }
  return (1000 * Math.max(total, 0.5)) / Math.max(1, until - start)
}

/** More requests than a limit of that size lets through in a volley. */
const volleyFor = (size: number) => trickle.sizes * size + trickle.spare

/**
 * A drain to the second refusal, since several counters refuse and serve in turns. It asks four times as fast as the limit gives
 * back, or one by one where a round trip is fast enough.
 */
function drain(prober: Prober, size: number, perSecond: number): VolleyOrder {
  const paceMs = perSecond > 0 ? Math.max(1, trickle.drainMs / perSecond) : trickle.drainPaceMs
  const oneByOne = paceMs >= prober.roundTripMs()
  return { phase: 'drain', count: volleyFor(size), paceMs, oneByOne, stopAfter: 2 }
}

/** A burst at a rested limit, as fast as is needed to see its depth. */
function burst(size: number, perSecond: number): VolleyOrder {
  const paceMs = Math.min(trickle.burstPaceMs, Math.max(1, trickle.burstMs / perSecond))
  return { phase: 'shape', count: volleyFor(size), paceMs, stopAfter: 1 }
}

/**
 * Rounds for limits that give back bit by bit. A bucket starts to refill at once after every burst. A sliding counter keeps still
 * until its window turns; a burst from rest at a random phase shows this. Half a rest tells how deep a bucket is against its rate.
 */
export async function probeTrickle(prober: Prober, shape: Recurrence, looks: readonly number[]): Promise<void> {
  const perSecond = (1000 * shape.size) / shape.scaleMs
  for (const [index, share] of looks.entries()) {
    const last = index === looks.length - 1
    await prober.rest((trickle.rest + (index === 0 ? 0 : trickle.restRandom * prober.random())) * shape.scaleMs)
    const start = prober.now()
    await prober.volley(burst(shape.size, perSecond))
    const steps = last ? trickle.lastSteps : trickle.looksSteps
    for (let step = 1; step <= steps; step += 1) {
      await prober.until(start + ((step - trickle.early * prober.random()) / steps) * share * shape.scaleMs)
      await prober.volley(drain(prober, shape.size, perSecond))
    }
    if (last) continue
    await prober.rest(trickle.halfRest * shape.scaleMs)
    await prober.volley(drain(prober, shape.size, perSecond))
  }
}
