import type { Dispatcher } from '../dispatcher.ts'
import type { Ledger } from '../ledger.ts'
import type { Task } from '../queue.ts'
import type { Stage } from '../stage.ts'

/** How many operations may use the long timeout: each takes a minute in which nothing else is asked. */
const mostOutwaited = 10

/** What waiting for silent operations needs. */
interface Outwaiting {
  readonly dispatcher: Dispatcher
  readonly ledger: Ledger
  readonly stage: Stage
  /** How long a silence must last to count, milliseconds. */
  readonly silenceMs: number
  /** True where less than `ms` milliseconds are left. */
  readonly isTooLate: (ms: number) => boolean
  /** The timeout of other probes, milliseconds: what is answered within it was silent only for a moment. */
  readonly usualMs: number
}

/**
 * O12: asks silent probes again, alone and with a long timeout. What is answered quickly takes no time, as where a service of few workers
 * keeps a connection for each: then all probes of all operations are asked. Else one silent probe of an operation speaks for its others,
 * and where more operations are silent than `mostOutwaited`, the rest stays inconclusive. True where any was answered.
 */
export async function outwaitSilence(silent: readonly Task[], outwaiting: Outwaiting): Promise<boolean> {
  const { dispatcher, ledger, stage, silenceMs, usualMs, isTooLate } = outwaiting
  const answered = ({ entry }: Task) => {
    const outcome = ledger.outcome(entry.probe.id)
    return outcome?.kind === 'answer' ? outcome.attempts.at(-1) : undefined
  }
  const listed = silent.filter(({ entry }) => entry.probe.operation !== null)
  const byOperation = Map.groupBy(listed, ({ entry }) => entry.probe.operation)
  const ask = async (task: Task) => {
    // A task that a limit holds for too long stays inconclusive.
    if (isTooLate(silenceMs) || !(await dispatcher.release(task, stage.patience()))) return
    await dispatcher.attempt({ ...task, fresh: true }, stage, silenceMs + 500)
  }
  let outwaited = 0
  for (const tasks of byOperation.values()) {
    for (const task of tasks) {
      await ask(task)
      // Servers may hang up after half a minute: then the task is asked once more, with the same timeout.
      const again = stage.queue.take(({ entry, attempts }) => entry === task.entry && attempts.at(-1)?.failure !== null)
      if (again !== null) await ask(again)
      if ((answered(task)?.endMs ?? Number.POSITIVE_INFINITY) <= usualMs) continue
      outwaited += 1
      break
    }
    if (outwaited >= mostOutwaited) break
  }
  return silent.some(answered)
}

/** Where the first so many unlisted routes are all silent, the rest gets only a short timeout, milliseconds. */
const enoughSilent = 12
const shortTimeoutMs = 1_000

/** Knows the timeout of unlisted routes: where none of them is answered, there is nothing more to learn. */
export class UnlistedRoutes {
  #silent = 0
  #isAnswered = false

  settled(isSilent: boolean): void {
    if (isSilent) this.#silent += 1
    else this.#isAnswered = true
  }

  /** @param usual The timeout of other probes, milliseconds. */
  timeoutMs(usual: number): number {
    return !this.#isAnswered && this.#silent >= enoughSilent ? Math.min(usual, shortTimeoutMs) : usual
  }
}
