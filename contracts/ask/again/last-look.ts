import { tellsToWait } from '../../../evidence/told-wait.ts'
import type { Task } from '../queue.ts'
import { type Confirming, confirmRefusals, subjectOf } from './confirm.ts'

/** Where a product tells a wait, so many of its operations speak for the rest. */
const few = 3

/** How often blamed operations are asked again. Each further time needs one that came back. */
const mostLooks = 3

/**
 * O5d, O12: asks blamed operations once more right before the run ends, all at once. A product may be back, or a target that was away for
 * some seconds. No other operation is asked beside them: it is shown already that others are served. Where an operation is served now,
 * all its refused tasks are asked again.
 */
export async function lookLast(blamed: readonly Task[], looking: Confirming): Promise<void> {
  let left = blamed
  for (let look = 0; look < mostLooks && left.length > 0 && !looking.stage.isOver(); look += 1) {
    const operations = [...Map.groupBy(left, subjectOf).values()]
    const speakers = operations.flatMap(([first]) => first ?? [])
    await askOnce(speakers, looking)
    const isBack = ([first]: readonly Task[]) => first !== undefined && isAnswered(first, looking)
    await looking.askAgain(operations.filter(isBack).flatMap(([, ...others]) => others))
    left = await confirmRefusals(looking)
  }
}

/** A task as it is asked once more: where its connection was reset, with no other open. There may be room for few, and idle ones count. */
export function onceMore(task: Task): Task {
  return { ...task, alone: task.attempts.at(-1)?.failure?.kind === 'reset', notBefore: 0 }
}

const isAnswered = ({ entry }: Task, { ledger }: Confirming) => ledger.outcome(entry.probe.id)?.kind === 'answer'

/** Asks the first few tasks of each product, then the rest. A product that told a wait, and served none of the few, gets no more. */
async function askOnce(tasks: readonly Task[], looking: Confirming): Promise<void> {
  const { stage, askAgain, takeRefused, ledger } = looking
  const wasTold = ({ entry }: Task) => {
    const last = ledger.outcome(entry.probe.id)?.attempts.at(-1)
    return last !== undefined && tellsToWait(last)
  }
  const products = [...Map.groupBy(tasks, ({ entry }) => entry.product).values()]
  const isHeld = (first: readonly Task[]) => !first.some((one) => isAnswered(one, looking)) && first.some(wasTold)
  const first = products.flatMap((own) => own.slice(0, few))
  await askAgain(first, stage)
  const rest = products.flatMap((own) => (isHeld(own.slice(0, few)) ? [] : own.slice(few)))
  await askAgain(rest, stage)
  takeRefused()
}
