import type { Scope } from '../limiter/limiter.ts'
import type { LoadRecord, ScenarioRecord } from '../record.ts'
import type { TrialAnswer } from '../trial/story.ts'
import { restStatusOf } from '../trial/trial.ts'
import { type AnswerIn, inPhase, type LoadAnswer } from './load-answer.ts'

/** All that the judges of the limit read. */
export interface LimitView {
  readonly operation: LoadRecord['limited']
  /** True where nobody else uses the key: all refusals are then due to our requests. */
  readonly quietKey: boolean
  readonly scenario: ScenarioRecord
  /** The answers of the limited operation, in the order of sending. */
  readonly own: readonly LoadAnswer[]
  /** The trials among them. The experiment and its votes provoke refusals of their own. */
  readonly trials: readonly (LoadAnswer & TrialAnswer)[]
  /** The answers to bystanders, who asked while the limit refused. */
  readonly scope: readonly AnswerIn<'scope'>[]
  /** The status that the operation answers at rest; null where that is not known. */
  readonly atRest: number | null
  /** Whom the limit concerns, as repeated pairs tell; null where no pairs were sent. */
  readonly voted: Scope | null
}

const isTrial = (answer: LoadAnswer): answer is LoadAnswer & TrialAnswer =>
  !['experiment', 'vote', 'turn'].includes(answer.facts.phase)

/** What a recording tells of the limit. */
export function limitView(record: LoadRecord, scenario: ScenarioRecord, answers: readonly LoadAnswer[]): LimitView {
  const own = answers.filter(
    ({ facts }) => facts.phase !== 'scope' && (facts.phase !== 'vote' || facts.variant === 'base'),
  )
  return {
    operation: record.limited,
    quietKey: record.quietKey,
    scenario,
    own,
    trials: own.filter(isTrial),
    scope: inPhase(answers, 'scope'),
    atRest: restStatusOf(own),
    voted: record.scope,
  }
}
