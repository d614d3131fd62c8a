import { isRefusedAlone, isServed } from '../../evidence/exchange.ts'
import { credentials } from '../credentials.ts'
import { hasSucceeded, type Outcome } from '../outcome.ts'
import type { Entry } from '../plan.ts'
import { isWatched } from '../probe.ts'
import type { Task } from './queue.ts'
import type { Next, RetryPolicy } from './retry-policy.ts'

/** An operation is used up after so many probes that a limit refused on every attempt, the last one alone. */
const enough = 3

const keyOf = ({ probe: { operation, credential } }: Entry) => `${credentials[credential].holder} ${operation}`

/**
 * Knows the operations where another repeat tells no more. Broken ones gave server errors again. Used-up ones are refused for ever by a
 * limit that tells no wait, such as an account that holds as many as it may. They still refuse broken requests as ever, but serve no
 * success any more.
 */
export class FewerRepeats {
  readonly #broken = new Set<string>()
  readonly #usedUp = new Map<string, number>()

  /** Takes note of how a task ended. */
  settled({ entry, attempts }: Task, outcome: Outcome, next?: Next): void {
    const last = attempts.at(-1)
    const isBroken = last !== undefined && isRefusedAlone(last)
    if (isBroken || (outcome.kind === 'server-error' && outcome.repeated)) this.#broken.add(entry.probe.operation ?? '')
    // A service may tell what is wrong with a request before it counts the request: such an answer says nothing of the limit.
    const isWrong = isWatched(entry.probe) || entry.probe.purpose === 'broken'
    const isUsable = hasSucceeded(outcome) || (!isWrong && last !== undefined && isServed(last))
    if (isUsable && this.#usedUp.size > 0) this.#usedUp.delete(keyOf(entry))
    if (next?.kind !== 'limited' || next.isKept || next.isNamed) return
    const key = keyOf(entry)
    this.#usedUp.set(key, (this.#usedUp.get(key) ?? 0) + 1)
  }

  /** The retry policy for a task: one attempt where its operation is used up (O11), one repeat where it is broken. */
  policy({ entry }: Task, retry: RetryPolicy): RetryPolicy {
    if (this.#usedUp.size > 0 && (this.#usedUp.get(keyOf(entry)) ?? 0) >= enough) return { ...retry, attempts: 1 }
    return this.#broken.has(entry.probe.operation ?? '') ? { ...retry, repeats: 1 } : retry
  }
}
