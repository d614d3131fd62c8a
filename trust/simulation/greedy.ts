import type { Limiter } from '../../fixtures/limiters.ts'

/** When the last of so many requests is served to a client that sends each as soon as there is room. */
export function greedySeconds(limiter: Limiter, requests: number): number {
  let now = 0
  for (let left = requests; left > 0; ) {
    const decision = limiter.take(now)
    if (decision.kind === 'served') left -= 1
    else now += Math.max(1, decision.waitMs ?? 1)
  }
  return now / 1_000
}
