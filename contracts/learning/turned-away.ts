import { contractFacts, type Exchange } from '../../evidence/exchange.ts'
import { because } from '../../evidence/judgement.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { answerOf } from '../answer.ts'
import { askerOf, closeLookOf, lookOf, mayTurnAway, rowsOf } from '../look.ts'
import type { Outcome, WithAnswer } from '../outcome.ts'
import type { Probe } from '../probe.ts'

/** From when until when whoever asked got one status, milliseconds since the epoch. */
export interface TurnedAway {
  readonly from: number
  readonly until: number
  readonly status: number
  /** Where witnesses told it: how the answers looked. Others got their own meanwhile. */
  readonly look?: string
}

/** Fewer may be one product that is forbidden to all, which is judged. The own key asks first, and little is left for it. */
const fewestProducts = { own: 2, nobody: 3 }
const fewestAnswers = 20

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
  /** What was said before the row, by kind of question. */
  const said = new Map<string, Set<string>>()
  return rowsOf(outcomes.values()).flatMap((row, nth, rows) => {
    const times = timesOf(row, rows[nth - 1]?.at(-1), productOf, said)
    if (times !== null) return [times]
    for (const { probe, answer } of row) {
      const kind = kindOf(probe)
      said.set(kind, (said.get(kind) ?? new Set()).add(lookOf(answer)))
    }
    return []
  })
}

/** When a row turned everybody away, or null. */
function timesOf(
  row: readonly WithAnswer[],
  before: WithAnswer | undefined,
  productOf: ReadonlyMap<string, string>,
  said: ReadonlyMap<string, ReadonlySet<string>>,
): TurnedAway | null {
  const [first] = row
  if (first === undefined || row.length < fewestAnswers) return null
  const { status } = first.answer
  if (!mayTurnAway(first.answer)) return null
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

/** One operation answers one asker in one way, whatever is wrong in what is asked. */
const kindOf = (probe: Probe): string => `${probe.operation ?? probe.path} ${askerOf(probe)} ${probe.body.base}`

function productsOf(row: readonly WithAnswer[], productOf: ReadonlyMap<string, string>): ReadonlySet<string> {
  return new Set(row.flatMap(({ probe: { operation } }) => productOf.get(operation ?? '') ?? []))
}

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
  for (const { from, until, status } of away.toSorted((one, other) => one.from - other.from)) {
    const at = times.findIndex((one) => one.status === status && one.until >= from)
    const before = times[at]
    if (before === undefined) times.push({ from, until, status })
    else times[at] = { ...before, until: Math.max(before.until, until) }
  }
  return times
}

function isMeanwhile(outcome: Outcome, { from, until, status, look }: TurnedAway): boolean {
  if (outcome.kind !== 'answer' || outcome.answer.status !== status) return false
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
