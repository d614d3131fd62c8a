import type { Operation } from '../../fixtures/catalog/operation.ts'
import type { Condition, ConditionalProbe, Facts } from '../check.ts'
import { witnessGroup } from '../learning/witnesses.ts'
import type { Selection } from '../plan.ts'
import { type Probe, probeOf } from '../probe.ts'
import { isTakenIn, outsidePath, siblingPaths } from './unknown-routes.ts'

function options(path: string, group: string, value: Probe['value']): Probe {
  return probeOf({ operation: null, method: 'OPTIONS', path, value, purpose: 'witness', group })
}

/**
 * The witnesses: OPTIONS without a key, to the paths of the selected operations and to unknown paths beside them (O1). Paths with a
 * parameter, and paths that equal an excluded one in any casing, have no witness.
 */
export function witnessProbes(selection: Selection, facts: Facts): readonly Probe[] {
  const { operations, untouched } = selection
  const excluded = new Set(untouched.map((path) => path.toLowerCase()))
  const listed = operations.filter(({ path }) => !path.includes('{') && !excluded.has(path.toLowerCase()))
  const groups = Map.groupBy(listed, witnessGroup)
  return [...groups].flatMap(([group, members]) => [
    ...[...new Set(members.map(({ path }) => path))].map((path) => options(path, group, 'known')),
    ...siblingPaths(members, facts, isTakenIn(selection)).map((path) => options(path, group, 'made-up-1')),
  ])
}

/** The condition that a probe was sent, whatever was answered. */
const isAsked = ({ id }: Probe): Condition => ({ probe: id, is: 'asked' })

/** OPTIONS outside every prefix, asked where any operation is in doubt. It brings the witnesses, and is none itself. */
export function doubtProbe(facts: Facts): Probe {
  const group = 'OPTIONS outside'
  return options(outsidePath(facts, group), group, 'made-up-1')
}

/**
 * The doubt probe and the witnesses, asked only where an operation is in doubt. Session operations are asked last: their doubt brings
 * only the witnesses of their own group.
 */
export function witnessesInDoubt(
  first: Probe,
  probes: readonly Probe[],
  operations: readonly Operation[],
  inDoubt: (operation: Operation) => readonly Condition[],
): readonly ConditionalProbe[] {
  const isLate = ({ effect }: Operation) => effect === 'session'
  const late = Map.groupBy(operations.filter(isLate), witnessGroup)
  const groups = Map.groupBy(probes, ({ group }) => group ?? '')
  const brought = [...groups].flatMap(([group, [next, ...rest]]): readonly ConditionalProbe[] => {
    if (next === undefined) return []
    const when: Condition = { any: [isAsked(first), ...(late.get(group) ?? []).flatMap(inDoubt)] }
    return [{ probe: next, when }, ...rest.map((probe) => ({ probe, when: isAsked(next) }))]
  })
  const when: Condition = { any: operations.filter((operation) => !isLate(operation)).flatMap(inDoubt) }
  return [{ probe: first, when }, ...brought]
}
