import { isRefusedAlone, isServed } from '../../evidence/exchange.ts'
import { credentials } from '../credentials.ts'
import { hasSucceeded, type Outcome } from '../outcome.ts'
import type { Entry } from '../plan.ts'
import { isWatched } from '../probe.ts'
import type { Task } from './queue.ts'
import type { Next, RetryPolicy } from './retry-policy.ts'

/** So many requests to an operation tell that it is used up, each refused as often as one is sent, the last time alone. */
const enough = 3

const keyOf = ({ probe: { operation, credential } }: Entry) => `${credentials[credential].holder} ${operation}`

/**
 * Knows the operations of which another repeat tells no more: those with server errors that came again, and those that a limit refuses for
 * ever without a word of when to come back, as for an account that holds as many as it may: what is broken is refused as ever there,
 * and no success comes any more.
 */
export class FewerRepeats {
  readonly #broken = new Set<string>()
  readonly #usedUp = new Map<string, number>()

  /** Takes note of how a task ended. */
  settled({ entry, attempts }: Task, outcome: Outcome, next?: Next): void {
    const last = attempts.at(-1)
    const isBroken = last !== undefined && isRefusedAlone(last)
    if (isBroken || (outcome.kind === 'server-error' && outcome.repeated)) this.#broken.add(entry.probe.operation ?? '')
    const key = keyOf(entry)
    // What is wrong with a request may be told before anybody counts: that one is refused so says nothing of the limit.
    const isWrong = isWatched(entry.probe) || entry.probe.purpose === 'broken'
    if (hasSucceeded(outcome) || (!isWrong && last !== undefined && isServed(last))) this.#usedUp.delete(key)
    if (next?.kind !== 'limited' || next.isKept || next.isNamed) return
    this.#usedUp.set(key, (this.#usedUp.get(key) ?? 0) + 1)
  }

  /** The policy for what is still to be asked: it is sent once where its operation is used up (O11). */
  policy({ entry }: Task, retry: RetryPolicy): RetryPolicy {
    if ((this.#usedUp.get(keyOf(entry)) ?? 0) >= enough) return { ...retry, attempts: 1 }
    return this.#broken.has(entry.probe.operation ?? '') ? { ...retry, repeats: 1 } : retry
  }
}
