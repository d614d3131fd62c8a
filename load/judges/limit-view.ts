import type { LoadRecord, ScenarioRecord } from '../record.ts'
import type { TrialAnswer } from '../trial/story.ts'
import { restStatusOf } from '../trial/trial.ts'
import { inPhase, type LoadAnswer } from './load-answer.ts'

const isTrial = (answer: LoadAnswer): answer is LoadAnswer & TrialAnswer =>
  !['experiment', 'vote', 'turn'].includes(answer.facts.phase)

/** All that the judges of the limit read. */
export type LimitView = Readonly<ReturnType<typeof limitView>>

/** What a recording tells of the limit. */
export function limitView(record: LoadRecord, scenario: ScenarioRecord, answers: readonly LoadAnswer[]) {
  /** The answers of the limited operation, in the order of sending. */
  const own = answers.filter(
    ({ facts }) => facts.phase !== 'scope' && (facts.phase !== 'vote' || facts.variant === 'base'),
  )
  return {
    operation: record.limited,
    /** True where nobody else uses the key: all refusals are then due to our requests. */
    quietKey: record.quietKey,
    scenario,
    own,
    /** The trials among them. The experiment and its votes provoke refusals of their own. */
    trials: own.filter(isTrial),
    /** The answers to bystanders, who asked while the limit refused. */
    scope: inPhase(answers, 'scope'),
    /** The status that the operation answers at rest; null where that is not known. */
    atRest: restStatusOf(own),
    /** Whom the limit concerns, as repeated pairs tell; null where no pairs were sent. */
    voted: record.scope,
  }
}
