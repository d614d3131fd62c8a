import { type Judgement, pass, undocumented } from '../../evidence/judgement.ts'
import type { BodyBase } from '../../fixtures/bodies/bases.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { type Answer, describeAnswer } from '../answer.ts'
import type { AnsweredQuestion, Check, Facts, Question } from '../check.ts'
import { fold } from '../judging/fold.ts'
import { unlessAllNameALimit } from '../judging/named-limit.ts'
import { judgeRefusal } from '../judging/refusal.ts'
import { malformed, maySend } from '../judging/requests.ts'
import { judgeServerErrors } from '../judging/server-errors.ts'
import { agreement } from '../learning/code-places.ts'
import { judgedAll, type Outcome, wasSent } from '../outcome.ts'
import { probe, takesBody } from '../probe.ts'
import { inTurn } from '../sample.ts'

/** Bodies that are no JSON object: no JSON at all, or another JSON value (O7a). */
const noObjects: readonly BodyBase[] = ['not-json', 'json-array', 'json-string', 'json-number']

function questions(operation: Operation, facts: Facts): readonly Question[] {
  if (!takesBody(operation)) return []
  if (operation.detail === null) {
    const probes = [malformed(operation, 'none'), malformed(operation, 'eligible')].map((asked) => ({ probe: asked }))
    return [{ sub: null, probes: probes.map(inTurn(operation, facts, 'seventh')), reads: ['catalog.reachable'] }]
  }
  const credential = operation.detail === 'audience-choice' ? ('none' as const) : ('eligible' as const)
  const asked = noObjects.map((base) => probe(operation, { credential, body: { base }, purpose: 'broken' }))
  const isBarred = !asked.some((one) => maySend(operation, facts, one))
  const all = isBarred ? [...asked, malformed(operation, 'none')] : asked
  return [{ sub: null, probes: all.map((one) => ({ probe: one })), reads: 'operation' }]
}

/** O7b: only a server error is judged where behaviour is not shown. */
function judgeObserved(answer: Answer, outcome: Outcome, { learned }: AnsweredQuestion): Judgement {
  const keyed = outcome.probe.credential === 'eligible'
  if (keyed && answer.status === 400 && agreement(learned.codeOf(answer), 'invalid_request') === 'right') {
    return pass('as-documented', {}, { seen: '400 invalid_request' })
  }
  return undocumented('observed', { observed: describeAnswer(answer) })
}

/** O7a on operations whose errors are shown, O7b on every other one that reads a body. */
export const malformedJson: Check = {
  questions,
  judge(evidence) {
    const sent = evidence.outcomes.filter(wasSent)
    const broken = judgeServerErrors(sent, evidence.seen)
    if (broken?.verdict === 'violation' || broken?.cause === 'not-implemented') return broken
    const judge = evidence.operation.detail === null ? judgeObserved : judgeRefusal
    return fold(unlessAllNameALimit(judgedAll(sent, (answer, one) => judge(answer, one, evidence))))
  },
}
