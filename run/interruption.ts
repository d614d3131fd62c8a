import { stderr } from 'node:process'
import { watchStarters } from './started-by.ts'

/** Watches for an end of the run from outside, until it is disposed of. */
export interface Interruption extends Disposable {
  readonly signal: AbortSignal
  /** What interrupted the run; null until then. */
  readonly reason: () => string | null
  /** Ends the run as a signal would, where going on is useless. */
  readonly interrupt: (why: string) => void
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Handles signals before and after a run watches for them. Before a run the process says so and exits with 130. After it the process keeps
 * the exit code of the run, which stands in the files already.
 */
export function endOnSignals(): void {
  for (const signal of signals) {
    process.on(signal, () => {
      if (process.listenerCount(signal) > 1) return
      if (process.exitCode !== undefined) process.exit()
      stderr.write(`Interrupted (${signal}): nothing was asked.\n`)
      process.exit(130)
    })
  }
}

/** A second signal within this time counts as the first one: Ctrl-C comes directly, and again through npm. Milliseconds. */
const sameSignalMs = 1_000

/**
 * SIGINT, SIGTERM, SIGHUP and the end of the parent abort the run once. (A signal to npm or npx leaves its children orphaned.) A later
 * second signal ends the process at once.
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
