import { succeeded } from '../../answer.ts'
import { mentions } from '../../learning/code-places.ts'
import { askerOf, bringsKnownKey, closeLookOf, isRefusalOfKey, isToBeRefused, mayTurnAway, rowsOf } from '../../look.ts'
import type { Outcome, WithAnswer } from '../../outcome.ts'

/** A row with fewer equal answers may be right, and so may one of fewer operations, all of one product. */
const fewest = { answers: 5, operations: 8 }

/** Fewer pages with 2xx in a row may be chance: one replica of several may serve a page in place of the service. */
const fewestPages = 20

/** An answer that so many operations of one product gave is not the answer of a single operation. */
const fewestOfProduct = 3

/** A look is the deployment's own where more than this share of the other answers to the same askers has it. */
export const mostElsewhere = 0.1

/** With fewer other answers, nobody can say what is usual. */
const fewestElsewhere = 20

/** An equal answer asked so shortly before or after a row belongs to it: requests take different times to arrive. Milliseconds. */
const edgeMs = 1_000

/** The one answer that everybody got for a while, as of a firewall, or of a balancer that lost the service. */
export interface Spell {
  readonly look: string
  /** The one product that the spell was about; null for a spell of all. */
  readonly product: string | null
  readonly answered: readonly WithAnswer[]
  /** When the spell began, milliseconds since the epoch. */
  readonly since: number
  /** True where no other answer came after the spell. */
  readonly isOpen: boolean
}

/**
 * O10: finds the times in which all probes in a row got one answer that the same askers hardly ever get otherwise. The row must reach two
 * products, many operations, or several of one product. Finds also rows between others in which only known keys were refused. Pure.
 */
export function spellsOf(
  outcomes: Iterable<Outcome>,
  productOf: (probe: string) => string | undefined,
): readonly Spell[] {
  const all = [...outcomes]
  const isWide = (row: readonly WithAnswer[]) => {
    if (row.length < fewest.answers) return false
    const listed = row.filter(isListed).map(({ probe }) => probe.id)
    if (listed.length < fewest.answers) return false
    const [first, ...others] = listed.map(productOf)
    return others.some((product) => product !== first) || operationsOf(row).size >= fewest.operations
  }
  const isWideInProduct = (row: readonly WithAnswer[]) =>
    row.length >= fewest.answers && operationsOf(row).size >= fewestOfProduct && !row.every(isToBeRefused)
  const listed = all.filter(isListed)
  const byProduct = Map.groupBy(listed, ({ probe }) => productOf(probe.id) ?? '')
  // A look that other products have as well comes from something in front of all.
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
  const isLong = (row: readonly WithAnswer[]) =>
    row.length >= fewestPages || !row.every(({ answer }) => succeeded(answer))
  const toAll = ofAll.filter(
    (row) => row.every(({ answer }) => mayTurnAway(answer)) && isWide(row) && isLong(row) && !isByRight(row),
  )
  const keyed = whereKeyed(all)
  const ofOwn = rowsWith(refusesKey, keyed.filter(isOwn))
  // A refusal from the first request on, or up to the last, is reported elsewhere.
  const toOwn = ofOwn.slice(1, -1).filter((row) => row.every(refusesKey) && isWide(row))
  // While no key can be looked up, restricted keys are refused like unknown ones.
  const ofKnown = rowsWith(isUnauthorized, keyed)
  const toKnown = ofKnown.slice(1, -1).filter((row) => row.every(isUnauthorized) && isWide(row))
  const found = [
    ...spellsIn(ofAll, toAll),
    ...spellsIn(ofOwn, toOwn),
    ...(toOwn.length > 0 ? [] : spellsIn(ofKnown, toKnown)),
  ]
  return found.map((spell) => ({ ...spell, product }))
}

/** The rows of answers by look; none where too few answers are of the kind that a spell would be made of. */
function rowsWith(isKind: (one: WithAnswer) => boolean, all: readonly Outcome[]): Rows {
  const ofKind = all.filter((one) => one.kind === 'answer' && isKind(one))
  return ofKind.length < fewest.answers ? [] : rowsOf(all, closeLookOf)
}

const operationsOf = (row: readonly WithAnswer[]) => new Set(row.filter(isListed).map(({ probe }) => probe.operation))

/** The outcomes of known keys on operations that answer 401 without one. */
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

/** Makes spells of those wide rows whose look is rare among all rows. */
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
    if (servesNobody(beside, rows.flat())) return []
    return [{ look, answered: beside, since, isOpen: own.some((row) => row === rows.at(-1)) }]
  })
}

/** §5.2, §5.3: true where all answers rightly refuse a missing or restricted key. Such a row may be rare in a run, and is no spell. */
const isByRight = (row: readonly WithAnswer[]): boolean =>
  row.every(
    (one) =>
      isToBeRefused(one) &&
      (one.answer.status === 401 ? isRefusalOfKey(one.answer) : mentions(one.answer, 'not_authorized')),
  )

/** §5.2: true for successes that clients without a valid key got alone, while the own key got other answers. */
function servesNobody(answered: readonly WithAnswer[], all: readonly WithAnswer[]): boolean {
  if (!answered.every(({ answer }) => succeeded(answer)) || answered.some(isOwn)) return false
  const times = answered.map(({ answer }) => answer.exchange.startedAt)
  const [from, until] = [Math.min(...times), Math.max(...times)]
  return all.some((one) => {
    const { startedAt } = one.answer.exchange
    return isOwn(one) && startedAt > from && startedAt < until
  })
}

const isListed = ({ probe }: Outcome) => probe.operation !== null

function isBeside({ exchange: { startedAt } }: WithAnswer['answer'], row: readonly WithAnswer[]): boolean {
  const [from, until] = [row[0], row.at(-1)].map((one) => one?.answer.exchange.startedAt ?? Number.NaN)
  return from !== undefined && until !== undefined && startedAt >= from - edgeMs && startedAt <= until + edgeMs
}

/** True where askers of these rows asked often in others too, and none of them got this look there often. */
function isRare(ofOwn: Askers, ofAlike: Askers, ofAll: Askers): boolean {
  const elsewhere = [...ofOwn].flatMap(([asker, here]) => {
    const all = (ofAll.get(asker) ?? 0) - here
    return all < fewestElsewhere ? [] : [((ofAlike.get(asker) ?? 0) - here) / all]
  })
  return elsewhere.length > 0 && elsewhere.every((share) => share <= mostElsewhere)
}

type Askers = ReadonlyMap<ReturnType<typeof askerOf>, number>

/** How often each asker asked a listed operation. */
function askersIn(rows: Rows): Askers {
  const askers = new Map<ReturnType<typeof askerOf>, number>()
  for (const { probe } of rows.flat()) {
    const asker = askerOf(probe)
    askers.set(asker, (askers.get(asker) ?? 0) + (probe.operation === null ? 0 : 1))
  }
  return askers
}
