import { contractFacts, type Exchange, endedAt } from '../../evidence/exchange.ts'
import { type Operation, productsOf } from '../../fixtures/catalog/operation.ts'
import { succeeded } from '../answer.ts'
import { mentions } from '../error-code.ts'
import { wantingKey } from '../look.ts'
import type { Outcome, WithAnswer } from '../outcome.ts'

/** An answer to the own key that tells whether the key is accepted. */
interface Told {
  readonly operation: string
  readonly product: string
  readonly isServed: boolean
  /** When the request began and when its answer ended, milliseconds since the epoch. */
  readonly at: number
  readonly until: number
}

/** How much must turn against the key: a 401 is about the key (§5.2), and a 403 may be about a request or an account (§5.3). */
interface Fewest {
  /** The fewest operations: one alone that refuses what it served is at fault itself, where another could have refused too. */
  readonly operations: number
  /** The fewest refusals: where one request in ten is refused by chance, some runs end with a refusal. */
  readonly refusals: number
}
const fewest = { 401: { operations: 2, refusals: 3 }, 403: { operations: 3, refusals: 10 } } as const
/** Replicas forget a key one after the other: some requests are still served, but nearly every operation also refuses one. */
const refusedForEachServed = 4
const refusingForEachServing = 2
/** For a key that is refused before any operation was asked again: answers that served it, products that turned, operations that refuse. */
const fewestEarly = { served: 3, products: 2, operations: 10 }

/** The time in which the own key is accepted, milliseconds since the epoch. Null: from the first request on, or to the last. */
export interface KeyValidity {
  readonly from: number | null
  readonly until: number | null
}

/**
 * O10: a key may be revoked or expire during a run, and a new key may not be known everywhere at once. Then operations that served
 * the key refuse it with 401 from some moment on, and none serves it any more; or the other way round. A suspended key is refused
 * with 403.
 */
export function keyValidity(operations: readonly Operation[], outcomes: ReadonlyMap<string, Outcome>): KeyValidity {
  const answered = ownAnswers(operations, outcomes)
  const [byRefusal, byEligibility] = [told(answered), toldEligible(answered)]
  const refused = validity(byRefusal, fewest[401])
  if (refused.from !== null || refused.until !== null) return refused
  const suspended = validity(sayingBoth(byEligibility), fewest[403])
  if (suspended.from !== null || suspended.until !== null) return suspended
  return { from: null, until: lastServedEarly(byRefusal) ?? lastServedEarly(byEligibility) }
}

/** O10: the same for the last requests of a run, by the probe that was asked once more after them. */
export function refusedAtLast(exchanges: readonly Exchange[]): KeyValidity {
  const since = exchanges.map((exchange) => contractFacts(exchange).refusedSince).find((told) => told !== undefined)
  return { from: null, until: since ?? null }
}

function validity(all: readonly Told[], least: Fewest): KeyValidity {
  const from = lastServed(
    all.map((one) => ({ ...one, at: -one.at })),
    least,
  )
  return { from: from === null ? null : -from, until: lastServed(all, least) }
}

/** When the key was last served before operations turned against it for good, or null. */
function lastServed(all: readonly Told[], least: Fewest): number | null {
  const firstServed = new Map<string, number>()
  for (const { operation, isServed, at } of all) {
    if (isServed) firstServed.set(operation, Math.min(at, firstServed.get(operation) ?? at))
  }
  const turned = all.filter(
    ({ operation, isServed, at }) => !isServed && at > (firstServed.get(operation) ?? Number.POSITIVE_INFINITY),
  )
  const first = Math.min(...turned.map(({ at }) => at))
  const served = all.filter(({ isServed }) => isServed)
  const last = Math.max(...served.map(({ at }) => at))
  const sinceLast = all.filter(({ isServed, at }) => !isServed && at > last)
  const servedMeanwhile = served.filter(({ at }) => at > first)
  const refusing = operationsOf(all.filter(({ isServed, at }) => !isServed && at >= first))
  const serving = operationsOf(servedMeanwhile.filter(({ operation }) => !refusing.has(operation)))
  const isRevoked =
    turned.some(({ at }) => at > last) &&
    sinceLast.length >= least.refusals &&
    operationsOf(sinceLast).size >= Math.min(least.operations, operationsOf(all).size) &&
    turned.length >= servedMeanwhile.length * refusedForEachServed &&
    refusing.size >= serving.size * refusingForEachServing
  return isRevoked ? Math.max(...served.filter(({ at }) => at < first).map(({ at }) => at)) : null
}

/** The same before any operation was asked twice: from a moment on everything refuses the key, whatever served it. */
function lastServedEarly(all: readonly Told[]): number | null {
  const served = all.filter(({ isServed }) => isServed)
  const refused = all.filter(({ isServed }) => !isServed)
  const last = Math.max(...served.map(({ at }) => at))
  const first = Math.min(...refused.map(({ at }) => at))
  const before = served.filter(({ at }) => at < first)
  const serving = new Set(served.map(({ product }) => product))
  const turned = new Set(refused.flatMap(({ product }) => (serving.has(product) ? [product] : [])))
  const isRevoked =
    before.length > 0 &&
    refused.every(({ until }) => until >= last) &&
    served.length >= fewestEarly.served &&
    turned.size >= fewestEarly.products &&
    operationsOf(refused).size >= fewestEarly.operations
  return isRevoked ? Math.max(...before.map(({ at }) => at)) : null
}

const operationsOf = (all: readonly Told[]): Set<string> => new Set(all.map(({ operation }) => operation))

/** An answer to the own key by an operation that wants one. */
export type OwnAnswer = WithAnswer & { readonly product: string }

const toldBy = ({ probe, answer: { exchange }, product }: OwnAnswer, isServed: boolean): Told => ({
  operation: probe.operation ?? '',
  product,
  isServed,
  at: exchange.startedAt,
  until: endedAt(exchange),
})

/** Only a success and a 401 tell: any other refusal may come before the key is checked. */
function told(answered: readonly OwnAnswer[]): readonly Told[] {
  return answered
    .filter(({ answer }) => succeeded(answer) || answer.status === 401)
    .map((one) => toldBy(one, succeeded(one.answer)))
}

/** Any answer but a 403 tells that the key was eligible. A 403 that names `rate_limited` is a limit with a wrong status. */
function toldEligible(answered: readonly OwnAnswer[]): readonly Told[] {
  return answered.map((one) => toldBy(one, one.answer.status !== 403 || mentions(one.answer, 'rate_limited')))
}

/** The answers of operations that served the key at least once: elsewhere a 403 may be about what was asked. */
function sayingBoth(all: readonly Told[]): readonly Told[] {
  const serving = operationsOf(all.filter(({ isServed }) => isServed))
  return all.filter(({ operation }) => serving.has(operation))
}

/** The answers to the own key on protected operations. Sessions are left out: they have 401s of their own (§5.6). */
export function ownAnswers(
  operations: readonly Operation[],
  outcomes: ReadonlyMap<string, Outcome>,
): readonly OwnAnswer[] {
  const answered = [...outcomes.values()].filter((one) => one.kind === 'answer')
  const wanting = wantingKey(answered)
  const products = productsOf(operations.filter(({ id, session }) => !session && wanting.has(id)))
  return answered.flatMap((one) => {
    const product = one.probe.credential === 'eligible' ? products.get(one.probe.operation) : undefined
    return product === undefined ? [] : [{ ...one, product }]
  })
}
