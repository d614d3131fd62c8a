import { type Exchange, mayBeShedding } from '../../evidence/exchange.ts'
import type { Profile } from '../../evidence/results.ts'
import { type Wait, waitFor } from '../../evidence/retry-after.ts'
import { retryAfterOf } from '../../evidence/told-wait.ts'
import { headerValue } from '../../fixtures/headers.ts'
import { answerOf } from '../answer.ts'
import { isIdleClose, isRefusalByLimit } from '../outcome.ts'

/**
 * What to do after an attempt. `alone`: with nothing else under way (O5d). `at-end`: ask again at the end, alone and with a long
 * limit (O12).
 */
export type Next =
  | { readonly kind: 'settled' }
  | { readonly kind: 'again'; readonly afterMs: number; readonly fresh: boolean; readonly alone: boolean }
  /** `isNamed`: the answer itself says when to come back. */
  | { readonly kind: 'limited'; readonly wait: Wait; readonly isNamed: boolean; readonly alone: boolean }
  | { readonly kind: 'at-end' }

/** How often a probe is asked again, and how long is waited before. */
export interface RetryPolicy {
  /** The longest wait that is kept, milliseconds. */
  readonly longestWaitMs: number
  /** How often a limited probe is sent at most. */
  readonly attempts: number
  /** How often a server error or a broken connection is repeated: enough that one in a hundred never comes by chance. */
  readonly repeats: number
  /** From 0 to below 1: spreads waits that no answer told. */
  readonly random: () => number
}

/** The longest wait that is kept for a limit, milliseconds. */
const longestWaits: Readonly<Record<Profile, number>> = { nightly: 120_000, gate: 60_000, cutover: 60_000 }

/** The policy of a profile. */
export function retryPolicyOf(profile: Profile): RetryPolicy {
  return { longestWaitMs: longestWaits[profile], attempts: 3, repeats: 3, random: Math.random }
}

const settled: Next = { kind: 'settled' }

/** True for an answer that limits us: a refusal by a limit, or 503 that says when to come back. */
function isLimit(exchange: Exchange): boolean {
  const answer = answerOf(exchange)
  if (answer === null) return false
  return isRefusalByLimit(answer) || (answer.status === 503 && retryAfterOf(exchange).kind !== 'absent')
}

const isServerError = (exchange: Exchange) => (exchange.response?.status ?? 0) >= 500
const isBroken = ({ failure }: Exchange) =>
  failure !== null && ['reset', 'broken', 'refused'].includes(failure.kind) && !isIdleClose(failure)

/** True for what a server says as it closes a connection that was idle for too long: it may cross a request on the way (O12). */
function saysIdle({ response }: Exchange): boolean {
  const { status = 0, headers = [] } = response ?? {}
  return status === 408 && headerValue(headers, 'Connection')?.toLowerCase() === 'close'
}

/** Decides, from the attempts so far, whether a probe is asked again and how (O5d, O11, O12). */
export function nextStep(attempts: readonly Exchange[], policy: RetryPolicy): Next {
  const last = attempts.at(-1)
  if (last === undefined) return settled
  if (last.failure !== null) return afterFailure(last, attempts, policy)
  if (isLimit(last)) {
    const told = retryAfterOf(last)
    const wait = waitFor(told, {
      refusals: attempts.filter(isLimit).length,
      attempts: policy.attempts,
      budgetMs: policy.longestWaitMs,
      backoffMs: 1_000,
      spreadMs: 250,
      random: policy.random(),
    })
    // The last time alone: a limit on requests under way names no wait, and lets one through.
    const isLast = attempts.filter(isLimit).length === policy.attempts - 1
    const isNamed = told.kind === 'seconds' || told.kind === 'date'
    return { kind: 'limited', wait, isNamed, alone: isLast || mayBeShedding(last) }
  }
  const idle = attempts.filter(saysIdle).length
  if (saysIdle(last) && idle <= policy.repeats) return { kind: 'again', afterMs: 0, fresh: true, alone: false }
  const errors = attempts.filter(isServerError).length
  if (!isServerError(last) || errors > policy.repeats) return settled
  // On a connection of its own: a late answer on the old one must not be taken for this one's again.
  const isLoad = mayBeShedding(last)
  return { kind: 'again', afterMs: (isLoad ? 50 : 250) * 2 ** (errors - 1), fresh: true, alone: isLoad }
}

function afterFailure(last: Exchange, attempts: readonly Exchange[], policy: RetryPolicy): Next {
  if (isIdleClose(last.failure)) {
    const closes = attempts.filter(({ failure }) => isIdleClose(failure)).length
    return closes > policy.repeats ? settled : { kind: 'again', afterMs: 0, fresh: true, alone: false }
  }
  if (last.failure?.kind === 'silence') return { kind: 'at-end' }
  const broken = attempts.filter(isBroken).length
  if (!isBroken(last) || broken > policy.repeats) return settled
  // Before any byte it may be about how many connections there are, the idle ones too, and says nothing of the operation.
  const isCounted = last.failure?.kind === 'reset' && !last.failure.began
  return { kind: 'again', afterMs: 200 * 2 ** (broken - 1), fresh: true, alone: isCounted }
}
