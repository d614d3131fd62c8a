import type { Operation } from '../../fixtures/catalog/operation.ts'
import type { Condition, ConditionalProbe, Facts } from '../check.ts'
import { comparedProbes, withoutKey } from '../judging/requests.ts'
import type { Entry } from '../plan.ts'
import { identified, type Probe, repetitions } from '../probe.ts'

/** How often the plain question without a key is asked again: of one replica in two, seldom one alone answers all. */
const repeats = 4
/** And where that was answered now and then: what one replica of three lacks is missing in two of nine answers or more, mostly. */
const mostRepeats = 8
/** Others of the product that tell whether it hides everything from whoever has no key. */
const mostBeside = 3

const isThere = ({ id: probe }: Probe): Condition => ({
  all: [{ probe, is: 'asked' }, { not: { probe, is: 'gone' } }],
})
const isBare = ({ id: probe }: Probe): Condition => ({
  all: [{ probe, is: 'gone' }, { not: { probe, is: 'not-found' } }],
})

/**
 * O1: a route may be missing on one of several replicas. Where one question to an operation is answered as if it were not there, and
 * another is not, the plain one without a key is asked again, one time after the other. What writes and needs no key is not.
 */
export function againProbes(
  operations: readonly Operation[],
  facts: Facts,
): readonly { readonly operation: Operation; readonly conditional: ConditionalProbe }[] {
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
      return { operation, conditional: { probe, when: nth === 0 ? doubt : when } }
    })
  })
}

/** `later`: what is asked without a key right after a wrong one was refused (O2b). */
function differs({ namesOneResource }: Operation, first: Probe, others: readonly Probe[], later: Probe): Condition {
  const bare: Condition = { all: [isBare(first), { any: others.map(isThere) }] }
  // With the key it may be the resource that is not there.
  const keyed = namesOneResource ? [] : others.filter(({ credential }) => credential === 'eligible')
  return { any: [bare, { all: [{ probe: first.id, is: 'unauthorized' }, { any: [...keyed, later].map(isBare) }] }] }
}

function isAnsweredInTurn(asked: readonly Probe[]): Condition {
  return { all: [{ any: asked.map(isBare) }, { any: asked.map(isThere) }] }
}

/** A write that is served without a key is not repeated. */
function mayGoOn({ method }: Operation, { id: probe }: Probe): Condition {
  const asked: Condition = { probe, is: 'asked' }
  if (method === 'GET') return asked
  const isRefused: Condition = {
    any: [
      { probe, is: 'gone' },
      { probe, is: 'unauthorized' },
    ],
  }
  return { all: [asked, isRefused] }
}

/** What a doubt brings. The same question is also asked once more beside a success, with a number of its own. */
export const isAskedAgain = ({ probe: { nth, purpose, credential }, when }: Entry): boolean =>
  nth > 0 && nth <= mostRepeats && when !== null && purpose === 'plain' && credential === 'none'
