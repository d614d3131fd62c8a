import { counted } from '../evidence/counted.ts'

/** One operation, whether a statement is true of it, and the groups that may be named as a whole: its product, its method. */
interface Told {
  readonly groups: readonly string[]
  readonly isSo: boolean
}

/** A smaller share of the operations may have reasons of its own: sessions, or something that the account lacks. */
const leastShare = 0.1

/** How many operations a statement is true of, as `3 of 52 operations`, and the groups where it is true of all; null if these are few. */
export function whereSo(told: readonly Told[]): { readonly some: string; readonly all: string } | null {
  const some = told.filter(({ isSo }) => isSo).length
  const named = told.flatMap(({ groups, isSo }) => groups.map((group) => ({ group, isSo })))
  const groups = Map.groupBy(named, ({ group }) => group)
  const whole = [...groups].filter(([, own]) => own.length > 1 && own.every(({ isSo }) => isSo)).map(([name]) => name)
  if (some < 2 || (whole.length === 0 && some < told.length * leastShare)) return null
  const all = whole.length === 0 || some === told.length ? '' : ` (all of ${whole.join(', ')})`
  return { some: `${some} of ${counted(told.length, 'operation')}`, all }
}
