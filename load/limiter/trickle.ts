import type { Prober, VolleyOrder } from './prober.ts'
import type { Shape } from './transport.ts'

/** How fast it comes back, requests a second: drains after growing waits until enough was let through. */
export async function measureTrickle(prober: Prober, size: number, firstWaitMs: number): Promise<number> {
  const enough = Math.max(6, size / 3)
  const start = prober.now()
  let wait = Math.max(firstWaitMs, 30)
  let total = 0
  let until = start
  for (let step = 0; step < 12 && total < enough; step += 1) {
    await prober.until(prober.now() + wait)
    const drained = await prober.volley(drain(prober, size, 0))
    until = prober.now()
    total += drained.accepted
    wait *= drained.accepted < 3 ? 1.6 : 1.2
  }
  return (1000 * Math.max(total, 0.5)) / Math.max(1, until - start)
}

/** Until the first refusal; four times as fast as it comes back, or one by one where a round trip is fast enough. */
function drain(prober: Prober, size: number, perSecond: number): VolleyOrder {
  const paceMs = perSecond > 0 ? Math.max(1, 250 / perSecond) : 5
  const oneByOne = paceMs >= prober.roundTripMs()
  return { phase: 'drain', count: 3 * size + 40, paceMs, oneByOne, stopAfter: 1 }
}

/** From a rested limit, as fast as is needed to see its depth. */
function burst(size: number, perSecond: number): VolleyOrder {
  return { phase: 'shape', count: 3 * size + 40, paceMs: Math.min(5, Math.max(1, 125 / perSecond)), stopAfter: 1 }
}

/**
 * Rounds for limits that give back bit by bit. A bucket starts to refill at once after every burst; a sliding counter
 * keeps still until its window turns, which a burst from rest at a random phase shows; half a rest tells how deep a
 * bucket is against its rate.
 */
export async function probeTrickle(prober: Prober, shape: Shape, looks: readonly number[], random: () => number) {
  const perSecond = (1000 * shape.size) / shape.scaleMs
  for (const [index, share] of looks.entries()) {
    const last = index === looks.length - 1
    await prober.rest((1.15 + (index === 0 ? 0 : 0.5 * random())) * shape.scaleMs)
    const start = prober.now()
    await prober.volley(burst(shape.size, perSecond))
    const steps = last ? 5 : 6
    for (let step = 1; step <= steps; step += 1) {
      await prober.until(start + ((step - 0.3 * random()) / steps) * share * shape.scaleMs)
      await prober.volley(drain(prober, shape.size, perSecond))
    }
    if (last) continue
    await prober.rest(0.5 * shape.scaleMs)
    await prober.volley(drain(prober, shape.size, perSecond))
  }
}
