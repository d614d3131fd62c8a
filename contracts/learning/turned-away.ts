import { contractFacts, type Exchange, endedAt } from '../../evidence/exchange.ts'
import { detailed } from '../../fixtures/catalog/catalog.ts'
import { type Operation, productsOf } from '../../fixtures/catalog/operation.ts'
import { answerOf, succeeded } from '../answer.ts'
import { askerOf, bringsKnownKey, isRefusalOfKey, isToBeRefused, lookIn, lookOf, mayTurnAway } from '../look.ts'
import { isKeyless, type Outcome, type WithAnswer } from '../outcome.ts'
import { type Row, timesOf } from './rows.ts'
import { spellsOf } from './spells.ts'

/** A time in which all clients got one status, milliseconds since the epoch. */
export interface TurnedAway {
  readonly from: number
  readonly until: number
  readonly status: number
  /** The look of the answers, where witnesses showed the time. Other probes got their own answers meanwhile. */
  readonly look?: string
  /** True where clients with a known key were served meanwhile. */
  readonly nobodyAlone?: true
}

/** Fewer products may be one that is forbidden to all, which is judged. The own key asks first, so few of its probes are left. */
const fewestProducts = { own: 2, nobody: 3 }
const fewestAnswers = 20

/**
 * O10, §8.1: abuse protection or a firewall may turn away an address that sent many wrong keys, and a gateway may lose the service for a
 * moment. That is a spell which nobody asked about again. None of its answers is an operation's own. The same may also happen only to
 * clients without a known key.
 */
export function turnedAway(
  operations: readonly Operation[],
  outcomes: ReadonlyMap<string, Outcome>,
): readonly TurnedAway[] {
  const products = productsOf(operations)
  const productOf = (probe: string) => products.get(outcomes.get(probe)?.probe.operation ?? null)
  const productsIn = (row: Row) => new Set(row.flatMap(({ probe }) => productOf(probe.id) ?? [])).size
  const said = new Set([...outcomes.values()].flatMap(saidAgain))
  const rows = spellsOf(outcomes.values(), productOf)
    .filter(({ look, product }) => product === null && !said.has(look))
    .flatMap((spell) => spell.rows)
    .filter((row) => row.length >= fewestAnswers && row.every(({ answer }) => mayTurnAway(answer)))
  const whoever = rows.filter((row) => turnsEverybody(row, productsIn)).map(turnedAwayIn)
  const isTold = (row: Row) => row.some((one) => whoever.some((times) => isMeanwhile(one, times)))
  const unknown = rows.filter((row) => turnsUnknown(row, productsIn) && !isTold(row)).map(turnedAwayIn)
  return [...whoever, ...unknown.map((one) => ({ ...one, nobodyAlone: true as const }))]
}

/** The look of an answer that a probe got twice: the deployment's own. */
function saidAgain(outcome: Outcome): readonly string[] {
  if (outcome.kind !== 'answer' || outcome.attempts.length < 2) return []
  const look = lookOf(outcome.answer)
  return outcome.attempts.slice(0, -1).some((attempt) => lookIn(attempt) === look) ? [look] : []
}

function turnedAwayIn(row: Row): TurnedAway {
  const until = Math.max(...row.map(({ answer }) => endedAt(answer.exchange)))
  return { from: timesOf(row).from, until, status: row[0]?.answer.status ?? 0 }
}

function turnsEverybody(row: Row, productsIn: (row: Row) => number): boolean {
  const own = row.filter((one) => askerOf(one.probe) === 'own' && !isToBeRefused(one))
  const nobody = row.filter(({ probe }) => askerOf(probe) === 'nobody')
  return productsIn(own) >= fewestProducts.own && productsIn(nobody) >= fewestProducts.nobody
}

/**
 * A ban may spare known keys. A faulty operation is wrong either to wrong keys or to missing ones, so a ban shows in both. The refusal of
 * §5.2 is no ban where it may be owed: another version may look for the key first, or write errors in another form. Neither is a success:
 * it serves whoever has no key.
 */
function turnsUnknown(row: Row, productsIn: (row: Row) => number): boolean {
  if (row.every(mayBeOwed) || row.some(({ answer, probe }) => succeeded(answer) || askerOf(probe) !== 'nobody'))
    return false
  const keyless = row.filter(isKeyless)
  const wrong = row.filter((one) => !isKeyless(one))
  return productsIn(keyless) >= fewestProducts.own && productsIn(wrong) >= fewestProducts.nobody
}

/** True for a 401 that may be owed. The audience choice owes nobody one (§5.4). */
const mayBeOwed = ({ probe: { operation }, answer }: WithAnswer) =>
  isRefusalOfKey(answer) && operation !== detailed['audience-choice']

/** The times that witnesses showed (`awaySince`), where they explain the last answer to some probe. */
export function toldAway(
  exchanges: readonly Exchange[],
  outcomes: ReadonlyMap<string, Outcome>,
): readonly TurnedAway[] {
  const told = exchanges.flatMap((exchange) => {
    const { awaySince } = contractFacts(exchange)
    const answer = awaySince === undefined ? null : answerOf(exchange)
    if (awaySince === undefined || answer === null) return []
    return [{ from: awaySince, until: endedAt(exchange), status: answer.status, look: lookOf(answer) }]
  })
  return told.filter((times) => [...outcomes.values()].some((outcome) => isMeanwhile(outcome, times)))
}

/** The times for a reader: in order, with overlapping ones as one. */
export function timesOfAll(away: readonly TurnedAway[]): readonly TurnedAway[] {
  const times: TurnedAway[] = []
  for (const { from, until, status, nobodyAlone } of away.toSorted((one, other) => one.from - other.from)) {
    const at = times.findIndex((one) => one.status === status && one.nobodyAlone === nobodyAlone && one.until >= from)
    const before = times[at]
    if (before === undefined) times.push({ from, until, status, ...(nobodyAlone ? { nobodyAlone } : {}) })
    else times[at] = { ...before, until: Math.max(before.until, until) }
  }
  return times
}

/** True for an answer of this time that turned its client away. */
export function isMeanwhile(outcome: Outcome, { from, until, status, look, nobodyAlone }: TurnedAway): boolean {
  if (outcome.kind !== 'answer' || outcome.answer.status !== status) return false
  if (nobodyAlone === true && bringsKnownKey(outcome.probe)) return false
  if (look === undefined ? !mayTurnAway(outcome.answer) : lookOf(outcome.answer) !== look) return false
  const { exchange } = outcome.answer
  return endedAt(exchange) >= from && exchange.startedAt <= until
}
