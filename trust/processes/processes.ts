import { readdirSync, readFileSync } from 'node:fs'

/** A process as /proc tells it: its number alone may be given to another one later. */
export interface Process {
  readonly pid: number
  readonly parent: number
  /** Clock ticks from the start of the machine: with the number, the process itself. */
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

/** Everything that a process started, directly or not. */
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

/** Those that are still there. */
export function stillThere(processes: readonly Process[]): readonly Process[] {
  return processes.filter(({ pid, startedAt }) => read(pid)?.startedAt === startedAt)
}

/** Waits until a question is answered by something, at most so many milliseconds. */
export async function eventually<T>(ask: () => T | null | undefined | false, mostMs: number): Promise<T> {
  const until = Date.now() + mostMs
  for (;;) {
    const answer = ask()
    if (answer !== null && answer !== undefined && answer !== false) return answer
    if (Date.now() > until) throw new Error(`not within ${mostMs} ms`)
    await new Promise((done) => setTimeout(done, 40))
  }
}
