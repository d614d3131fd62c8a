import { stderr } from 'node:process'
import { watchStarters } from './started-by.ts'

/** Watches for what ends a run from outside, until it is disposed of. */
export interface Interruption extends Disposable {
  readonly signal: AbortSignal
  /** What it was, once it came. */
  readonly reason: () => string | null
  /** Ends the run as a signal would, where going on is of no use. */
  readonly interrupt: (why: string) => void
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Until a run watches for itself, a signal ends the process with a word and the exit code of an interruption. */
export function endOnSignals(): void {
  for (const signal of signals) {
    process.on(signal, () => {
      if (process.listenerCount(signal) > 1) return
      stderr.write(`Interrupted (${signal}): nothing was asked.\n`)
      process.exit(130)
    })
  }
}

/** A signal that comes so soon after the first is the same: a Ctrl-C reaches us directly and by npm, which hands it on. */
const sameSignalMs = 1_000

/**
 * SIGINT, SIGTERM, SIGHUP and the end of the parent (a signal to an npm or npx wrapper orphans what it started) abort the
 * run once; a second signal, a moment later, ends the process at once.
 */
export function watchInterruption(): Interruption {
  const controller = new AbortController()
  let reason: string | null = null
  let since = 0
  const interrupt = (why: string) => {
    if (reason !== null) return
    reason = why
    since = Date.now()
    controller.abort()
  }
  const received = (signal: string) => {
    if (reason !== null && Date.now() - since > sameSignalMs) process.exit(130)
    interrupt(signal)
  }
  const handlers = signals.map((signal) => [signal, () => received(signal)] as const)
  for (const [signal, handler] of handlers) process.on(signal, handler)
  const isOrphaned = watchStarters()
  const timer = setInterval(() => {
    if (isOrphaned()) interrupt('the parent is gone')
  }, 500)
  timer.unref()
  return {
    signal: controller.signal,
    reason: () => reason,
    interrupt,
    [Symbol.dispose]: () => {
      clearInterval(timer)
      for (const [signal, handler] of handlers) process.off(signal, handler)
    },
  }
}
