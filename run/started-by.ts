import { readFileSync } from 'node:fs'

/** What `/proc` holds of a process; null where there is no such process, or no `/proc`. */
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

/** npm calls itself by what it runs: `npm run nightly`, `npm exec suite`. */
const isNpm = (pid: number) => /^np[mx]\b|\bnp[mx]-cli\.js\b/.test(told(pid, 'cmdline') ?? '')

/** So many stand between npm and this process at most: a shell, and an older Node that handed over. */
const mostBetween = 3

/**
 * Who started this process, the nearest first, as far as npm: the shell that npm starts outlives it, and so would the run. The
 * parent alone where no npm stands behind it, or the system does not say.
 */
function startedBy(): readonly [number, ...number[]] {
  const all: [number, ...number[]] = [process.ppid]
  for (let pid = process.ppid; all.length <= mostBetween && !isNpm(pid); ) {
    const parent = parentOf(pid)
    if (parent === null || parent <= 1) return [process.ppid]
    pid = parent
    all.push(pid)
  }
  return isNpm(all.at(-1) ?? 0) ? all : [process.ppid]
}

/** Watches whoever started this process. Returns what says whether one of them is gone. */
export function watchStarters(): () => boolean {
  const [parent, ...others] = startedBy()
  return () => process.ppid !== parent || others.some((pid, at) => parentOf([parent, ...others][at] ?? 0) !== pid)
}
