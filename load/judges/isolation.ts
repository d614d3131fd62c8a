import { inconclusive, type Judgement, notExercised, pass, undocumented } from '../../evidence/judgement.ts'
import type { Bystander } from '../../evidence/load-facts.ts'
import type { Scope } from '../limiter/limiter.ts'
import type { LimitView } from './limit-view.ts'
import { type AnswerIn, idsOf, inPhase, is429, type LoadAnswer } from './load-answer.ts'
import { judgeNoRefusal } from './no-refusal.ts'

type Bystanding = AnswerIn<'scope'>

const nameOf = ({ facts, operation }: Bystanding) =>
  facts.whom === 'key' ? 'another key' : `the same key on ${operation}`

/** True for a bystander that was served, or got 429. Without a session, a right or a service, its answer tells nothing of the limit. */
const isTelling = (answer: LoadAnswer) => is429(answer) || (answer.status ?? 500) < 400

/** The scope in the words of `LimitResult.scope`: which of the asked bystanders have a limit of their own. Null where that is not known. */
function scopeWords(asked: readonly Bystanding[]): string | null {
  const apart = (whom: Bystander) => asked.some((answer) => answer.facts.whom === whom && !is429(answer))
  const parts = [...(apart('key') ? ['credential'] : []), ...(apart('product') ? ['product'] : [])]
  if (parts.length > 0) return parts.join('+')
  return asked.some(({ facts }) => facts.whom === 'key') ? 'everybody' : null
}

/** Judges the votes of repeated pairs; null where they did not tell. */
function judgeVoted(view: LimitView, { apart, scope, why }: Scope): Judgement | null {
  if (scope === null) return null
  const exchanges = idsOf(inPhase(view.own, 'vote'))
  const shared = (['credential', 'product'] as const).filter((dimension) => apart[dimension] === false)
  const detail = { observed: scope, exchanges }
  if (shared.length === 0) return pass('apart', detail, { whom: `the limit is for ${scope}; ${why}` })
  return undocumented('wider', detail, { whom: `another ${shared.join(' and another ')}; ${why}` })
}

/** O17: whom else an exhausted limit refuses. §8.1 allows limits of an account, so this is never a violation. */
export function judgeIsolation(view: LimitView): Judgement {
  if (!view.own.some(is429)) return judgeNoRefusal(view)
  const voted = view.voted === null ? null : judgeVoted(view, view.voted)
  if (voted !== null) return voted
  const answered = view.scope.filter(({ status }) => status !== null)
  const controls = inPhase(view.trials, 'control')
  if (answered.length === 0 || controls.length === 0) return notExercised('nobody-else-asked')
  const exchanges = [...answered, ...controls].map(({ id }) => id)
  // A served bystander tells something only where the limit still refuses the limited operation right after, each time that it was asked.
  // A cheap request may be served by what is left of a limit that it shares: where the votes could not tell, neither can it.
  const isUnsure = ({ facts }: Bystanding) => facts.whom === 'product' && view.voted?.apart.product === null
  const isStillRefused = (answer: Bystanding) => {
    const next = controls.find((control) => control.startedAt >= answer.startedAt)
    return next !== undefined && is429(next)
  }
  const isClean = (answer: Bystanding) =>
    isTelling(answer) && isStillRefused(answer) && (is429(answer) || !isUnsure(answer))
  const asked = answered.filter((answer) =>
    answered
      .filter(({ facts }) => facts.whom === answer.facts.whom)
      .every((one) => isClean(one) && is429(one) === is429(answer)),
  )
  if (asked.length === 0) {
    const telling = answered.filter(isTelling)
    if (telling.length === 0) return inconclusive('nobody-else-served', { exchanges })
    const mayCostLess = telling.every((one) => isUnsure(one) && isStillRefused(one))
    return inconclusive(mayCostLess ? 'perhaps-cheaper' : 'limit-let-go', { exchanges })
  }
  const refused = asked.filter(is429)
  // One that was served and refused in turn tells no scope, and is no pass.
  if (refused.length === 0 && answered.some(is429)) return inconclusive('limit-let-go', { exchanges })
  // Of whom nothing is told may have a limit of its own: whose it is, is not known then.
  const isTold = answered.every((one) => asked.some((other) => other.facts.whom === one.facts.whom))
  const scope = isTold ? scopeWords(asked) : null
  const detail = { ...(scope === null ? {} : { observed: scope }), exchanges }
  const whom = [...new Set((refused.length > 0 ? refused : asked).map(nameOf))].join(' and ')
  return refused.length > 0 ? undocumented('wider', detail, { whom }) : pass('apart', detail, { whom })
}
