import type { Operation } from '../../fixtures/catalog/operation.ts'
import { succeeded } from '../answer.ts'
import type { Outcome } from '../outcome.ts'

/** What the own key got, as far as it tells whether the key is accepted. */
interface Told {
  readonly operation: string
  readonly isServed: boolean
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** One operation alone that refuses what it served is a fault of it, where another could have said the same. */
const fewestOperations = 2
/** One refusal in ten by chance ends a run now and then. */
const fewestRefusals = 3
/** Replicas forget a key one after the other: some requests are served for a moment, and hardly an operation is that refuses none. */
const refusedForEachServed = 4
const refusingForEachServing = 2

/** When the own key is good, milliseconds since the epoch: null where it was at the first request, or is at the last. */
export interface KeyValidity {
  readonly from: number | null
  readonly until: number | null
}

/**
 * O10: a key may be revoked or expire in the middle of a run, and a new one may not be known everywhere at once. Operations that
 * served it refuse it with 401 from some moment on, and none serves it any more; or the same the other way round.
 */
export function keyValidity(operations: readonly Operation[], outcomes: ReadonlyMap<string, Outcome>): KeyValidity {
  const all = told(operations, outcomes)
  const from = lastServed(all.map((one) => ({ ...one, at: -one.at })))
  return { from: from === null ? null : -from, until: lastServed(all) }
}

/** When the key was last served before operations turned against it for good, or null. */
function lastServed(all: readonly Told[]): number | null {
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
    sinceLast.length >= fewestRefusals &&
    operationsOf(sinceLast).size >= Math.min(fewestOperations, operationsOf(all).size) &&
    turned.length >= servedMeanwhile.length * refusedForEachServed &&
    refusing.size >= serving.size * refusingForEachServing
  return isRevoked ? Math.max(...served.filter(({ at }) => at < first).map(({ at }) => at)) : null
}

const operationsOf = (all: readonly Told[]): Set<string> => new Set(all.map(({ operation }) => operation))

/** Success and 401 alone tell: a request may be refused before anybody looks at its key, and sessions have 401s of their own (§5.6). */
function told(operations: readonly Operation[], outcomes: ReadonlyMap<string, Outcome>): readonly Told[] {
  const answered = [...outcomes.values()].flatMap((one) => (one.kind === 'answer' ? [one] : []))
  const isProtected = new Set(
    answered
      .filter(({ probe, answer }) => probe.credential === 'none' && answer.status === 401)
      .map(({ probe }) => probe.operation),
  )
  const asked = new Set<string | null>(
    operations.filter(({ id, session }) => !session && isProtected.has(id)).map(({ id }) => id),
  )
  return answered.flatMap(({ probe: { operation, credential }, answer }) =>
    operation !== null &&
    credential === 'eligible' &&
    asked.has(operation) &&
    (succeeded(answer) || answer.status === 401)
      ? [{ operation, isServed: succeeded(answer), at: answer.exchange.startedAt }]
      : [],
  )
}
