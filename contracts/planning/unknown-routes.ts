import { oncePer } from '../../evidence/once-per.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { besideGroupOf, folderOf, groupOf, listedPaths, outsideGroupOf } from '../../fixtures/catalog/routes.ts'
import type { Condition, ConditionalProbe, Facts } from '../check.ts'
import type { Selection } from '../plan.ts'
import { identified, kindOf, type Probe } from '../probe.ts'
import { comparedProbes, seemsGone } from '../probes/requests.ts'
import { wordOf } from '../words.ts'
import { tellingProbe } from './doubt.ts'

/** How many unknown routes of a group are asked each kind of probe: fewer show less of how their answers vary. */
const siblings = { nightly: 3, gate: 2, cutover: 3 } as const

/** A part of a path that nobody lists: the same for the same seed and parts. */
export const unlistedWord = ({ seed }: Pick<Facts, 'seed'>, ...parts: readonly (string | number)[]) =>
  wordOf(12, 'unlisted', seed, ...parts)

/** An unknown path outside every prefix. */
export const outsidePath = (facts: Facts, group: string) =>
  `/${['a', 'b', 'c'].map((part) => unlistedWord(facts, group, part)).join('/')}`

/** True for the path of any operation, even an added or excluded one: it is no unknown route. */
export const isTakenIn = oncePer(({ catalogue, untouched }: Pick<Selection, 'catalogue' | 'untouched'>) =>
  listedPaths([...catalogue.map(({ path }) => path), ...untouched]),
)

/**
 * Unknown paths beside the operations of a group, which no listed template matches: the prefix and random segments. Some keep the
 * resource segment of an operation, and only their end is random.
 */
export function siblingPaths(
  operations: readonly Operation[],
  facts: Facts,
  isTaken: (path: string) => boolean,
): readonly string[] {
  const [first] = operations
  if (first === undefined) return []
  const depth = first.path.split('/').length - first.prefix.split('/').length
  const made = Array.from({ length: siblings[facts.profile] }, (_, nth) => {
    const word = (at: number) => unlistedWord(facts, groupOf(first), nth, at)
    const resource = operations[nth % operations.length]?.path.split('/').at(first.prefix.split('/').length)
    const keepsResource = nth > 0 && depth > 1 && resource !== undefined && !resource.startsWith('{')
    const random = Array.from({ length: depth }, (__, at) => word(at))
    const beside = [first.prefix, keepsResource ? resource : word(0), ...random.slice(1)].join('/')
    // Beside `…/venue/{venueId}` every end is a listed path.
    return isTaken(beside) ? [first.prefix, ...random].join('/') : beside
  })
  const unlisted = made.filter((path) => !isTaken(path))
  if (unlisted.length > 0) return unlisted
  // Below `/api/pay/` every segment is listed: so paths of the same depth beside that folder are asked.
  const above = first.prefix.split('/').slice(0, -1).join('/')
  return made
    .map((path) => `${above}/${unlistedWord(facts, path)}/${path.split('/').at(-1)}`)
    .filter((path) => !isTaken(path))
}

/** Puts each kind of probe of some operations, once, to unknown paths. */
function unlistedProbes(
  operations: readonly Operation[],
  facts: Facts,
  group: string,
  paths: readonly string[],
): readonly Probe[] {
  const all = operations.flatMap((operation) => comparedProbes(operation, facts))
  const kinds = [...new Map(all.map((one) => [kindOf(one), one])).values()]
  const made = { operation: null, value: 'made-up-1', group, purpose: 'unknown-route' } as const
  return paths.flatMap((path) => kinds.map((kind) => identified({ ...kind, ...made, path })))
}

/**
 * Puts every kind of probe of a group to unknown routes, for the groups of the selected operations: beside the operations, and outside every
 * prefix, where a gateway in front may answer (O1). The kinds come from all operations of the catalogue in a group, so that a selection
 * compares with the same routes as a whole run.
 */
export function unknownRouteProbes(
  selection: Pick<Selection, 'operations' | 'catalogue' | 'untouched'>,
  facts: Facts,
): readonly Probe[] {
  const { operations, catalogue } = selection
  const isTaken = isTakenIn(selection)
  const besides = (
    groupIn: (operation: Operation) => string,
    paths: (members: readonly Operation[], group: string) => readonly string[],
  ) => {
    const groups = Map.groupBy(catalogue, groupIn)
    return [...new Set(operations.map(groupIn))].flatMap((group) => {
      const members = groups.get(group) ?? []
      return unlistedProbes(members, facts, group, paths(members, group))
    })
  }
  return [
    ...besides(groupOf, (members) => siblingPaths(members, facts, isTaken)),
    ...besides(outsideGroupOf, (_, group) => [outsidePath(facts, group)].filter((path) => !isTaken(path))),
  ]
}

/** The folder in upper case, as nobody lists it: a gateway may let only one spelling through. */
function spelledOtherwise(folder: string): string {
  const at = folder.lastIndexOf('/') + 1
  return folder.slice(0, at) + folder.slice(at).toUpperCase()
}

/**
 * Probes of unknown routes in the folder of an operation that seems missing: a gateway may answer there (O1). Except in the gate, the
 * folder in wrong casing is asked as well. The most telling kinds need no more than that. The others also need `doubt`.
 * Session operations are asked too late to give a reason.
 */
export function besideRouteProbes(
  selection: Selection,
  facts: Facts,
  doubt: readonly Condition[],
): readonly ConditionalProbe[] {
  const { operations } = selection
  const folders = Map.groupBy(
    operations.filter(({ path, effect }) => folderOf(path) !== null && effect !== 'session'),
    besideGroupOf,
  )
  return [...folders].flatMap(([group, members]) => {
    const folder = folderOf(members[0]?.path ?? '') ?? ''
    const isGone = seemsGone(members, facts)
    const telling = new Set(members.flatMap((operation) => tellingProbe(operation, facts)).map(kindOf))
    const paths = (facts.profile === 'gate' ? [folder] : [folder, spelledOtherwise(folder)])
      .map((one, nth) => `${one}/${unlistedWord(facts, group, String(nth))}`)
      .filter((path) => !isTakenIn(selection)(path))
    return unlistedProbes(members, facts, group, paths).map((probe) => ({
      probe,
      when: telling.has(kindOf(probe)) ? isGone : { all: [...doubt, isGone] },
    }))
  })
}
