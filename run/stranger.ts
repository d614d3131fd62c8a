import type { Judged } from '../contracts/judge.ts'
import { checkOf, type Finding } from '../evidence/finding.ts'
import { isDecided } from '../evidence/verdict.ts'

/** So many operations must have been asked before it means anything that none of them showed itself. */
const enoughOperations = 20

/** How many operations were asked whether they are there, where not one of them could be told; 0 where one could. */
export function untoldOperations(findings: readonly Finding[]): number {
  const asked = findings.filter(
    (finding) => checkOf(finding) === 'catalog.reachable' && finding.verdict !== 'not-exercised',
  )
  return asked.some(isDecided) ? 0 : asked.length
}

/** A run with a key in which not one of many operations could be told from a route that nobody lists proves nothing. */
function nothingReached(findings: readonly Finding[], hasKey: boolean): string | null {
  const untold = untoldOperations(findings)
  if (!hasKey || untold < enoughOperations) return null
  return `Not one of ${untold} operations could be told from routes that nobody lists, with a key: is this the Platform API?`
}

const isAbsent = (status: number) => status === 404 || status === 410
const servesNothing = (status: number) => isAbsent(status) || status === 429 || status >= 500

/**
 * Whichever checks were selected: a deployment serves something to an eligible key, at least the listing without a query
 * (O6a), which every run asks. Where many operations got nothing but 404, something else stands there.
 */
function nothingServed(outcomes: Judged['outcomes']): string | null {
  const keyed = [...outcomes.values()].filter(
    ({ probe }) => probe.credential === 'eligible' && probe.operation !== null,
  )
  const answered = keyed.flatMap(({ probe, attempts }) =>
    attempts.flatMap(({ response }) => (response === null ? [] : [{ operation: probe.operation, ...response }])),
  )
  const operations = new Set(answered.map(({ operation }) => operation)).size
  const statuses = [...new Set(answered.map(({ status }) => status))].sort((one, other) => one - other)
  if (operations < enoughOperations || !statuses.every(servesNothing) || !statuses.some(isAbsent)) return null
  return `Each of ${operations} operations answered ${statuses.join(' or ')} to the key: is this the Platform API?`
}

/** Why something else than the Platform API seems to stand there, or null. */
export function strangerDoubt({ findings, outcomes }: Judged, hasKey: boolean): string | null {
  return nothingReached(findings, hasKey) ?? nothingServed(outcomes)
}
