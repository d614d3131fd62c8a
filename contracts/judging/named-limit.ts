import { inconclusive, type Judgement, violation } from '../../evidence/judgement.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import type { Answer } from '../answer.ts'
import { agreement } from '../learning/code-places.ts'
import type { Learned } from '../learning/learned.ts'

const cause = 'names-a-limit'

/**
 * O11 on the audience choice, whose codes come without statuses (§7.1): `rate_limited` with the status of another code is inconclusive,
 * since a limit may have been met again by chance. Null for any other answer.
 */
export function judgeNamedLimit(
  answer: Answer,
  { operation, learned }: { readonly operation: Operation; readonly learned: Learned },
  detail: { readonly expected: string; readonly observed: string },
): Judgement | null {
  const isLimit =
    operation.detail === 'audience-choice' && agreement(learned.codeOf(answer), 'rate_limited') === 'right'
  return isLimit ? inconclusive(cause, detail) : null
}

/** Where all requests of a question name a limit, after every wait, they met none: `rate_limited` is a wrong code then. */
export function unlessAllNameALimit(judgements: readonly Judgement[]): readonly Judgement[] {
  const isCode = judgements.length > 1 && judgements.every((one) => one.cause === cause)
  if (!isCode) return judgements
  return judgements.map((one) =>
    violation('another-code', {
      expected: one.expected ?? 'another code than rate_limited',
      observed: one.observed ?? 'rate_limited',
      exchanges: one.exchanges ?? [],
    }),
  )
}
