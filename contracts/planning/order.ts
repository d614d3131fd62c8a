import type { Entry } from '../plan.ts'

/**
 * The order of a plan: the first entry tells whether anyone is there; then products take turns, repetitions are spread over the
 * run, and session operations come last.
 */
export function ordered(entries: readonly Entry[]): readonly Entry[] {
  const again = entries.filter(({ probe, phase }) => probe.nth > 0 && phase === 'main')
  const main = entries.filter(({ probe, phase }) => probe.nth === 0 && phase === 'main')
  const sessions = entries.filter(({ phase }) => phase === 'sessions')
  return [...spread(takingTurns(main), again), ...sessions]
}

/** One entry of each product in turn, so that a limit on one product holds up that product alone. */
function takingTurns(entries: readonly Entry[]): readonly Entry[] {
  const turnOf = ({ probe: { operation }, product }: Entry) => (operation === null ? 'unknown routes' : product)
  const queues = [...Map.groupBy(entries, turnOf).values()]
  const longest = Math.max(0, ...queues.map((queue) => queue.length))
  return Array.from({ length: longest }, (_, turn) => queues.flatMap((queue) => queue.slice(turn, turn + 1))).flat()
}

/** Puts `rest` between `entries` at even distances. */
function spread<T>(entries: readonly T[], rest: readonly T[]): readonly T[] {
  const every = Math.max(1, Math.floor(entries.length / (rest.length + 1)))
  const out: T[] = []
  let next = 0
  for (const [index, entry] of entries.entries()) {
    out.push(entry)
    const more = (index + 1) % every === 0 ? rest[next] : undefined
    if (more === undefined) continue
    out.push(more)
    next += 1
  }
  return [...out, ...rest.slice(next)]
}
