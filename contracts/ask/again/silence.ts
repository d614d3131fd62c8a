import type { Dispatcher } from '../dispatcher.ts'
import type { Task } from '../queue.ts'
import type { Stage } from '../stage.ts'

/** How many silent operations are asked with the long timeout: each takes a minute in which nothing else is asked. */
const mostOutwaited = 10

/** What waiting for silent operations needs. */
interface Outwaiting {
  readonly dispatcher: Dispatcher
  readonly stage: Stage
  /** How long a silence must last to count, milliseconds. */
  readonly silenceMs: number
  /** True where less than `ms` milliseconds are left. */
  readonly isTooLate: (ms: number) => boolean
}

/**
 * O12: asks silent probes again, alone and with a long timeout. One silent probe of an operation speaks for its others. Where more
 * operations are silent than `mostOutwaited`, the rest stays inconclusive.
 */
export async function outwaitSilence(silent: readonly Task[], outwaiting: Outwaiting): Promise<void> {
  const { dispatcher, stage, silenceMs, isTooLate } = outwaiting
  const listed = silent.filter(({ entry }) => entry.probe.operation !== null)
  const byOperation = Map.groupBy(listed, ({ entry }) => entry.probe.operation)
  const first = [...byOperation.values()].flatMap((tasks) => tasks.slice(0, 1))
  const ask = async (task: Task) => {
    // A task that a limit holds for too long stays inconclusive.
    if (isTooLate(silenceMs) || !(await dispatcher.release(task, stage.patience()))) return
    await dispatcher.attempt({ ...task, fresh: true }, stage, silenceMs + 500)
  }
  for (const task of first.slice(0, mostOutwaited)) {
    await ask(task)
    // Servers may hang up after half a minute: then the task is asked once more, with the same timeout.
    const again = stage.queue.take(({ entry, attempts }) => entry === task.entry && attempts.at(-1)?.failure !== null)
    if (again !== null) await ask(again)
  }
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
