import type { Answer } from '../answer.ts'
import type { Learned } from '../learning/learned.ts'
import type { Outcome } from '../outcome.ts'

/** Statuses of a gateway or a firewall that does not hand a request on. */
const refusals: readonly number[] = [400, 403, 406, 413, 414]

/**
 * Limits on request size and field lengths are not shown (§8.5): a gateway may refuse a large header before anybody reads the key in it.
 * It says so with 431, or with another status and a page of its own.
 */
export function isTooLong(answer: Answer, { probe }: Outcome, learned: Learned): boolean {
  if (probe.credential !== 'invalid:long') return false
  return answer.status === 431 || (refusals.includes(answer.status) && learned.codeOf(answer).kind === 'none')
}
