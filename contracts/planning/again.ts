import { oncePer } from '../../evidence/once-per.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import type { Condition, Facts } from '../check.ts'
import type { Entry } from '../plan.ts'
import { identified, type Probe, repetitions } from '../probe.ts'
import { comparedProbes, withoutKey } from '../probes/requests.ts'
import type { Wanted } from './entries.ts'

/** How often the plain probe without a key is asked again: of two replicas, one alone seldom answers all. */
const repeats = 4
/** How often where those answers differ: a route that one of three replicas lacks is mostly missing in two of nine answers or more. */
const mostRepeats = 8
/** How many other operations tell whether the product hides everything without a key. */
const mostBeside = 3

// Each is made once for each probe: many conditions hold it, and a plan stays in memory.
const isGone = oncePer(({ id: probe }: Probe): Condition => ({ probe, is: 'gone' }))
const isThere = oncePer((one: Probe): Condition => ({ all: [{ probe: one.id, is: 'asked' }, { not: isGone(one) }] }))
const isBare = oncePer((one: Probe): Condition => ({ all: [isGone(one), { not: { probe: one.id, is: 'not-found' } }] }))

/**
 * O1: a route may be missing on one of several replicas. One probe of an operation may be answered as if the route were missing, and
 * another not. Then the plain probe without a key is asked again, one time after the other. A write that needs no key is not repeated.
 */
export function againProbes(operations: readonly Operation[], facts: Facts): readonly Wanted[] {
  const told = operations.filter(({ effect }) => effect !== 'session')
  const byProduct = Map.groupBy(told, ({ prefix }) => prefix)
  return told.flatMap((operation) => {
    const beside = (byProduct.get(operation.prefix) ?? []).filter((other) => other !== operation).slice(0, mostBeside)
    const [first, ...others] = comparedProbes(operation, facts)
    if (first === undefined || beside.length === 0) return []
    const all = [first, ...Array.from({ length: mostRepeats }, (_, nth) => identified({ ...first, nth: nth + 1 }))]
    const doubt: Condition = {
      all: [
        differs(operation, first, others, withoutKey(operation, facts, repetitions.sinceWrongKey)),
        { any: beside.flatMap((one) => comparedProbes(one, facts).slice(0, 1)).map(isThere) },
      ],
    }
    return all.slice(1).map((probe, nth) => {
      const goesOn = mayGoOn(operation, all[nth] ?? first)
      const when = nth < repeats ? goesOn : { all: [goesOn, isAnsweredInTurn(all.slice(0, nth + 1))] }
      return { operation, probe, when: nth === 0 ? doubt : when }
    })
  })
}

/** True where probes of one operation disagree on its route. `later`: the probe without a key right after a refused wrong key (O2b). */
function differs(
  { method, namesOneResource }: Operation,
  first: Probe,
  others: readonly Probe[],
  later: Probe,
): Condition {
  const bare: Condition = { all: [isBare(first), { any: others.map(isThere) }] }
  // With the key, the resource may be missing and not the route.
  const keyed = namesOneResource ? [] : others.filter(({ credential }) => credential === 'eligible')
  const answered: Condition = method === 'GET' ? isThere(first) : { probe: first.id, is: 'unauthorized' }
  return { any: [bare, { all: [answered, { any: [...keyed, later].map(isBare) }] }] }
}

function isAnsweredInTurn(asked: readonly Probe[]): Condition {
  return { all: [{ any: asked.map(isBare) }, { any: asked.map(isThere) }] }
}

/** A write is repeated only where it was refused or gone: one that is served without a key is not. */
function mayGoOn({ method }: Operation, one: Probe): Condition {
  const asked: Condition = { probe: one.id, is: 'asked' }
  if (method === 'GET') return asked
  return { all: [asked, { any: [isGone(one), { probe: one.id, is: 'unauthorized' }] }] }
}

/** True for repetitions that a doubt brings. Repetitions for other reasons have higher numbers. */
export const isAskedAgain = ({ probe: { nth, purpose, credential }, when }: Entry): boolean =>
  nth > 0 && nth <= mostRepeats && when !== null && purpose === 'plain' && credential === 'none'
