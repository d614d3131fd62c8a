import { credentials } from '../../credentials.ts'
import { mentions } from '../../learning/code-places.ts'
import { askerOf, bringsKnownKey, closeLookOf, isRefusalOfKey, mayTurnAway, rowsOf } from '../../look.ts'
import type { Outcome, WithAnswer } from '../../outcome.ts'

/** Fewer answers alike in a row, or of fewer operations where all are of one product, may be by right. */
const fewest = { answers: 5, operations: 8 }

/** What so many operations of one product got, whoever asked, is no answer of one of them. */
const fewestOfProduct = 3

/** A look that more than this share of the other answers to the same askers have is the deployment's own. */
export const mostElsewhere = 0.1

/** With fewer others nobody can say what is usual. */
const fewestElsewhere = 20

/** Not all requests take the same time to arrive: what was asked just before and after a row belongs to it. Milliseconds. */
const edgeMs = 1_000

/** What everybody got for a moment, as a balancer says it that lost the service, or a firewall. */
export interface Spell {
  readonly look: string
  /** The one product that it was about, or null. */
  readonly product: string | null
  readonly answered: readonly WithAnswer[]
  /** When it began, milliseconds since the epoch. */
  readonly since: number
  /** True where no other answer came after it. */
  readonly isOpen: boolean
}

/**
 * O10: the moments in which whoever asked for whatever, of two products, of many operations or of one product, got one answer in a row,
 * which the same askers hardly ever get otherwise; and those in which the own key alone was refused so, and served before and after. Pure.
 *
 * @param productOf The product of a probe.
 */
export function spellsOf(
  outcomes: Iterable<Outcome>,
  productOf: (probe: string) => string | undefined,
): readonly Spell[] {
  const all = [...outcomes]
  const isWide = (row: readonly WithAnswer[]) => {
    if (row.length < fewest.answers) return false
    const listed = row.filter(isListed).map(({ probe }) => probe)
    const isOfMany = new Set(listed.map(({ id }) => productOf(id))).size > 1
    return listed.length >= fewest.answers && (isOfMany || operationsOf(row).size >= fewest.operations)
  }
  const isWideInProduct = (row: readonly WithAnswer[]) =>
    row.length >= fewest.answers && operationsOf(row).size >= fewestOfProduct && !row.every(isExpected)
  const listed = all.filter(isListed)
  const byProduct = Map.groupBy(listed, ({ probe }) => productOf(probe.id) ?? '')
  // What other products say as well is said by whoever stands in front of all.
  const isItsOwn = (spell: Spell) => {
    const others = listed.flatMap((one) =>
      one.kind === 'answer' && productOf(one.probe.id) !== spell.product ? [one.answer] : [],
    )
    return others.filter((one) => closeLookOf(one) === spell.look).length <= mostElsewhere * others.length
  }
  return [
    ...spellsAmong(all, null, isWide),
    ...[...byProduct].flatMap(([product, own]) => spellsAmong(own, product, isWideInProduct).filter(isItsOwn)),
  ]
}

function spellsAmong(
  all: readonly Outcome[],
  product: string | null,
  isWide: (row: readonly WithAnswer[]) => boolean,
): readonly Spell[] {
  const ofAll = rowsOf(all, closeLookOf)
  const toAll = ofAll.filter((row) => row.every(({ answer }) => mayTurnAway(answer)) && isWide(row) && !isByRight(row))
  const keyed = whereKeyed(all)
  const ofOwn = rowsOf(keyed.filter(isOwn), closeLookOf)
  // What is so from the first request on, or to the last, is told otherwise.
  const toOwn = ofOwn.slice(1, -1).filter((row) => row.every(refusesKey) && isWide(row))
  // Where no key can be looked up, those that are not eligible are refused as if nobody knew them.
  const ofKnown = rowsOf(keyed, closeLookOf)
  const toKnown = ofKnown.slice(1, -1).filter((row) => row.every(isUnauthorized) && isWide(row))
  const found = [
    ...spellsIn(ofAll, toAll),
    ...spellsIn(ofOwn, toOwn),
    ...(toOwn.length > 0 ? [] : spellsIn(ofKnown, toKnown)),
  ]
  return found.map((spell) => ({ ...spell, product }))
}

