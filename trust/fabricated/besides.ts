import { catalogue, type OperationId } from '../../fixtures/catalog/catalog.ts'
import { besidesOf } from '../../run/besides.ts'
import { brokenAttemptNotes } from '../../run/broken-attempts.ts'
import { oneAnswerNotes } from '../../run/one-answer.ts'
import { ownKeyNotes } from '../../run/own-key.ts'
import { play, type Scene } from './contracts.ts'
import { certain } from './gate.ts'

/** All operations of two products. */
export const operations = catalogue
  .filter(({ product }) => product === 'Teams' || product === 'Livestream')
  .map(({ id }) => id as OperationId)

/** The reservations beside a pass of these operations. */
export function besides(answers: Scene['answers']): readonly string[] {
  const judged = play({ operations, ...(answers === undefined ? {} : { answers }) })
  return besidesOf({
    ...certain,
    findings: judged.findings,
    keyNotes: ownKeyNotes(judged.plan.operations, judged),
    answerNotes: [...brokenAttemptNotes(judged), ...oneAnswerNotes(judged.plan.operations, judged, [])],
  })
}
export const isTeams = (operation: string | null) => operation?.includes('/api/team/') === true
