import { succeeded } from '../answer.ts'
import { mentions } from '../error-code.ts'
import { askerOf, bringsKnownKey, isRefusalOfKey, isToBeRefused, lookOf, wantingKey } from '../look.ts'
import { isKeyed, type Outcome, type WithAnswer } from '../outcome.ts'
import { isBeside, operationsOf, type Row, rowsOf, startOf, timesOf } from './rows.ts'

/** A row with fewer equal answers may be right, and so may one of fewer operations, all of one product. */
const fewest = { answers: 5, operations: 8 }

/** An answer that so many operations of one product gave is not the answer of a single operation. */
const fewestOfProduct = 3

/** A success that comes in more rows is the deployment's own: one replica of several may serve it. */
const mostOfSuccess = 3

/** A look is the deployment's own where more than this share of the other answers to an asker has it. */
export const mostElsewhere = 0.1

/** With fewer other answers, nobody can say what is usual. */
const fewestElsewhere = 20

/** The one answer that came for a while to whatever was asked, as from a firewall, or from a service that is being deployed. */
export interface Spell {
  readonly look: string
  /** The one product that the spell was about; null for a spell of all. */
  readonly product: string | null
  /** The rows that show it. */
  readonly rows: readonly Row[]
  /** All answers with this look that anybody got meanwhile. */
  readonly meanwhile: Row
  /** When the spell began, milliseconds since the epoch. */
  readonly since: number
  /** True where no other answer came after the spell. */
  readonly isOpen: boolean
}

/**
 * O10: finds the times in which one asker got one answer in a row that this asker hardly ever gets otherwise. The row must reach two
 * products, many operations, or several of one product. Pure.
 */
export function spellsOf(
  outcomes: Iterable<Outcome>,
  productOf: (probe: string) => string | undefined,
): readonly Spell[] {
  const all = [...outcomes].filter((one) => one.kind === 'answer')
  const isWide = (row: Row) =>
    operationsOf(row.filter(isListed)).size >= fewest.operations ||
    new Set(row.filter(isListed).map(({ probe }) => productOf(probe.id))).size > 1
  const isWideInProduct = (row: Row) =>
    operationsOf(row.filter(isListed)).size >= fewestOfProduct && !row.every(isToBeRefused)
  const listed = all.filter(isListed)
  // A look that other products have as well comes from something in front of all.
  const ofProduct = [...Map.groupBy(listed, ({ probe }) => productOf(probe.id) ?? '')].flatMap(([product, own]) => {
    const isItsOwn = ({ look }: Spell) => {
      const others = listed.filter(({ probe }) => (productOf(probe.id) ?? '') !== product)
      return others.length === 0 || shareOf(look, others) <= mostElsewhere
    }
    return spellsAmong(own, product, isWideInProduct).filter(isItsOwn)
  })
  return [...spellsAmong(all, null, isWide), ...ofProduct]
}

function spellsAmong(all: Row, product: string | null, isWide: (row: Row) => boolean): readonly Spell[] {
  const together = rowsOf(all, wordOf)
  const isLong = (row: Row) => row.length >= fewest.answers && row.filter(isListed).length >= fewest.answers
  const isFound = (row: Row) => isLong(row) && isWide(row) && !row.every(isRightlyRefused)
  const byAsker = [...Map.groupBy(all, ({ probe }) => askerOf(probe)).values()]
  const ofAskers = sequencesOf(all).map((sequence) => {
    const found = rowsOf(sequence, wordOf)
    // A key that is refused up to the last request is reported elsewhere.
    return { sequence, found: refusesOwn(found.at(-1) ?? []) ? found.slice(0, -1) : found, askers: [sequence] }
  })
  const sequences = [{ sequence: all, found: together, askers: byAsker }, ...ofAskers]
  const rows = sequences.flatMap(({ sequence, found, askers }) =>
    [...Map.groupBy(found.filter(isFound), lookOfRow)].flatMap(([look, alike]) => {
      // What a known key gets more often than not is usual. A ban may come so often, but concerns clients without one.
      const isUsual = sequence.every(({ probe }) => bringsKnownKey(probe)) && alike.flat().length > sequence.length / 2
      return !isUsual && isRare(look, askers, alike) && !isOwnSuccess(look, alike, together) ? alike : []
    }),
  )
  return [...Map.groupBy(rows, lookOfRow)].flatMap(([look, alike]) => {
    const times = alike.map(timesOf)
    const meanwhile = together.filter((row) => lookOfRow(row) === look && isBeside(timesOf(row), times)).flat()
    if (servesNobody(meanwhile, all)) return []
    const isOpen = together.at(-1)?.some((one) => meanwhile.includes(one)) === true
    return [{ look, product, rows: alike, meanwhile, since: timesOf(meanwhile).from, isOpen }]
  })
}

