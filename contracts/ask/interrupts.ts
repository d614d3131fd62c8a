const known = new WeakMap<AbortSignal, Set<() => void>>()

/** What is called when a signal comes. The signal itself is listened to once: each request adds to this and takes from it. */
export function interruptsOf(signal: AbortSignal): Set<() => void> {
  const before = known.get(signal)
  if (before !== undefined) return before
  const calls = new Set<() => void>()
  known.set(signal, calls)
  signal.addEventListener('abort', () => {
    for (const call of calls) call()
  })
  return calls
}
