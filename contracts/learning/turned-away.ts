import { contractFacts, type Exchange } from '../../evidence/exchange.ts'
import { detailed } from '../../fixtures/catalog/catalog.ts'
import { type Operation, productsOf } from '../../fixtures/catalog/operation.ts'
import { answerOf, succeeded } from '../answer.ts'
import {
  askerOf,
  bringsKnownKey,
  closeLookOf,
  isRefusalOfKey,
  isToBeRefused,
  lookOf,
  mayTurnAway,
  rowsOf,
} from '../look.ts'
import type { Outcome, WithAnswer } from '../outcome.ts'
import type { Probe } from '../probe.ts'

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

/** The fewest operations that refused a probe without a key before, and now refuse it in another way, beside wrong keys. */
const fewestRefusedBefore = 2

/** The answers of a row whose look such probes did not get before. */
interface Turned {
  readonly turned: readonly WithAnswer[]
  readonly productsIn: (row: readonly WithAnswer[]) => number
}

/**
 * O10, §8.1: abuse protection or a firewall may turn away an address that sent many wrong keys, and a gateway may lose the service for a
 * moment. From some moment on all probes get one status in a row, with the own key and without one. The operations have nothing in
 * common, and most answered such probes otherwise before. None of these answers is an operation's own. The same may also happen only to
 * clients without a known key.
 */
export function turnedAway(
  operations: readonly Operation[],
  outcomes: ReadonlyMap<string, Outcome>,
): readonly TurnedAway[] {
  const products = productsOf(operations)
  const productsIn = (row: readonly WithAnswer[]) =>
    new Set(row.flatMap(({ probe: { operation } }) => products.get(operation) ?? [])).size
  const all = [...outcomes.values()]
  const whoever = rowsThat(all, (turned) => turnsEverybody({ turned, productsIn }))
  const isTold = (one: Outcome) => whoever.some((times) => isMeanwhile(one, times))
  const nobody = all.filter((one) => askerOf(one.probe) === 'nobody' && !isTold(one))
  const unknown = rowsThat(nobody, (turned) => turnsUnknown({ turned, productsIn }))
  return [...whoever, ...unknown.map((one) => ({ ...one, nobodyAlone: true as const }))]
}

/** The times of rows with one look, which a gateway may give, and which most such probes did not get before. */
function rowsThat(outcomes: readonly Outcome[], isWide: (turned: readonly WithAnswer[]) => boolean): TurnedAway[] {
  /** The looks of earlier answers, by kind of probe. */
  const said = new Map<string, Set<string>>()
  return rowsOf(outcomes).flatMap((row, nth, rows) => {
    const times = timesOf(row, rows[nth - 1]?.at(-1), said, isWide)
    if (times !== null) return [times]
    for (const { probe, answer } of row) {
      const kind = kindOf(probe)
      said.set(kind, (said.get(kind) ?? new Set()).add(lookOf(answer)))
    }
    return []
  })
}

/** The time in which a row turned clients away; null where it did not. */
function timesOf(
  row: readonly WithAnswer[],
  before: WithAnswer | undefined,
  said: ReadonlyMap<string, ReadonlySet<string>>,
  isWide: (turned: readonly WithAnswer[]) => boolean,
): TurnedAway | null {
  const [first] = row
  if (first === undefined || row.length < fewestAnswers) return null
  const { status } = first.answer
  if (!mayTurnAway(first.answer)) return null
  const known = row.filter(({ probe }) => said.has(kindOf(probe)))
  const turned = known.filter(({ probe, answer }) => said.get(kindOf(probe))?.has(lookOf(answer)) === false)
  if (!isWide(turned) || turned.length * 2 < known.length) return null
  const ends = row.map(({ answer: { exchange } }) => exchange.startedAt + exchange.endMs)
  // A request that began together with the last served one may already have been turned away.
  return { from: (before ?? first).answer.exchange.startedAt, until: Math.max(...ends), status }
}

function turnsEverybody({ turned, productsIn }: Turned): boolean {
  const own = turned.filter((one) => askerOf(one.probe) === 'own' && !isToBeRefused(one))
  const nobody = turned.filter(({ probe }) => askerOf(probe) === 'nobody')
  return productsIn(own) >= fewestProducts.own && productsIn(nobody) >= fewestProducts.nobody
}

/**
 * A ban may spare known keys. A faulty operation is wrong either to wrong keys or to missing ones, and from the first request on. So a
 * ban shows in both, and on operations that refused the very same probe without a key in another way before. The refusal of §5.2 is no
 * ban where it may be owed: another version may look for the key first, or write errors in another form. Neither is a success: it serves
 * whoever has no key.
 */
function turnsUnknown({ turned, productsIn }: Turned): boolean {
  if (turned.every(mayBeOwed) || turned.some(({ answer }) => succeeded(answer))) return false
  const keyless = turned.filter(({ probe }) => probe.credential === 'none')
  const wrong = turned.filter(({ probe }) => probe.credential !== 'none')
  const again = new Set(keyless.flatMap(({ probe: { operation } }) => operation ?? []))
  return again.size >= fewestRefusedBefore && productsIn(wrong) >= fewestProducts.nobody
}

/** True for a 401 that may be owed. The audience choice owes nobody one (§5.4). */
const mayBeOwed = ({ probe: { operation }, answer }: WithAnswer) =>
  isRefusalOfKey(answer) && operation !== detailed['audience-choice']

/** The kind of a probe: an operation answers one asker alike, whatever is wrong in the request. */
const kindOf = (probe: Probe): string => `${probe.operation ?? probe.path} ${askerOf(probe)} ${probe.body.base}`

/** The times that witnesses showed (`awaySince`), where they explain the last answer to some probe. */
export function toldAway(
  exchanges: readonly Exchange[],
  outcomes: ReadonlyMap<string, Outcome>,
): readonly TurnedAway[] {
  const told = exchanges.flatMap((exchange) => {
    const { awaySince } = contractFacts(exchange)
    const answer = awaySince === undefined ? null : answerOf(exchange)
    if (awaySince === undefined || answer === null) return []
    const until = exchange.startedAt + exchange.endMs
    return [{ from: awaySince, until, status: answer.status, look: closeLookOf(answer) }]
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
  if (look === undefined ? !mayTurnAway(outcome.answer) : closeLookOf(outcome.answer) !== look) return false
  const { startedAt, endMs } = outcome.answer.exchange
  return startedAt + endMs >= from && startedAt <= until
}
