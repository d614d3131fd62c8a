import type { Limiter } from '../../fixtures/limiters.ts'

/** The time to serve all requests of a client that sends each as soon as there is room, seconds. */
export function greedySeconds(limiter: Limiter, requests: number): number {
  let now = 0
  for (let left = requests; left > 0; ) {
    const decision = limiter.take(now)
    if (decision.kind === 'served') left -= 1
    else now += Math.max(1, decision.waitMs ?? 1)
  }
  return now / 1_000
}

/** A request: the key of the count that serves it, and its time under way, milliseconds. */
interface Asked {
  readonly key: string
  readonly takesMs: number
}

/** The time to answer all requests of a client that knows each count, seconds. It sends the first with room, `atOnce` at once. */
export function inOrderSeconds(requests: readonly Asked[], make: () => Limiter, atOnce: number): number {
  const placed = requests.map((request, place) => ({ ...request, place }))
  const counts = [...Map.groupBy(placed, ({ key }) => key).values()].map((own) => ({ own, limiter: make(), openAt: 0 }))
  const freeAt = new Array<number>(atOnce).fill(0)
  let now = 0
  for (let left = requests.length; left > 0; ) {
    now = Math.max(now, Math.min(...freeAt))
    const open = counts.filter(({ own }) => own.length > 0)
    const ready = open.filter(({ openAt }) => openAt <= now)
    const first = ready.toSorted(({ own: [one] }, { own: [other] }) => (one?.place ?? 0) - (other?.place ?? 0))[0]
    if (first === undefined) {
      now = Math.min(...open.map(({ openAt }) => openAt))
      continue
    }
    const decision = first.limiter.take(now)
    if (decision.kind === 'refused') first.openAt = now + Math.max(1, decision.waitMs ?? 1)
    else {
      freeAt[freeAt.indexOf(Math.min(...freeAt))] = now + (first.own.shift()?.takesMs ?? 0)
      left -= 1
    }
  }
  return Math.max(...freeAt) / 1_000
}
