import { type Answer, succeeded } from './answer.ts'
import type { Condition } from './check.ts'
import type { Outcome } from './outcome.ts'
import type { Entry } from './plan.ts'

const isSo = {
  unauthorized: ({ status }: Answer) => status === 401,
  success: succeeded,
  gone: ({ status }: Answer) => status === 404 || status === 410,
}

/** Whether a condition came true, by what is known of the probes it names. */
export function holds(condition: Condition, outcome: (probe: string) => Outcome | undefined): boolean {
  if ('not' in condition) return !holds(condition.not, outcome)
  if ('all' in condition) return condition.all.every((part) => holds(part, outcome))
  if ('any' in condition) return condition.any.some((part) => holds(part, outcome))
  const found = outcome(condition.probe)
  if (found?.kind !== 'answer') return false
  return isSo[condition.is](found.answer)
}

/** The probes that a condition looks at. */
export function probesOf(condition: Condition): readonly string[] {
  if ('not' in condition) return probesOf(condition.not)
  if ('all' in condition) return condition.all.flatMap(probesOf)
  if ('any' in condition) return condition.any.flatMap(probesOf)
  return [condition.probe]
}

/** A condition in words that no other has: the probes it looks at are named by what is sent. */
function keyOf(condition: Condition): string {
  if ('not' in condition) return `not(${keyOf(condition.not)})`
  if ('all' in condition) return `all(${condition.all.map(keyOf).join()})`
  if ('any' in condition) return `any(${condition.any.map(keyOf).join()})`
  return `${condition.probe} ${condition.is}`
}

/** True where one of both is: each part once. */
export function either(one: Condition, other: Condition): Condition {
  if (keyOf(one) === keyOf(other)) return one
  const parts = 'any' in one ? one.any : [one]
  return parts.some((part) => keyOf(part) === keyOf(other)) ? one : { any: [...parts, other] }
}

/** Whether an entry is sent, by the outcomes so far: the same for ask and for judge. */
export function isWanted(entry: Entry, outcome: (probe: string) => Outcome | undefined): boolean {
  return entry.barred === null && (entry.when === null || holds(entry.when, outcome))
}
