import { oncePer } from '../../evidence/once-per.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { groupOf, listedPaths } from '../../fixtures/catalog/routes.ts'
import type { Facts } from '../check.ts'
import { comparedProbes } from '../judging/requests.ts'
import type { Selection } from '../plan.ts'
import { identified, type Probe } from '../probe.ts'
import { wordOf } from '../words.ts'
import { ofEachKind } from './doubt.ts'

/** How many unknown routes are asked each kind of probe: fewer show less of what changes from one to the next. */
const siblings = { nightly: 3, gate: 2, cutover: 3 } as const

/** True for the path of some operation, also of one that an extension adds or that is excluded: it is no unknown route. */
export const isTakenIn = oncePer(({ catalogue, untouched }: Pick<Selection, 'catalogue' | 'untouched'>) =>
  listedPaths([...catalogue.map(({ path }) => path), ...untouched]),
)

/**
 * Paths beside a group's operations that no listed template matches: the prefix and random segments, and where an operation
 * has a resource segment, that one and a random end.
 */
export function siblingPaths(
  operations: readonly Operation[],
  { seed, profile }: Facts,
  isTaken: (path: string) => boolean,
): readonly string[] {
  const [first] = operations
  if (first === undefined) return []
  const depth = first.path.split('/').length - first.prefix.split('/').length
  const made = Array.from({ length: siblings[profile] }, (_, nth) => {
    const word = (at: number) => wordOf(12, 'unlisted', seed, groupOf(first), nth, at)
    const resource = operations[nth % operations.length]?.path.split('/').at(first.prefix.split('/').length)
    const keepsResource = nth > 0 && depth > 1 && resource !== undefined && !resource.startsWith('{')
    const random = Array.from({ length: depth }, (__, at) => word(at))
    const beside = [first.prefix, keepsResource ? resource : word(0), ...random.slice(1)].join('/')
    // Beside `…/venue/{venueId}` every end is listed.
    return isTaken(beside) ? [first.prefix, ...random].join('/') : beside
  })
  const unlisted = made.filter((path) => !isTaken(path))
  if (unlisted.length > 0) return unlisted
  // Behind `/api/pay/` every segment is a listed one: what stands as deep beside that is asked.
  const above = first.prefix.split('/').slice(0, -1).join('/')
  return made
    .map((path) => `${above}/${wordOf(12, 'unlisted', seed, path)}/${path.split('/').at(-1)}`)
    .filter((path) => !isTaken(path))
}

/** Each kind of probe that operations are asked, once, put to paths that nobody lists. */
export function unlistedProbes(
  operations: readonly Operation[],
  facts: Facts,
  group: string,
  paths: readonly string[],
): readonly Probe[] {
  const kinds = ofEachKind(operations.flatMap((operation) => comparedProbes(operation, facts)))
  const made = { operation: null, value: 'made-up-1', group, purpose: 'unknown-route' } as const
  return paths.flatMap((path) => kinds.map((kind) => identified({ ...kind, ...made, path })))
}

/**
 * Every kind of probe that a group's operations are asked, put to unknown routes: for the groups of the selected operations, and
 * made of all that the catalogue has in them, so that a selection compares with the same routes as a whole run.
 */
export function unknownRouteProbes(
  selection: Pick<Selection, 'operations' | 'catalogue' | 'untouched'>,
  facts: Facts,
): readonly Probe[] {
  const { operations, catalogue } = selection
  const groups = Map.groupBy(catalogue, groupOf)
  return [...new Set(operations.map(groupOf))].flatMap((group) => {
    const members = groups.get(group) ?? []
    return unlistedProbes(members, facts, group, siblingPaths(members, facts, isTakenIn(selection)))
  })
}
