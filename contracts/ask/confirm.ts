import { type Exchange, mayBeShedding } from '../../evidence/exchange.ts'
import type { Dispatcher, Stage } from './dispatcher.ts'
import type { Task } from './queue.ts'

/** How often what is refused is asked again while nothing else is served either, and what is waited before. Milliseconds. */
const mostTurns = 4
const firstWaitMs = 1_000

/** What confirming takes. */
interface Confirming {
  readonly dispatcher: Dispatcher
  /** Its policy repeats nothing. */
  readonly stage: Stage
  /** What was refused with 502, 503 or 504 although it was alone. */
  readonly refused: readonly Task[]
  /** A task that was served: whether the target serves anyone is told by it. */
  readonly served: Task
}

const isServed = ({ failure, response }: Exchange) =>
  failure === null && response !== null && response.status < 500 && response.status !== 429

/**
 * Asks what was served before once more: whether the target serves anyone is told by it, and nothing of the operation. Null where the
 * run was interrupted.
 */
export async function askAgain(dispatcher: Dispatcher, witness: Task): Promise<boolean | null> {
  const exchange = await dispatcher.send(witness)
  if (exchange === null) return null
  await dispatcher.disregard(witness, { ...exchange, facts: { readiness: true } }, 0)
  return isServed(exchange)
}

/**
 * O5d: what is refused with 502, 503 or 504 alone, again and again, is asked once more at the end, when all is quiet, and right
 * after it something that was served before. Only where that is served is the refusal about the operation, and not about a limit
 * that answers so (O14), or a target that is not there any more.
 */
export async function confirmRefusals({ dispatcher, stage, refused, served }: Confirming): Promise<void> {
  let witness = { ...served, alone: true, fresh: true }
  for (const task of refused) {
    let own = { ...task, alone: true, fresh: true }
    for (let turn = 0; turn < mostTurns; turn += 1) {
      if (stage.isOver()) return
      const exchange = await dispatcher.send(own)
      if (exchange === null) return
      if (!mayBeShedding(exchange)) {
        dispatcher.conclude(own, exchange, stage)
        break
      }
      const othersServed = await askAgain(dispatcher, witness)
      if (othersServed === null) return
      witness = { ...witness, sent: witness.sent + 1 }
      if (othersServed) {
        dispatcher.conclude(own, { ...exchange, facts: { ...exchange.facts, othersServed } }, stage)
        break
      }
      await dispatcher.disregard(own, { ...exchange, facts: { readiness: true } }, firstWaitMs * 2 ** turn)
      own = { ...own, sent: own.sent + 1 }
    }
  }
}
