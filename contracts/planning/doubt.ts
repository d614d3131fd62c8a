import type { Operation } from '../../fixtures/catalog/operation.ts'
import { besideGroupOf, groupOf, outsideGroupOf } from '../../fixtures/catalog/routes.ts'
import type { Condition, Facts } from '../check.ts'
import { kindOf, type Probe } from '../probe.ts'
import { comparedProbes, maySend } from '../probes/requests.ts'

/** The unknown routes that a probe of an operation is compared with, in sets: those of its own product first. */
type RoutesFor = (operation: Operation, asked: Probe) => readonly (readonly string[])[]

/** Finds, among probes of unknown routes, those of the same kind as the asked one. */
export function routesAmong(unlisted: readonly Probe[]): RoutesFor {
  const byKind = Map.groupBy(unlisted, (one) => `${one.group} ${kindOf(one)}`)
  return (operation, asked) =>
    [groupOf(operation), besideGroupOf(operation), outsideGroupOf(operation)]
      .map((group) => (byKind.get(`${group} ${kindOf(asked)}`) ?? []).map(({ id }) => id))
      .filter((ids, nth) => nth === 0 || ids.length > 0)
}

/** The probe that best tells whether an operation is there: with the key, where the policy lets that out; none where it lets none out. */
export function tellingProbe(operation: Operation, facts: Facts): readonly Probe[] {
  const sendable = comparedProbes(operation, facts).filter((asked) => maySend(operation, facts, asked))
  return [sendable.find(({ credential }) => credential === 'eligible') ?? sendable[0]].filter(
    (one) => one !== undefined,
  )
}

/**
 * O1: true where the most telling probe leaves in doubt whether the operation is there. There is no doubt where its answer is unlike
 * those of unknown routes, unless it is "gone" and does not name a missing resource by `not_found`.
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
