import type { Operation } from '../../fixtures/catalog/operation.ts'
import { besideGroupOf, groupOf, outsideGroupOf } from '../../fixtures/catalog/routes.ts'
import type { Condition, Facts } from '../check.ts'
import { comparedProbes, maySend } from '../judging/requests.ts'
import { kindOf, type Probe } from '../probe.ts'

/** What a question to an operation is held against: routes that nobody lists, those of the operation's own product first. */
type RoutesFor = (operation: Operation, asked: Probe) => readonly (readonly string[])[]

/** One of each kind among probes. */
export function ofEachKind(probes: readonly Probe[]): readonly Probe[] {
  return [...new Map(probes.map((one) => [kindOf(one), one])).values()]
}

/** Finds the same kind of question as it was put to these routes. */
export function routesAmong(unlisted: readonly Probe[]): RoutesFor {
  const byKind = Map.groupBy(unlisted, (one) => `${one.group} ${kindOf(one)}`)
  return (operation, asked) =>
    [groupOf(operation), besideGroupOf(operation), outsideGroupOf(operation)]
      .map((group) => (byKind.get(`${group} ${kindOf(asked)}`) ?? []).map(({ id }) => id))
      .filter((ids, nth) => nth === 0 || ids.length > 0)
}

/** The question that tells most of whether an operation is there: with the key, where the policy lets one out. */
export function tellingProbe(operation: Operation, facts: Facts): readonly Probe[] {
  const sendable = comparedProbes(operation, facts).filter((asked) => maySend(operation, facts, asked))
  return [sendable.find(({ credential }) => credential === 'eligible') ?? sendable[0]].filter(
    (one) => one !== undefined,
  )
}

/**
 * O1: that question leaves in doubt whether the operation is there. It does not where its answer is unlike those of routes that nobody
 * lists and says no more than that a resource is missing: whatever else is compared, the operation is there.
 */
export function inDoubt(operation: Operation, facts: Facts, routesFor: RoutesFor): readonly Condition[] {
  return tellingProbe(operation, facts).flatMap((asked) => {
    const routes = routesFor(operation, asked)
    if ((routes[0]?.length ?? 0) === 0) return []
    const probe = asked.id
    const isThere: Condition = { any: [{ not: { probe, is: 'gone' } }, { probe, is: 'not-found' }] }
    return [{ not: { all: [{ probe, is: 'unlike', routes }, isThere] } }]
  })
}
