import { causeRow } from '../evidence/causes.ts'
import type { Finding } from '../evidence/finding.ts'
import { lowered } from '../reports/release.ts'

const isOpen = ({ verdict, cause }: Pick<Finding, 'verdict' | 'cause'>) =>
  (verdict === 'inconclusive' || verdict === 'not-exercised') && causeRow(cause)?.isLeft !== true

/**
 * What kept most questions from an answer, to be said behind their number, or nothing. What a profile leaves to another night is no such
 * thing. Pure.
 */
export function mainReason(findings: readonly Pick<Finding, 'verdict' | 'cause'>[]): string {
  const byCause = [...Map.groupBy(findings.filter(isOpen), ({ cause }) => cause)]
  const [most] = byCause.toSorted(([, one], [, other]) => other.length - one.length)
  const headline = most === undefined ? undefined : causeRow(most[0])?.headline
  return most === undefined || headline === undefined ? '' : `, ${most[1].length} because ${lowered(headline)}`
}
