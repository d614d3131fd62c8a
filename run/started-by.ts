import { readFileSync } from 'node:fs'

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
export function watchStarters(): () => boolean {
  const all = startedBy()
  return () => all.some((pid, at) => pid !== (at === 0 ? process.ppid : parentOf(all[at - 1] ?? 0)))
}
