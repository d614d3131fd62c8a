import type { Exchange } from '../../evidence/exchange.ts'
import { answerOf } from '../answer.ts'
import { isOwed, mayBeLimit } from '../outcome.ts'
import type { Entry } from '../plan.ts'
import type { Task } from './queue.ts'
import { isLimit, type Next, type RetryPolicy } from './retry-policy.ts'

/** So many probes are tried as limited ones. If none gives way, the code is wrong and there is no limit. */
const enough = 3

/** True for a refusal that may be a limit with another status than 429, and tells no wait. */
function isUntold(attempt: Exchange): boolean {
  const answer = answerOf(attempt)
  return answer !== null && !isLimit(attempt) && mayBeLimit(answer)
}

/** The same, where the status is not what the credential is owed. */
function tells({ probe }: Entry, attempt: Exchange): boolean {
  const answer = answerOf(attempt)
  return answer !== null && isUntold(attempt) && !isOwed(probe, answer)
}

/** O11: finds out whether refusals with `rate_limited`, another status than 429 and no wait are a limit. A few probes are tried for all. */
export class UntoldLimit {
  readonly #tried = new Set<string>()
  #stayed = 0
  #gaveWay = false

  /** How a task is asked again after such a refusal; null after any other answer, and where none gave way. */
  howAgain({ entry, attempts }: Task): NonNullable<RetryPolicy['untold']> | null {
    const last = attempts.at(-1)
    if (last === undefined || !isUntold(last)) return null
    if (this.#gaveWay) return 'as-limit'
    if (this.#stayed >= enough) return null
    if (tells(entry, last) && this.#tried.size < enough) this.#tried.add(entry.probe.id)
    if (this.#tried.has(entry.probe.id)) return 'tried'
    return this.#tried.size === 0 ? null : 'later'
  }

  /** Takes note of how a task ended. */
  settled({ entry, attempts }: Task, next?: Next): void {
    const last = attempts.at(-1)
    if (last === undefined || last.response === null || !attempts.some((one) => tells(entry, one))) return
    if (!isUntold(last)) this.#gaveWay = true
    else if (next !== undefined && this.#tried.has(entry.probe.id)) this.#stayed += 1
  }
}
