import { oncePer } from '../evidence/once-per.ts'
import { type Answer, saysGone, succeeded } from './answer.ts'
import type { Condition } from './check.ts'
import { equalsUnknown } from './equal-answers.ts'
import { agreement, readCode } from './error-code.ts'
import { isAnswered, type Outcome, wasSent } from './outcome.ts'
import type { Entry } from './plan.ts'

/** While asking, no place of a code is learned: a code counts wherever it stands alone, but not within a sentence. */
const nothingLearned = { places: [], anywhere: false, together: [], isWhole: true }

const isSo = {
  unauthorized: ({ status }: Answer) => status === 401,
  success: succeeded,
  refused: (answer: Answer) => answer.status !== 401 && !succeeded(answer),
  gone: saysGone,
  'not-found': (answer: Answer) =>
    saysGone(answer) && agreement(readCode(answer, nothingLearned), 'not_found') === 'right',
}

type OutcomeOf = (probe: string) => Outcome | undefined

/** The answer to a probe, also a server error; empty where there is none. */
function answerTo(probe: string, outcome: OutcomeOf): readonly Answer[] {
  const found = outcome(probe)
  return found !== undefined && isAnswered(found) ? [found.answer] : []
}

/** True where all of these probes were sent and got no answer: any answer is unlike that. */
function isUnanswered(probes: readonly string[], outcome: OutcomeOf): boolean {
  return probes.length > 0 && probes.every((probe) => outcome(probe)?.kind === 'no-answer')
}

/** True where a probe was answered otherwise than unknown routes were; false where the two cannot be compared. */
function isUnlike({ probe, routes }: Extract<Condition, { is: 'unlike' }>, outcome: OutcomeOf): boolean {
  const [own] = answerTo(probe, outcome)
  const sets = routes.map((probes) => probes.flatMap((one) => answerTo(one, outcome)))
  if (own === undefined) return false
  if ((sets[0]?.length ?? 0) === 0) return isUnanswered(routes[0] ?? [], outcome)
  return !equalsUnknown(own, sets)
}

type Part = Extract<Condition, { probe: string }>

/** True where a condition is met, if its smallest parts are so. */
function isMet(condition: Condition, isPartMet: (part: Part) => boolean): boolean {
  if ('not' in condition) return !isMet(condition.not, isPartMet)
  if ('all' in condition) return condition.all.every((part) => isMet(part, isPartMet))
  if ('any' in condition) return condition.any.some((part) => isMet(part, isPartMet))
  return isPartMet(condition)
}

/** True where a condition holds by the outcomes so far. */
export function holds(condition: Condition, outcome: OutcomeOf): boolean {
  return isMet(condition, (part) => {
    if (part.is === 'unlike') return isUnlike(part, outcome)
    const found = outcome(part.probe)
    if (part.is === 'asked') return wasSent(found)
    return found?.kind === 'answer' && isSo[part.is](found.answer)
  })
}

/** Predicts a condition by the outcomes so far. For an outcome that is not there yet, a conforming deployment is assumed. */
export function isLikely(condition: Condition, outcome: OutcomeOf, isAsked: (probe: string) => boolean): boolean {
  return isMet(condition, (part) => {
    if (outcome(part.probe) !== undefined) return holds(part, outcome)
    if (part.is === 'asked') return isAsked(part.probe)
    return part.is === 'unauthorized' || part.is === 'success' || part.is === 'unlike'
  })
}

/** The smallest parts of a condition. */
function partsOf(condition: Condition): readonly Part[] {
  if ('not' in condition) return partsOf(condition.not)
  if ('all' in condition) return condition.all.flatMap(partsOf)
  return 'any' in condition ? condition.any.flatMap(partsOf) : [condition]
}

/** The probes that a condition looks at, each once. */
export const probesOf = oncePer((condition: Condition): readonly string[] => [
  ...new Set(partsOf(condition).flatMap((part) => [part.probe, ...('routes' in part ? part.routes.flat() : [])])),
])

/** The condition that one of two holds. Each part stands in it once. */
export function either(one: Condition, other: Condition): Condition {
  const parts = 'any' in one ? one.any : [one]
  const isThere = [one, ...parts].some((part) => JSON.stringify(part) === JSON.stringify(other))
  return isThere ? one : { any: [...parts, other] }
}

export function isWanted(entry: Entry, outcome: OutcomeOf): boolean {
  return entry.barred === null && (entry.when === null || holds(entry.when, outcome))
}

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
