import type { Operation } from '../../fixtures/catalog/operation.ts'
import { besideGroupOf, folderOf, isListedPath, outsideGroupOf } from '../../fixtures/catalog/routes.ts'
import type { Facts, Wish } from '../check.ts'
import { baseAskings, seemsGone } from '../judging/requests.ts'
import type { Selection } from '../plan.ts'
import { identified, type Probe } from '../probe.ts'
import { wordOf } from '../words.ts'

/** The folder as nobody lists it: a gateway may let one spelling through alone. */
function spelledOtherwise(folder: string): string {
  const at = folder.lastIndexOf('/') + 1
  return folder.slice(0, at) + folder.slice(at).toUpperCase()
}

/** Each kind of probe that operations are asked, once, put to a path that nobody lists. */
function asked(operations: readonly Operation[], facts: Facts, path: string, group: string): readonly Probe[] {
  const kinds = new Map(
    operations
      .flatMap((operation) => baseAskings(operation, facts))
      .map((kind) => [`${kind.credential} ${kind.body.base}`, kind] as const),
  )
  const made = { operation: null, path, value: 'made-up-1', group, purpose: 'unknown-route' } as const
  return [...kinds.values()].map((kind) => identified({ ...kind, ...made }))
}

/**
 * Routes that a gateway in front may answer (O1): outside every prefix, and, where an operation seems not to be there, beside its
 * folder and, but for the gate, beside the same in wrong casing.
 */
export function besideRouteWishes({ operations, catalogue }: Selection, facts: Facts): readonly Wish[] {
  const word = (...parts: readonly string[]) => wordOf(12, 'unlisted', facts.seed, ...parts)
  const methods = Map.groupBy(catalogue, ({ method }) => method)
  const outside = [...new Set(operations.map(({ method }) => method))].flatMap((method) => {
    const group = outsideGroupOf({ method })
    const path = `/${word(group, 'a')}/${word(group, 'b')}/${word(group, 'c')}`
    return asked(methods.get(method) ?? [], facts, path, group).map((probe) => ({ probe }))
  })
  const folders = Map.groupBy(
    operations.filter(({ path }) => folderOf(path) !== null),
    besideGroupOf,
  )
  const beside = [...folders].flatMap(([group, members]) => {
    const folder = folderOf(members[0]?.path ?? '') ?? ''
    const when = seemsGone(members, facts)
    return (facts.profile === 'gate' ? [folder] : [folder, spelledOtherwise(folder)])
      .map((one, nth) => `${one}/${word(group, String(nth))}`)
      .filter((path) => !isListedPath(path) && !isListedPath(path.toLowerCase()))
      .flatMap((path) => asked(members, facts, path, group).map((probe) => ({ probe, when })))
  })
  return [...outside, ...beside]
}
