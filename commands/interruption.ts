/** Watches for what ends a run from outside. */
export interface Interruption {
  readonly signal: AbortSignal
  /** What it was, once it came. */
  readonly reason: () => string | null
  /** Stops watching. */
  readonly release: () => void
}

/**
 * SIGINT, SIGTERM, SIGHUP and the end of the parent (SIGTERM to an npm or npx wrapper orphans what it started) abort the
 * run once; a second signal ends the process at once.
 */
export function watchInterruption(): Interruption {
  const controller = new AbortController()
  let reason: string | null = null
  const interrupt = (why: string) => {
    if (reason !== null) process.exit(130)
    reason = why
    controller.abort()
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const handlers = signals.map((signal) => [signal, () => interrupt(signal)] as const)
  for (const [signal, handler] of handlers) process.on(signal, handler)
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid !== parent && reason === null) interrupt('the parent is gone')
  }, 500)
  timer.unref()
  return {
    signal: controller.signal,
    reason: () => reason,
    release: () => {
      clearInterval(timer)
      for (const [signal, handler] of handlers) process.off(signal, handler)
    },
  }
}