/** True for a success that may be the deployment's own: it comes again and again, with ids of its own, or elsewhere with the own key. */
function isOwnSuccess(look: string, rows: readonly Row[], together: readonly Row[]): boolean {
  if (!isSuccess(rows)) return false
  const times = together.filter((row) => lookOfRow(row) === look && row.length > 1)
  const inRows = new Set(rows.flat())
  const elsewhere = together.flat().filter((one) => isKeyed(one) && !inRows.has(one))
  return times.length > mostOfSuccess || !rows.every(isOneText) || shareOf(look, elsewhere) > mostElsewhere
}

/** What was asked by nobody that is known, by the own key, and by known keys of operations that want one. */
function sequencesOf(all: Row): readonly Row[] {
  const keyed = wantingKey(all)
  const known = all.filter(({ probe }) => bringsKnownKey(probe) && keyed.has(probe.operation))
  return [all.filter(({ probe }) => askerOf(probe) === 'nobody'), all.filter(isKeyed), known.filter(isKeyed), known]
}

/** A row of a spell holds neighbours of one look. */
const wordOf = ({ answer }: WithAnswer) => lookOf(answer)
const isListed = ({ probe }: WithAnswer) => probe.operation !== null
const lookOfRow = ([first]: Row) => (first === undefined ? '' : lookOf(first.answer))

const isSuccess = ([first]: readonly Row[]) => first?.[0] !== undefined && succeeded(first[0].answer)

/** True for pages, and for answers with one text: successes of different operations have ids of their own. */
const isOneText = (row: Row) =>
  new Set(row.map(({ answer }) => (answer.mediaType === 'text/html' ? '' : answer.text))).size === 1

const refusesOwn = (row: Row) => row.some((one) => isKeyed(one) && [401, 403].includes(one.answer.status))

/**
 * §5.2, §5.3, §7.3: true for an answer that rightly refuses a missing or restricted key, or a request that is wrong. A row of these may be
 * rare in a run, and is no spell.
 */
function isRightlyRefused(one: WithAnswer): boolean {
  const { probe, answer } = one
  if (answer.status === 400) return ['broken', 'odd'].includes(probe.purpose) && mentions(answer, 'invalid_request')
  return isToBeRefused(one) && (answer.status === 401 ? isRefusalOfKey(answer) : mentions(answer, 'not_authorized'))
}

/** §5.2: true for successes that clients without a valid key got alone, while the own key got other answers. */
function servesNobody(answered: Row, all: Row): boolean {
  if (!isSuccess([answered]) || answered.some(isKeyed)) return false
  const { from, until } = timesOf(answered)
  return all.some((one) => isKeyed(one) && startOf(one) > from && startOf(one) < until)
}

const shareOf = (look: string, among: Row) =>
  among.filter(({ answer }) => lookOf(answer) === look).length / among.length

/** True where the askers of these rows got many other answers, and hardly ever this one. */
function isRare(look: string, askers: readonly Row[], rows: readonly Row[]): boolean {
  const inRows = new Set(rows.flat())
  const others = askers
    .filter((all) => all.some((one) => inRows.has(one)))
    .map((all) => all.filter((one) => isListed(one) && !inRows.has(one)))
    .filter(({ length }) => length >= fewestElsewhere)
  return others.length > 0 && others.every((own) => shareOf(look, own) <= mostElsewhere)
}
