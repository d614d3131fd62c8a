import { ChildProcess, spawn } from 'node:child_process'
import type { RealPipe } from './real-pipe.ts'

/** Only the variables that a program needs of ours: no key that happens to stand in the environment is handed on. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A program to run: bounded in time, ended with everything it started. */
export interface ChildOrder {
  readonly command: string
  readonly args: readonly string[]
  readonly environment: Environment
  readonly directory?: string
  /** Milliseconds that it may take in all. */
  readonly maxMs: number
  /** Milliseconds that it may be silent; no bound unless given. */
  readonly silentMs?: number
  /** Milliseconds from the request to end (SIGINT) to the end (SIGKILL). */
  readonly graceMs?: number
  readonly signal?: AbortSignal | undefined
  /** For its output, where one of Node's will not do; it is closed with the program. */
  readonly pipe?: RealPipe | null
  readonly onOutput?: (bytes: Buffer) => void
  readonly onError?: (bytes: Buffer) => void
}

/** How a program ended: by itself, or why we ended it. `failed`: it could not be started. */
export interface ChildEnd {
  readonly by: 'itself' | 'time' | 'silence' | 'interrupt' | 'failed'
  readonly code: number | null
  /** For `failed`, the system's code: `ENOENT`, `EACCES` … */
  readonly error: string | null
}

/** Ends a whole process group; one that is gone already is no error. */
function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // Gone, or (never for a child of ours) not allowed: nothing to do in either case.
  }
}

/** Node throws some failures of a start (`ETXTBSY`, `E2BIG`) and reports the others later. */
function started({ command, args, environment, directory, pipe }: ChildOrder): ChildProcess | { error: string } {
  try {
    return spawn(command, args, {
      env: { ...environment },
      stdio: ['ignore', pipe?.writing ?? 'pipe', 'pipe'],
      detached: true,
      ...(directory === undefined ? {} : { cwd: directory }),
    })
  } catch (error) {
    return { error: (error as NodeJS.ErrnoException).code ?? String(error) }
  }
}

/** Runs a program in a process group of its own, so that a Ctrl-C meant for us lets us end it in order. Never rejects. */
export function runChild(order: ChildOrder): Promise<ChildEnd> {
  return new Promise((resolve) => {
    if (order.signal?.aborted) {
      resolve({ by: 'interrupt', code: null, error: null })
      return
    }
    const { pipe } = order
    const child = started(order)
    pipe?.letGo()
    if (!(child instanceof ChildProcess)) {
      pipe?.read(() => {})()
      resolve({ by: 'failed', code: null, error: child.error })
      return
    }
    let by: ChildEnd['by'] = 'itself'
    const timers = new Set<NodeJS.Timeout>()
    const later = (ms: number, work: () => void) => {
      const timer = setTimeout(work, ms)
      timers.add(timer)
      return timer
    }
    const end = (why: ChildEnd['by']) => {
      if (by !== 'itself') return
      by = why
      endGroup(child.pid, 'SIGINT')
      later(order.graceMs ?? 2000, () => endGroup(child.pid, 'SIGKILL'))
    }
    const interrupt = () => end('interrupt')
    const silence = order.silentMs === undefined ? null : later(order.silentMs, () => end('silence'))
    later(order.maxMs, () => end('time'))
    order.signal?.addEventListener('abort', interrupt, { once: true })

    let settled = false
    const settle = (result: ChildEnd) => {
      if (settled) return
      settled = true
      for (const timer of timers) clearTimeout(timer)
      endReading?.()
      order.signal?.removeEventListener('abort', interrupt)
      endGroup(child.pid, 'SIGKILL')
      child.stdout?.destroy()
      child.stderr?.destroy()
      resolve(result)
    }
    const took = (bytes: Buffer) => {
      silence?.refresh()
      order.onOutput?.(bytes)
    }
    const endReading = pipe?.read(took)
    child.stdout?.on('data', took)
    child.stderr?.on('data', (bytes: Buffer) => {
      silence?.refresh()
      order.onError?.(bytes)
    })
    child.on('error', (error: NodeJS.ErrnoException) =>
      settle({ by: 'failed', code: null, error: error.code ?? error.message }),
    )
    child.on('close', (code) => settle({ by, code, error: null }))
    // What it started may hold its output open: that is not waited for.
    child.on('exit', (code) => later(500, () => settle({ by, code, error: null })))
  })
}
