import { causeRow, headline } from '../evidence/causes.ts'
import type { Finding } from '../evidence/finding.ts'
import { lowered } from '../reports/plain-text.ts'

const isOpen = ({ verdict, cause }: Pick<Finding, 'verdict' | 'cause'>) =>
  (verdict === 'inconclusive' || verdict === 'not-exercised') && causeRow(cause)?.isLeft !== true

/** The main reason for open questions, to follow their number, or empty. What other nights will ask does not count. */
export function mainReason(findings: readonly Pick<Finding, 'verdict' | 'cause'>[]): string {
  const byCause = [...Map.groupBy(findings.filter(isOpen), ({ cause }) => cause)]
  const [most] = byCause.toSorted(([, one], [, other]) => other.length - one.length)
  const why = most && headline(most[0])
  return most === undefined || why === undefined ? '' : `, ${most[1].length} because ${lowered(why)}`
}
