import { catalogue, type OperationId } from '../../fixtures/catalog/catalog.ts'
import { besidesOf } from '../../run/besides.ts'
import { overcomeOf, refusedToKey } from '../../run/gate-input.ts'
import { keyNowAndThen } from '../../run/key-now-and-then.ts'
import { oneAnswerOf } from '../../run/one-answer.ts'
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
    refusedToKey: refusedToKey(judged),
    keyNowAndThen: keyNowAndThen(judged.plan.operations, judged),
    overcome: overcomeOf(judged),
    oneAnswer: oneAnswerOf(judged.plan.operations, judged),
  })
}
export const isTeams = (operation: string | null) => operation?.includes('/api/team/') === true
