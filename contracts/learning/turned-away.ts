import { because } from '../../evidence/judgement.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import type { Answer } from '../answer.ts'
import { credentials } from '../credentials.ts'
import type { Outcome } from '../outcome.ts'
import type { Probe } from '../probe.ts'
import { mentions } from './code-places.ts'

/** From when until when whoever asked got one status, milliseconds since the epoch. */
export interface TurnedAway {
  readonly from: number
  readonly until: number
  readonly status: number
}

/** Fewer may be one product that is forbidden to all, which is judged. The own key asks first, and little is left for it. */
const fewestProducts = { own: 2, nobody: 3 }
const fewestAnswers = 20

type Answered = Outcome & { readonly kind: 'answer' }

/**
 * O10, §8.1: abuse protection, or a firewall, may turn away an address that asked with many wrong keys, and what stands in front may
 * lose the service for a moment. From some moment on everything gets one status in a row, with the own key as without one, on
 * operations that have nothing in common and most of which answered such questions otherwise. None of it was any operation's answer.
 */
export function turnedAway(
  operations: readonly Operation[],
  outcomes: ReadonlyMap<string, Outcome>,
): readonly TurnedAway[] {
  const productOf = new Map<string, string>(operations.map(({ id, product }) => [id, product]))
  const answered = [...outcomes.values()]
    .filter((one) => one.kind === 'answer')
    .sort((one, other) => one.answer.exchange.startedAt - other.answer.exchange.startedAt)
  /** What was said before the row, by kind of question. */
  const said = new Map<string, Set<string>>()
  return rowsOf(answered).flatMap((row, nth, rows) => {
    const times = timesOf(row, rows[nth - 1]?.at(-1), productOf, said)
    if (times !== null) return [times]
    for (const { probe, answer } of row) {
      const kind = kindOf(probe)
      said.set(kind, (said.get(kind) ?? new Set()).add(lookOf(answer)))
    }
    return []
  })
}

/** Answers of one look in a row. */
function rowsOf(answered: readonly Answered[]): readonly (readonly Answered[])[] {
  const rows: Answered[][] = []
  for (const one of answered) {
    const row = rows.at(-1)
    const [first] = row ?? []
    if (row !== undefined && first !== undefined && lookOf(first.answer) === lookOf(one.answer)) row.push(one)
    else rows.push([one])
  }
  return rows
}

/** When a row turned everybody away, or null. A success, a broken request and a limit are answers of the service. */
function timesOf(
  row: readonly Answered[],
  before: Answered | undefined,
  productOf: ReadonlyMap<string, string>,
  said: ReadonlyMap<string, ReadonlySet<string>>,
): TurnedAway | null {
  const [first] = row
  if (first === undefined || row.length < fewestAnswers) return null
  const { status } = first.answer
  if (status < 300 || [400, 429].includes(status)) return null
  const known = row.filter(({ probe }) => said.has(kindOf(probe)))
  const turned = known.filter(({ probe, answer }) => said.get(kindOf(probe))?.has(lookOf(answer)) === false)
  const own = turned.filter(({ probe }) => askerOf(probe) === 'own')
  const nobody = turned.filter(({ probe }) => askerOf(probe) === 'nobody')
  const isWide =
    productsOf(own, productOf).size >= fewestProducts.own && productsOf(nobody, productOf).size >= fewestProducts.nobody
  if (!isWide || turned.length * 2 < known.length) return null
  const ends = row.map(({ answer: { exchange } }) => exchange.startedAt + exchange.endMs)
  // What was asked at the same moment as the last that was served may have come too late.
  return { from: (before ?? first).answer.exchange.startedAt, until: Math.max(...ends), status }
}

function askerOf({ credential }: Probe): 'own' | 'nobody' | null {
  const { isOwnKey, kind } = credentials[credential]
  if (isOwnKey) return 'own'
  return kind === 'none' || kind === 'invalid' ? 'nobody' : null
}

/** One operation answers one asker in one way, whatever is wrong in what is asked. */
const kindOf = (probe: Probe): string => `${probe.operation ?? probe.path} ${askerOf(probe)} ${probe.body.base}`

/** A 401 is what many get by right, so its code belongs to its look. */
function lookOf(answer: Answer): string {
  const code = answer.status === 401 && mentions(answer, 'authentication_required')
  return `${answer.status} ${answer.mediaType} ${code}`
}

function productsOf(row: readonly Answered[], productOf: ReadonlyMap<string, string>): ReadonlySet<string> {
  return new Set(row.flatMap(({ probe: { operation } }) => productOf.get(operation ?? '') ?? []))
}

/** What was asked meanwhile was not exercised. */
export function withoutTurnedAway(
  outcomes: ReadonlyMap<string, Outcome>,
  away: readonly TurnedAway[],
): ReadonlyMap<string, Outcome> {
  if (away.length === 0) return outcomes
  return new Map(
    [...outcomes].map(([id, outcome]): [string, Outcome] => {
      if (outcome.kind !== 'answer') return [id, outcome]
      const { exchange, status } = outcome.answer
      const isMeanwhile = away.some(
        (times) =>
          status === times.status &&
          exchange.startedAt + exchange.endMs >= times.from &&
          exchange.startedAt <= times.until,
      )
      const { probe, attempts } = outcome
      return [id, isMeanwhile ? { probe, attempts, kind: 'not-sent', why: because('turned-away') } : outcome]
    }),
  )
}
