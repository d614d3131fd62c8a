import type { Operation } from '../../fixtures/catalog/operation.ts'
import { askerOf, bringsKnownKey, isToBeRefused, isUnread, wantingKey } from '../look.ts'
import type { Outcome, WithAnswer } from '../outcome.ts'
import { mentions } from './code-places.ts'

/** A shorter row, or one of fewer operations, may be about what was asked. */
const fewest = { answers: 10, operations: 3 }

/** Requests take different times to arrive: a refusal this shortly before or after a row belongs to it. Milliseconds. */
const edgeMs = 1_000

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
      !(isUnread(one) || isToBeRefused(one)),
  )
  const serving = operationsOf(told.filter((one) => refusal(one) === null))
  const rows = rowsOf(told.filter(({ probe }) => serving.has(probe.operation)))
  const times = rows.map(timesOf)
  const isMeanwhile = (at: number) => times.some(({ from, until }) => at >= from - edgeMs && at <= until + edgeMs)
  const shown = new Set(rows.flat().map(({ probe }) => probe.id))
  const others = answered.filter(
    (one) => !shown.has(one.probe.id) && mayBeRefused(one) && isMeanwhile(one.answer.exchange.startedAt),
  )
  return [...rows.flat(), ...others]
}

/** The status that refuses a key, or null. A 403 that names `rate_limited` is a limit with a wrong status. */
function refusal({ answer }: WithAnswer): number | null {
  const isRefusal = answer.status === 401 || (answer.status === 403 && !mentions(answer, 'rate_limited'))
  return isRefusal ? answer.status : null
}

/** True for a refusal of the own key, or of a restricted one that was not known (O4a). */
function mayBeRefused(one: WithAnswer): boolean {
  const isOwn = askerOf(one.probe) === 'own'
  return isOwn ? refusal(one) !== null : bringsKnownKey(one.probe) && one.answer.status === 401
}

/** The rows of neighbours that refused the key with one status, of enough operations. */
function rowsOf(told: readonly WithAnswer[]): readonly (readonly WithAnswer[])[] {
  const rows: WithAnswer[][] = []
  let last: number | null = null
  for (const one of told.toSorted((before, after) => startOf(before) - startOf(after))) {
    const status = refusal(one)
    if (status !== null && status === last) rows.at(-1)?.push(one)
    else if (status !== null) rows.push([one])
    last = status
  }
  return rows.filter((row) => row.length >= fewest.answers && operationsOf(row).size >= fewest.operations)
}

const startOf = ({ answer }: WithAnswer) => answer.exchange.startedAt
const operationsOf = (row: readonly WithAnswer[]) => new Set(row.map(({ probe }) => probe.operation))

function timesOf(row: readonly WithAnswer[]) {
  const times = row.map(startOf)
  return { from: Math.min(...times), until: Math.max(...times) }
}
