import { because } from '../../evidence/judgement.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { credentials } from '../credentials.ts'
import type { Outcome } from '../outcome.ts'

/** From when until when whoever asked got 403, milliseconds since the epoch. */
export interface TurnedAway {
  readonly from: number
  readonly until: number
}

/** Fewer may be one product that is forbidden to all, which is judged. The own key asks first, and little is left for it. */
const fewestProducts = { own: 2, nobody: 3 }
const fewestAnswers = 20

type Answered = Outcome & { readonly kind: 'answer' }

/**
 * O10, §8.1: abuse protection, or a firewall, may turn away an address that asked with many wrong keys. From some moment on everything
 * is 403 in a row, with the own key as without one, on operations that have nothing in common. None of it was any operation's answer.
 */
export function turnedAway(
  operations: readonly Operation[],
  outcomes: ReadonlyMap<string, Outcome>,
): TurnedAway | null {
  const productOf = new Map<string, string>(operations.map(({ id, product }) => [id, product]))
  const answered = [...outcomes.values()]
    .filter((one) => one.kind === 'answer')
    .sort((one, other) => one.answer.exchange.startedAt - other.answer.exchange.startedAt)
  const rows: Answered[][] = [[]]
  for (const one of answered) {
    if (one.answer.status === 403) rows.at(-1)?.push(one)
    else rows.push([])
  }
  // What is so from the first request on is how this deployment answers.
  const times = rows.slice(1).flatMap((row) => {
    const own = row.filter(({ probe }) => credentials[probe.credential].isOwnKey)
    const nobody = row.filter(({ probe }) => ['none', 'invalid'].includes(credentials[probe.credential].kind))
    const isWide =
      productsOf(own, productOf).size >= fewestProducts.own &&
      productsOf(nobody, productOf).size >= fewestProducts.nobody
    const [first] = row
    if (!isWide || row.length < fewestAnswers || first === undefined) return []
    const ends = row.map(({ answer: { exchange } }) => exchange.startedAt + exchange.endMs)
    return [{ from: first.answer.exchange.startedAt, until: Math.max(...ends) }]
  })
  const [first] = times
  const last = times.at(-1)
  return first === undefined || last === undefined ? null : { from: first.from, until: last.until }
}

function productsOf(row: readonly Answered[], productOf: ReadonlyMap<string, string>): ReadonlySet<string> {
  return new Set(row.flatMap(({ probe: { operation } }) => productOf.get(operation ?? '') ?? []))
}

/** What was asked meanwhile was not exercised. */
export function withoutTurnedAway(
  outcomes: ReadonlyMap<string, Outcome>,
  away: TurnedAway | null,
): ReadonlyMap<string, Outcome> {
  if (away === null) return outcomes
  return new Map(
    [...outcomes].map(([id, outcome]) => {
      if (outcome.kind !== 'answer' || outcome.answer.status !== 403) return [id, outcome]
      const { startedAt, endMs } = outcome.answer.exchange
      const isMeanwhile = startedAt + endMs >= away.from && startedAt <= away.until
      const { probe, attempts } = outcome
      return [id, isMeanwhile ? { probe, attempts, kind: 'not-sent', why: because('turned-away') } : outcome]
    }),
  )
}
