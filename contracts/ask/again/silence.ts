import type { Dispatcher } from '../dispatcher.ts'
import type { Task } from '../queue.ts'
import type { Stage } from '../stage.ts'

/** How many silent operations are waited for to the end: each takes a minute in which nothing else is asked. */
const mostOutwaited = 10

/** What waiting for the silent takes. */
interface Outwaiting {
  readonly dispatcher: Dispatcher
  readonly stage: Stage
  /** How long silence must last to count, milliseconds. */
  readonly silenceMs: number
  /** True where so many milliseconds are not left. */
  readonly isTooLate: (ms: number) => boolean
}

/**
 * O12: silence is asked again alone, with a long limit; one silent probe of an operation speaks for the others. Where more
 * operations are silent than there is patience for, the rest stays inconclusive.
 */
export async function outwaitSilence(silent: readonly Task[], outwaiting: Outwaiting): Promise<void> {
  const { dispatcher, stage, silenceMs, isTooLate } = outwaiting
  const listed = silent.filter(({ entry }) => entry.probe.operation !== null)
  const byOperation = Map.groupBy(listed, ({ entry }) => entry.probe.operation)
  const first = [...byOperation.values()].flatMap((tasks) => tasks.slice(0, 1))
  const ask = async (task: Task) => {
    // What a limit holds for longer than is waited stays inconclusive.
    if (isTooLate(silenceMs) || !(await dispatcher.release(task, stage.patience()))) return
    await dispatcher.attempt({ ...task, fresh: true }, stage, silenceMs + 500)
  }
  for (const task of first.slice(0, mostOutwaited)) {
    await ask(task)
    // Hung up on, after half a minute as servers do, it is asked once more as long.
    const again = stage.queue.take(({ entry, attempts }) => entry === task.entry && attempts.at(-1)?.failure !== null)
    if (again !== null) await ask(again)
  }
}

/** So many unlisted routes are waited for as long as others, and the rest so many milliseconds where those were silent. */
const enoughSilent = 12
const shortTimeoutMs = 1_000

/** How long a route that nobody lists is waited for: that it is never answered is all there is to know. */
export class UnlistedRoutes {
  #silent = 0
  #isAnswered = false

  settled(isSilent: boolean): void {
    if (isSilent) this.#silent += 1
    else this.#isAnswered = true
  }

  /** @param usual How long others are waited for, milliseconds. */
  timeoutMs(usual: number): number {
    return !this.#isAnswered && this.#silent >= enoughSilent ? Math.min(usual, shortTimeoutMs) : usual
  }
}