const operationsOf = (row: readonly WithAnswer[]) => new Set(row.filter(isListed).map(({ probe }) => probe.operation))

/** What known keys got on operations that refuse whoever has none. */
function whereKeyed(all: readonly Outcome[]): readonly Outcome[] {
  const keyed = new Set(
    all.flatMap((one) =>
      one.kind === 'answer' && askerOf(one.probe) === 'nobody' && one.answer.status === 401 ? one.probe.operation : [],
    ),
  )
  return all.filter(({ probe }) => bringsKnownKey(probe) && keyed.has(probe.operation))
}

const isOwn = ({ probe }: Outcome) => probe.credential === 'eligible'

const isUnauthorized = ({ answer }: WithAnswer) => answer.status === 401

const refusesKey = ({ answer: { status } }: WithAnswer) => status === 401 || status === 403

type Rows = readonly (readonly WithAnswer[])[]

/** Those of some rows whose look is rare among all. */
function spellsIn(rows: Rows, wide: Rows): readonly Omit<Spell, 'product'>[] {
  if (wide.length === 0) return []
  const ofAll = askersIn(rows)
  const lookOfRow = ([first]: readonly WithAnswer[]) => (first === undefined ? '' : closeLookOf(first.answer))
  return [...Map.groupBy(wide, lookOfRow)].flatMap(([look, own]) => {
    const alike = rows.filter((row) => lookOfRow(row) === look)
    if (!isRare(askersIn(own), askersIn(alike), ofAll)) return []
    const answered = alike.flat()
    const beside = answered.filter(({ answer }) => own.some((row) => isBeside(answer, row)))
    const since = Math.min(...beside.map(({ answer }) => answer.exchange.startedAt))
    return [{ look, answered: beside, since, isOpen: own.some((row) => row === rows.at(-1)) }]
  })
}

/** §5.2, §5.3: all who have no key, or one that is not eligible, are refused in one way: the usual is none where most of a run was not. */
const isByRight = (row: readonly WithAnswer[]): boolean =>
  row.every(
    (one) =>
      isExpected(one) &&
      (one.answer.status === 401 ? isRefusalOfKey(one.answer) : mentions(one.answer, 'not_authorized')),
  )

/** What is asked to be refused, and was, as the own key from an origin that may not use it. */
const isExpected = ({ probe, answer }: WithAnswer) => credentials[probe.credential].refusedWith === answer.status

const isListed = ({ probe }: Outcome) => probe.operation !== null

function isBeside({ exchange: { startedAt } }: WithAnswer['answer'], row: readonly WithAnswer[]): boolean {
  const [from, until] = [row[0], row.at(-1)].map((one) => one?.answer.exchange.startedAt ?? Number.NaN)
  return from !== undefined && until !== undefined && startedAt >= from - edgeMs && startedAt <= until + edgeMs
}

/** True where somebody who asked in these rows asked often in others too, and none of those gets this often there. */
function isRare(ofOwn: Askers, ofAlike: Askers, ofAll: Askers): boolean {
  const elsewhere = [...ofOwn].flatMap(([asker, here]) => {
    const all = (ofAll.get(asker) ?? 0) - here
    return all < fewestElsewhere ? [] : [((ofAlike.get(asker) ?? 0) - here) / all]
  })
  return elsewhere.length > 0 && elsewhere.every((share) => share <= mostElsewhere)
}

type Askers = ReadonlyMap<ReturnType<typeof askerOf>, number>

/** How often each asked for something that is listed. */
function askersIn(rows: Rows): Askers {
  const askers = new Map<ReturnType<typeof askerOf>, number>()
  for (const { probe } of rows.flat()) {
    const asker = askerOf(probe)
    askers.set(asker, (askers.get(asker) ?? 0) + (probe.operation === null ? 0 : 1))
  }
  return askers
}
