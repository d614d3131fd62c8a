import type { Answer } from '../answer.ts'
import type { Learned } from '../learning/learned.ts'
import type { Outcome } from '../outcome.ts'

/** What stands in front, and a firewall, answer with when they do not hand a request on. */
const refusals: readonly number[] = [400, 403, 406, 413, 414]

/**
 * Limits on request size and field lengths are not shown (§8.5): a header may be too large before anybody reads the key in it. What
 * stands in front says so with 431, or in its own way and with a page of its own.
 */
export function isTooLong(answer: Answer, { probe }: Outcome, learned: Learned): boolean {
  if (probe.credential !== 'invalid:long') return false
  return answer.status === 431 || (refusals.includes(answer.status) && learned.codeOf(answer).kind === 'none')
}
