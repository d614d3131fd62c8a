import { causeRow, headline } from '../evidence/causes.ts'
import type { Finding } from '../evidence/finding.ts'
import { lowered } from '../reports/plain-text.ts'

const isOpen = ({ verdict, cause }: Pick<Finding, 'verdict' | 'cause'>) =>
  (verdict === 'inconclusive' || verdict === 'not-exercised') && causeRow(cause)?.isLeft !== true

/**
 * The main reason why questions are open, to follow their number; empty where there is none. What a profile leaves to another night does
 * not count. Pure.
 */
export function mainReason(findings: readonly Pick<Finding, 'verdict' | 'cause'>[]): string {
  const byCause = [...Map.groupBy(findings.filter(isOpen), ({ cause }) => cause)]
  const [most] = byCause.toSorted(([, one], [, other]) => other.length - one.length)
  const why = most && headline(most[0])
  return most === undefined || why === undefined ? '' : `, ${most[1].length} because ${lowered(why)}`
}
