import { ChildProcess, spawn } from 'node:child_process'
import type { RealPipe } from './real-pipe.ts'

/** The variables of ours that a program needs. A key that happens to stand in our environment is not handed on. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A program to run. Its time is bounded, and everything that it started ends with it. */
export interface ChildOrder {
  readonly command: string
  readonly args: readonly string[]
  readonly environment: Environment
  readonly directory?: string
  /** Milliseconds that the program may take in all. */
  readonly maxMs: number
  /** Milliseconds that the program may be silent. @default no bound */
  readonly silentMs?: number
  /** Milliseconds from asking the program to end (SIGINT) to killing it (SIGKILL). */
  readonly graceMs?: number
  readonly signal?: AbortSignal | undefined
  /** A pipe for the program's output, where one of Node's will not do. It is closed with the program. */
  readonly pipe?: RealPipe | null
  readonly onOutput?: (bytes: Buffer) => void
  readonly onError?: (bytes: Buffer) => void
}

/** How a program ended: by itself, or why we ended it. `failed`: the program could not be started. */
export interface ChildEnd {
  readonly by: 'itself' | 'time' | 'silence' | 'interrupt' | 'failed'
  readonly code: number | null
  /** For `failed`, the system's code: `ENOENT`, `EACCES` … */
  readonly error: string | null
}

/** Ends a whole process group. A group that is gone already is no error. */
function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // The group is gone, or (never for a child of ours) we may not end it: nothing to do in either case.
  }
}

/** Starts a program. Node throws some failures of a start (`ETXTBSY`, `E2BIG`) and reports the others later. */
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

/** Runs a program in a process group of its own: Ctrl-C reaches us alone, and we end the program in order. Never rejects. */
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
    // Other programs that it started may hold its output open: we do not wait for those.
    child.on('exit', (code) => later(500, () => settle({ by, code, error: null })))
  })
}
