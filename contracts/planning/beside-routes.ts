import { besideGroupOf, folderOf } from '../../fixtures/catalog/routes.ts'
import type { Condition, ConditionalProbe, Facts } from '../check.ts'
import { seemsGone } from '../judging/requests.ts'
import type { Selection } from '../plan.ts'
import { kindOf } from '../probe.ts'
import { tellingProbe } from './doubt.ts'
import { isTakenIn, unlistedProbes, unlistedWord } from './unknown-routes.ts'

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
