import { contractFacts, type Exchange } from '../../evidence/exchange.ts'
import { because } from '../../evidence/judgement.ts'
import { detailed } from '../../fixtures/catalog/catalog.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { answerOf } from '../answer.ts'
import { askerOf, bringsKnownKey, closeLookOf, isRefusalOfKey, lookOf, mayTurnAway, rowsOf } from '../look.ts'
import type { Outcome, WithAnswer } from '../outcome.ts'
import type { Probe } from '../probe.ts'

/** From when until when whoever asked got one status, milliseconds since the epoch. */
export interface TurnedAway {
  readonly from: number
  readonly until: number
  readonly status: number
  /** Where witnesses told it: how the answers looked. Others got their own meanwhile. */
  readonly look?: string
  /** True where who has a key that is known was served meanwhile. */
  readonly nobodyAlone?: true
}

/** Fewer may be one product that is forbidden to all, which is judged. The own key asks first, and little is left for it. */
const fewestProducts = { own: 2, nobody: 3 }
const fewestAnswers = 20

/** Of operations that refuse without a key, and do so otherwise later, beside wrong keys. */
const fewestRefusedBefore = 2

/** Of a row of answers those that such questions did not get before. */
interface Turned {
  readonly turned: readonly WithAnswer[]
  readonly productsOf: (row: readonly WithAnswer[]) => number
}

/**
 * O10, §8.1: abuse protection, or a firewall, may turn away an address that asked with many wrong keys, and what stands in front may
 * lose the service for a moment. From some moment on everything gets one status in a row, with the own key as without one, on
 * operations that have nothing in common and most of which answered such questions otherwise. None of it was any operation's answer.
 * So may who has no key that is known alone.
 */
export function turnedAway(
  operations: readonly Operation[],
  outcomes: ReadonlyMap<string, Outcome>,
): readonly TurnedAway[] {
  const productOf = new Map<string, string>(operations.map(({ id, product }) => [id, product]))
  const productsOf = (row: readonly WithAnswer[]) =>
    new Set(row.flatMap(({ probe: { operation } }) => productOf.get(operation ?? '') ?? [])).size
  const all = [...outcomes.values()]
  const whoever = rowsThat(all, (turned) => turnsEverybody({ turned, productsOf }))
  const nobody = all.filter(({ probe }) => askerOf(probe) === 'nobody')
  const unknown = rowsThat(nobody, (turned) => turnsUnknown({ turned, productsOf }))
  const isTold = ({ from, until }: TurnedAway) => whoever.some((one) => one.from <= until && from <= one.until)
  return [...whoever, ...unknown.filter((one) => !isTold(one)).map((one) => ({ ...one, nobodyAlone: true as const }))]
}

/** The rows of one status, of what may be said by somebody in front, most of which such questions did not get before. */
function rowsThat(outcomes: readonly Outcome[], isWide: (turned: readonly WithAnswer[]) => boolean): TurnedAway[] {
  /** What was said before the row, by kind of question. */
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

/** When a row turned somebody away, or null. */
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
  // What was asked at the same moment as the last that was served may have come too late.
  return { from: (before ?? first).answer.exchange.startedAt, until: Math.max(...ends), status }
}

function turnsEverybody({ turned, productsOf }: Turned): boolean {
  const own = turned.filter(({ probe }) => askerOf(probe) === 'own')
  const nobody = turned.filter(({ probe }) => askerOf(probe) === 'nobody')
  return productsOf(own) >= fewestProducts.own && productsOf(nobody) >= fewestProducts.nobody
}

/**
 * A ban may spare keys that are known. What says the wrong thing to wrong keys, or to none, says it beside the right one to the others,
 * and from the first request on: so both are in the row, and operations that refused the very same request without a key before.
 * §5.2's refusal is no ban where it may be owed: another version may look for the key first, or write errors in another form.
 */
function turnsUnknown({ turned, productsOf }: Turned): boolean {
  if (turned.every(mayBeOwed)) return false
  const keyless = turned.filter(({ probe }) => probe.credential === 'none')
  const wrong = turned.filter(({ probe }) => probe.credential !== 'none')
  const again = new Set(keyless.flatMap(({ probe: { operation } }) => operation ?? []))
  return again.size >= fewestRefusedBefore && productsOf(wrong) >= fewestProducts.nobody
}

/** §5.4: the audience choice owes nobody a 401. */
const mayBeOwed = ({ probe: { operation }, answer }: WithAnswer) =>
  isRefusalOfKey(answer) && operation !== detailed['audience-choice']

/** One operation answers one asker in one way, whatever is wrong in what is asked. */
const kindOf = (probe: Probe): string => `${probe.operation ?? probe.path} ${askerOf(probe)} ${probe.body.base}`

/** What witnesses told while it was asked again, where that was the last that was heard of something. */
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

/** The same for a reader: each time once, the first first. */
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

function isMeanwhile(outcome: Outcome, { from, until, status, look, nobodyAlone }: TurnedAway): boolean {
  if (outcome.kind !== 'answer' || outcome.answer.status !== status) return false
  if (nobodyAlone === true && bringsKnownKey(outcome.probe)) return false
  if (look !== undefined && closeLookOf(outcome.answer) !== look) return false
  const { startedAt, endMs } = outcome.answer.exchange
  return startedAt + endMs >= from && startedAt <= until
}

/** What was asked meanwhile was not exercised. */
export function withoutTurnedAway(
  outcomes: ReadonlyMap<string, Outcome>,
  away: readonly TurnedAway[],
): ReadonlyMap<string, Outcome> {
  if (away.length === 0) return outcomes
  return new Map(
    [...outcomes].map(([id, outcome]): [string, Outcome] => {
      const { probe, attempts } = outcome
      const isLost = away.some((times) => isMeanwhile(outcome, times))
      return [id, isLost ? { probe, attempts, kind: 'not-sent', why: because('turned-away') } : outcome]
    }),
  )
}
