import { readdirSync, readFileSync } from 'node:fs'

/** A process as /proc shows it. The pid alone is not enough: later it may belong to another process. */
export interface Process {
  readonly pid: number
  readonly parent: number
  /** Clock ticks from the start of the machine to that of the process. No other process has this and the pid. */
  readonly startedAt: string
  readonly arguments: string
}

function read(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z') return null
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return { pid, parent: Number(parent), startedAt: rest[17] ?? '', arguments: words }
  } catch {
    return null
  }
}

/** All processes that a process started, directly or through others. */
export function descendantsOf(pid: number | undefined): readonly Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => read(Number(name)) ?? [])
  const found: Process[] = []
  const wanted = [pid]
  for (const parent of wanted) {
    for (const one of all) {
      if (one.parent !== parent) continue
      found.push(one)
      wanted.push(one.pid)
    }
  }
  return found
}

/** Those of the processes that still run. */
export function stillThere(processes: readonly Process[]): readonly Process[] {
  return processes.filter(({ pid, startedAt }) => read(pid)?.startedAt === startedAt)
}

/** Calls `ask` until it gives neither null, undefined nor false. Throws where that takes longer than `mostMs`. */
export async function eventually<T>(ask: () => T | null | undefined | false, mostMs: number): Promise<T> {
  const until = Date.now() + mostMs
  for (;;) {
    const answer = ask()
    if (answer !== null && answer !== undefined && answer !== false) return answer
    if (Date.now() > until) throw new Error(`not within ${mostMs} ms`)
    await new Promise((done) => setTimeout(done, 40))
  }
}
