import { type Cause, severityOf } from '../../evidence/causes.ts'
import { type Judgement, notExercised } from '../../evidence/judgement.ts'
import type { Verdict } from '../../evidence/verdict.ts'

/** The order in which judgements count: verdicts, and causes that count apart from their verdict. The first one found wins. */
export type Order = readonly (Verdict | Cause)[]

/** A violation wins, then an inconclusive one, then a pass. What was barred or did not arise weakens no pass. */
export const gravestFirst: Order = ['violation', 'inconclusive', 'pass', 'undocumented', 'not-exercised']

/** Makes one judgement of several, with the evidence of all that agree with it. */
export function fold(judgements: readonly Judgement[], order: Order = gravestFirst): Judgement {
  const counted = judgements.length > 1 ? judgements.map(notTold) : judgements
  const rank = ({ verdict, cause }: Judgement) => order.indexOf(order.includes(cause) ? cause : verdict)
  const [first] = counted.toSorted((one, other) => rank(one) - rank(other) || doorFirst(one) - doorFirst(other))
  if (first === undefined) return notExercised('nothing-asked')
  const alike = counted.filter(
    ({ verdict, cause }) => verdict === first.verdict && (verdict === 'pass' || cause === first.cause),
  )
  // A violation is shown by a request that any client may send, where one broke in the same way.
  const usualFirst = alike.toSorted((one, other) => Number(one.isUnusual ?? false) - Number(other.isUnusual ?? false))
  const [same, lead = first] = first.verdict === 'violation' ? [usualFirst, usualFirst[0]] : [alike, first]
  const exchanges = [...new Set(same.flatMap((one) => one.exchanges ?? []))]
  // Two judgements may stand on one and the same request.
  const told = new Set(same.map((one) => one.exchanges?.join() ?? one))
  return { ...lead, exchanges, more: first.verdict === 'pass' ? 0 : told.size - 1 }
}

/** The place of a violation among violations: an open door counts first, since no known finding may excuse it. */
const doorFirst = ({ verdict, cause }: Judgement) => (verdict === 'violation' && severityOf(cause) === 'access' ? 0 : 1)

/** Beside other judgements, a probe that a limit kept from an answer leaves the question open. */
function notTold(judgement: Judgement): Judgement {
  return judgement.verdict === 'not-exercised' && judgement.cause === 'limited'
    ? { ...judgement, verdict: 'inconclusive' }
    : judgement
}
