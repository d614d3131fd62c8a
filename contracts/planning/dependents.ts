import { probesOf } from '../condition.ts'
import type { Entry } from '../plan.ts'

/** The probes of some entries, and all whose condition looks at one of them, directly or through others. */
export function withDependents(entries: readonly Entry[], among: readonly Entry[]): ReadonlySet<string> {
  const all = new Set(entries.map(({ probe }) => probe.id))
  for (let size = -1; size < all.size; ) {
    size = all.size
    for (const { probe, when } of among) {
      if (when !== null && probesOf(when).some((id) => all.has(id))) all.add(probe.id)
    }
  }
  return all
}
