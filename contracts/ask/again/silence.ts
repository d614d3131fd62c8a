import type { Entry } from '../../plan.ts'
import type { Task } from '../queue.ts'
import type { Stage } from '../stage.ts'
import type { Again } from './again.ts'

/** How many operations may use the long timeout: each takes a minute in which nothing else is asked. */
const mostOutwaited = 10

/** What waiting for silent operations needs. */
interface Outwaiting extends Again {
  readonly stage: Stage
  /** How long a silence must last to count, milliseconds. */
  readonly silenceMs: number
  /** True where less than `ms` milliseconds are left. */
  readonly isTooLate: (ms: number) => boolean
  /** The timeout of other probes, milliseconds: what is answered within it was silent only for a moment. */
  readonly usualMs: number
}

/** The most rounds. Each asks what waited for an answer, and some of that may be silent for a moment too. */
const mostRounds = 4

/**
 * O12: asks silent probes again, alone and with a long timeout, and then what waited for their answers. What is answered quickly takes no
 * time, as where a service of few workers keeps a connection for each: then all probes of all operations are asked. Else one silent probe
 * of an operation speaks for its others, and where more operations are silent than `mostOutwaited`, the rest stays inconclusive. `silent`
 * grows while probes are asked.
 */
export async function outwaitSilence(silent: readonly Task[], outwaiting: Outwaiting): Promise<void> {
  const known = new Set<Entry>()
  let left = mostOutwaited
  for (let round = 0; round < mostRounds; round += 1) {
    const tasks = silent.filter(({ entry }) => entry.probe.operation !== null && !known.has(entry))
    for (const { entry } of tasks) known.add(entry)
    for (const own of Map.groupBy(tasks, ({ entry }) => entry.probe.operation).values()) {
      if (left === 0) break
      if (!(await areQuick(own, outwaiting))) left -= 1
    }
    if (!tasks.some(({ entry }) => outwaiting.ledger.outcome(entry.probe.id)?.kind === 'answer')) return
    for (const phase of ['main', 'sessions'] as const) await outwaiting.askMissed(phase)
  }
}

/** Asks silent probes of one operation again, up to the first that is not answered within the usual timeout. Says whether all were. */
async function areQuick(tasks: readonly Task[], outwaiting: Outwaiting): Promise<boolean> {
  const { dispatcher, ledger, stage, silenceMs, usualMs, isTooLate } = outwaiting
  const ask = async (task: Task) => {
    // A task that a limit holds for too long stays inconclusive.
    if (isTooLate(silenceMs) || !(await dispatcher.release(task, stage))) return
    await dispatcher.attempt({ ...task, fresh: true }, stage, silenceMs + 500)
  }
  for (const task of tasks) {
    await ask(task)
    // Servers may hang up after half a minute: then the task is asked once more, with the same timeout.
    const again = stage.queue.take(({ entry, attempts }) => entry === task.entry && attempts.at(-1)?.failure !== null)
    if (again !== null) await ask(again)
    const outcome = ledger.outcome(task.entry.probe.id)
    const endMs = outcome?.kind === 'answer' ? outcome.attempts.at(-1)?.endMs : undefined
    if (endMs === undefined || endMs > usualMs) return false
  }
  return true
}
