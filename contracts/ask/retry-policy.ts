import { type Exchange, mayBeShedding } from '../../evidence/exchange.ts'
import type { Profile } from '../../evidence/results.ts'
import { retryAfterOf, toldMs } from '../../evidence/told-wait.ts'
import { headerValue } from '../../fixtures/headers.ts'
import { answerOf } from '../answer.ts'
import { isIdleClose, isRefusalByLimit } from '../outcome.ts'

/** After an attempt. `alone`: nothing else under way (O5d). `at-end`: alone at the end, with a long timeout (O12). */
export type Next =
  | { readonly kind: 'settled' }
  | { readonly kind: 'again'; readonly afterMs: number; readonly fresh: boolean; readonly alone: boolean }
  /**
   * `waitMs`: how long this probe waits from the answer on. `heldMs`: how long all else waits that the limit may concern. `isKept`: the
   * probe is sent again after the wait; if not, both times are as told, or 0. `isNamed`: the answer itself tells the wait.
   */
  | {
      readonly kind: 'limited'
      readonly waitMs: number
      readonly heldMs: number
      readonly isKept: boolean
      readonly isNamed: boolean
      readonly alone: boolean
    }
  | { readonly kind: 'at-end' }

/** How often a probe is sent again, and after what wait. */
export interface RetryPolicy {
  /** The longest wait that is kept, milliseconds. */
  readonly longestWaitMs: number
  /** How often a limited probe is sent at most. */
  readonly attempts: number
  /** Repeats after a server error or a broken connection: enough that an error of one request in a hundred never lasts by chance. */
  readonly repeats: number
  /** From 0 to below 1: says how far within its bounds a wait is spread. */
  readonly random: () => number
}

/** The longest wait that is kept for a limit, milliseconds. */
const longestWaits: Readonly<Record<Profile, number>> = { nightly: 120_000, gate: 60_000, cutover: 60_000 }

export function retryPolicyOf(profile: Profile): RetryPolicy {
  return { longestWaitMs: longestWaits[profile], attempts: 3, repeats: 3, random: Math.random }
}

const settled: Next = { kind: 'settled' }

/** True for an answer that limits us: a refusal by a limit, or a 503 with Retry-After. */
export function isLimit(exchange: Exchange): boolean {
  const answer = answerOf(exchange)
  if (answer === null) return false
  return isRefusalByLimit(answer) || (answer.status === 503 && retryAfterOf(exchange).kind !== 'absent')
}

const isServerError = (exchange: Exchange) => (exchange.response?.status ?? 0) >= 500
const isBroken = ({ failure }: Exchange) =>
  failure !== null && ['reset', 'broken', 'refused'].includes(failure.kind) && !isIdleClose(failure)

/** True for a 408 by which a server closes an idle connection: it may cross a request on the way (O12). */
function saysIdle({ response }: Exchange): boolean {
  const { status = 0, headers = [] } = response ?? {}
  return status === 408 && headerValue(headers, 'Connection')?.toLowerCase() === 'close'
}

/** Decides, from the attempts so far, whether a probe is asked again and how (O5d, O11, O12). */
export function nextStep(attempts: readonly Exchange[], policy: RetryPolicy): Next {
  const last = attempts.at(-1)
  if (last === undefined) return settled
  if (last.failure !== null) return afterFailure(last, attempts, policy)
  if (isLimit(last)) return afterLimit(last, attempts.filter(isLimit).length, policy)
  const idle = attempts.filter(saysIdle).length
  if (saysIdle(last) && idle <= policy.repeats) return { kind: 'again', afterMs: 0, fresh: true, alone: false }
  const errors = attempts.filter(isServerError).length
  const namedMs = toldMs(last) ?? 0
  // Waits that are told again and again must not use up the run's time: all together keep within the longest.
  if (!isServerError(last) || errors > policy.repeats || namedMs * errors > policy.longestWaitMs) return settled
  // On a connection of its own: a late answer on the old one must not be taken for the answer to this attempt.
  const isLoad = mayBeShedding(last)
  const ownMs = (isLoad ? 50 : 250) * 2 ** (errors - 1)
  return { kind: 'again', afterMs: Math.max(namedMs, ownMs), fresh: true, alone: isLoad }
}

/** The wait after a refusal that tells none, doubled at each further refusal; the least wait after a further one. Milliseconds. */
const firstWaitMs = 1_000
/** How far waits to one instant are spread after it, so that requests do not return as a herd. Milliseconds. */
const spreadMs = 250
/** All others wait longer by at most this share of a told wait, because clocks differ: at an even rate they are no herd. */
const clockShare = 0.02

/** After a limit. The wait is never shorter than told (§7.2, §8.2, O11): one that is too long to keep ends the asking. */
function afterLimit(last: Exchange, refusals: number, { attempts, longestWaitMs, random }: RetryPolicy): Next {
  const named = toldMs(last)
  // Many limiters tell whole seconds, rounded down: a wait that was told and kept may have been up to a second too short.
  const leastMs = Math.max(named ?? firstWaitMs * 2 ** (refusals - 1), refusals > 1 ? firstWaitMs : 0)
  const isKept = refusals < attempts && leastMs <= longestWaitMs
  const chance = random()
  const spread = (mostMs: number) =>
    isKept ? Math.ceil(Math.min(leastMs + chance * mostMs, longestWaitMs)) : (named ?? 0)
  return {
    kind: 'limited',
    waitMs: spread(spreadMs),
    heldMs: spread(named ? Math.min(named * clockShare, spreadMs) : spreadMs),
    isKept,
    isNamed: named !== null,
    // The last attempt is alone: a limit on requests under way tells no wait, but serves a single one.
    alone: refusals === attempts - 1 || mayBeShedding(last),
  }
}

function afterFailure(last: Exchange, attempts: readonly Exchange[], policy: RetryPolicy): Next {
  if (isIdleClose(last.failure)) {
    const closes = attempts.filter(({ failure }) => isIdleClose(failure)).length
    return closes > policy.repeats ? settled : { kind: 'again', afterMs: 0, fresh: true, alone: false }
  }
  if (last.failure?.kind === 'silence') return { kind: 'at-end' }
  const broken = attempts.filter(isBroken).length
  if (!isBroken(last) || broken > policy.repeats) return settled
  // A reset before any byte may be about the number of connections, idle ones included, and not about the operation.
  const isCounted = last.failure?.kind === 'reset' && !last.failure.began
  return { kind: 'again', afterMs: 200 * 2 ** (broken - 1), fresh: true, alone: isCounted }
}
