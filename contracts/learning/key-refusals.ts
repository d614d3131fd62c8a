import type { Operation } from '../../fixtures/catalog/operation.ts'
import { mentions } from '../error-code.ts'
import { askerOf, bringsKnownKey, isToBeRefused, mayBeAboutRequest, wantingKey } from '../look.ts'
import type { Outcome, WithAnswer } from '../outcome.ts'
import { isBeside, operationsOf, type Row, rowsOf, timesOf } from './rows.ts'

/** A shorter row, or one of fewer operations, may be about what was asked. */
const fewest = { answers: 10, operations: 3 }

/**
 * O10: the answers that refused a known key while operations refused the own one in a row, with 401 or 403, that serve it otherwise. Wrong
 * keys may have locked it for some seconds, up to the last request or not. In the order in which the rows show them. Pure.
 */
export function refusedInRows(
  operations: readonly Operation[],
  outcomes: ReadonlyMap<string, Outcome>,
): readonly WithAnswer[] {
  const answered = [...outcomes.values()].filter((one) => one.kind === 'answer')
  const wanting = wantingKey(answered)
  const sessions = new Set(operations.flatMap(({ id, session }) => (session ? [id as string] : [])))
  const told = answered.filter(
    (one) =>
      askerOf(one.probe) === 'own' &&
      wanting.has(one.probe.operation) &&
      !sessions.has(one.probe.operation ?? '') &&
      !(refusal(one) === null && mayBeAboutRequest(one)) &&
      !isToBeRefused(one),
  )
  const serving = operationsOf(told.filter((one) => refusal(one) === null))
  const tried = told.filter(({ probe }) => serving.has(probe.operation))
  const rows = rowsOf(tried, refusal).filter(isLong)
  if (rows.length === 0) return []
  const times = rows.map(timesOf)
  const shown = new Set(rows.flat())
  const others = answered.filter((one) => !shown.has(one) && mayBeRefused(one) && isBeside(timesOf([one]), times))
  return [...rows.flat(), ...others]
}

/** The status that refuses a key, or null. A 403 that names `rate_limited` is a limit with a wrong status. */
function refusal({ answer }: WithAnswer): string | null {
  const isRefusal = answer.status === 401 || (answer.status === 403 && !mentions(answer, 'rate_limited'))
  return isRefusal ? String(answer.status) : null
}

/** True for a refusal of the own key, or of a restricted one that was not known (O4a). */
function mayBeRefused(one: WithAnswer): boolean {
  const isOwn = askerOf(one.probe) === 'own'
  return isOwn ? refusal(one) !== null : bringsKnownKey(one.probe) && one.answer.status === 401
}

/** True for a row of neighbours that refused the key with one status, of enough operations. */
const isLong = (row: Row): boolean =>
  row.some((one) => refusal(one) !== null) &&
  row.length >= fewest.answers &&
  operationsOf(row).size >= fewest.operations
