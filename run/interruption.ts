import { readFileSync } from 'node:fs'
import { stderr } from 'node:process'

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

/** A file of a process in `/proc`; null where there is no such process, or no `/proc`. */
function told(pid: number, file: 'stat' | 'cmdline'): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return null
  }
}

function parentOf(pid: number): number | null {
  const stat = told(pid, 'stat')
  return stat === null ? null : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

/** npm's command line begins with its own name: `npm run nightly`, `npm exec suite`. */
const isNpm = (pid: number) => /^np[mx]\b|\bnp[mx]-cli\.js\b/.test(told(pid, 'cmdline') ?? '')

/** At most this many processes stand between npm and this one: a shell, and an older Node that started ours. */
const mostBetween = 3

/**
 * The processes that started this one, the nearest first, up to npm. The shell that npm starts outlives npm, and so would the run. Only the
 * parent where there is no npm, or the system does not tell.
 */
function startedBy(): readonly number[] {
  const all = [process.ppid]
  for (let pid = process.ppid; all.length <= mostBetween && !isNpm(pid); ) {
    const parent = parentOf(pid)
    if (parent === null || parent <= 1) return [process.ppid]
    pid = parent
    all.push(pid)
  }
  return isNpm(all.at(-1) ?? 0) ? all : [process.ppid]
}

/** Watches the processes that started this one. Returns a function that tells whether one of them is gone. */
function watchStarters(): () => boolean {
  const all = startedBy()
  return () => all.some((pid, at) => pid !== (at === 0 ? process.ppid : parentOf(all[at - 1] ?? 0)))
}
