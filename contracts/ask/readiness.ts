import { type Exchange, mayBeShedding } from '../../evidence/exchange.ts'
import { tellsToWait } from '../../evidence/told-wait.ts'
import { isBlamed } from '../outcome.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { Stage } from './stage.ts'

/** Milliseconds between two attempts while the target is not up. */
const pauseMs = 500

/** Nobody is there after so many refused connections. */
const refusalsThatTell = 3

/** How often a gateway may say that nobody is there yet, whatever the wait of the run: with the pauses, five seconds. */
const mostUnavailable = 10

/** True for what comes while a target starts: a failure, or the 502, 503 or 504 of a gateway in front of it. */
function isDown(exchange: Exchange): boolean {
  const { failure } = exchange
  return failure === null ? mayBeShedding(exchange) : isBlamed(failure.kind)
}

/** What waiting for a target needs. */
interface Waiting {
  readonly dispatcher: Dispatcher
  readonly stage: Stage
  /** True while the target may still be waited for. */
  readonly mayWait: () => boolean
  /** Called where nobody is there. */
  readonly giveUp: () => void
}

/**
 * Sends the first task of a stage alone, again and again until the target is up. So a few requests, and no volley, tell that nobody is
 * there. Attempts at a target that is not up say nothing about the operation. They are marked, so that no judge reads them, and the
 * circuit breaker does not see them.
 */
export async function awaitTarget({ dispatcher, stage, mayWait, giveUp }: Waiting): Promise<void> {
  let task = stage.queue.take(() => true)
  let refusals = 0
  for (let attempts = 1; task !== null; attempts += 1) {
    const exchange = await dispatcher.send(task)
    if (exchange === null) return
    const isLate = !mayWait()
    const isRefused = exchange.failure?.kind === 'refused'
    if (isRefused) refusals += 1
    const isStarting = mayBeShedding(exchange) && !tellsToWait(exchange) && attempts <= mostUnavailable
    if (isLate ? !isRefused && !isStarting : !isDown(exchange)) return dispatcher.conclude(task, exchange, stage)
    task = dispatcher.disregard(task, { ...exchange, facts: { readiness: true } }, pauseMs)
    await dispatcher.release(task, stage)
    if (isLate && refusals >= refusalsThatTell) giveUp()
    if (stage.isOver()) return stage.queue.putBack(task)
  }
}
