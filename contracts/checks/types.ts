import { type Judgement, pass, undocumented } from '../../evidence/judgement.ts'
import type { BodyBase } from '../../fixtures/bodies/bases.ts'
import type { Change } from '../../fixtures/bodies/recipe.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { audienceChoiceMembers } from '../../fixtures/schemas/audience-choice.ts'
import { numberParameters } from '../../fixtures/schemas/livestream-query.ts'
import { jsonTypes, type Member } from '../../fixtures/schemas/members.ts'
import { voteEmbedMembers } from '../../fixtures/schemas/vote-embed.ts'
import { describeAnswer } from '../answer.ts'
import type { AnsweredQuestion, Checks, ConditionalProbe, Facts, Question } from '../check.ts'
import { hasCode } from '../judging/code.ts'
import { fold, gravestFirst, type Order } from '../judging/fold.ts'
import { judgeRefusal, unlessAllNameALimit } from '../judging/refusal.ts'
import { judgeServerErrors } from '../judging/server-errors.ts'
import { isKeyed, judgedAll, type WithAnswer, wasSent } from '../outcome.ts'
import { type Probe, probe, takesBody } from '../probe.ts'
import { changedCopies } from '../probes/controls.ts'
import { switches } from '../probes/odd-requests.ts'
import { malformed, maySend } from '../probes/requests.ts'
import { outOfTurn } from '../sample.ts'

/** A question for each member, with every JSON type but the documented one; `null` is odd, not wrong (O7c). */
function memberQuestions(
  members: readonly Member[],
  probesFor: (change: Change) => readonly ConditionalProbe[],
): readonly Question[] {
  return members.map(({ path, type }) => ({
    sub: path,
    probes: jsonTypes.filter((to) => to !== type).flatMap((to) => probesFor({ path, to })),
    reads: 'operation',
  }))
}

function fieldQuestions(operation: Operation, facts: Facts): readonly Question[] {
  if (operation.detail === 'embed-create') {
    return memberQuestions(voteEmbedMembers, (change) => changedCopies(operation, facts, change, 'broken'))
  }
  if (operation.detail === 'audience-choice') {
    // Copies of the control, which needs no credential (§5.4).
    const base = facts.has.choiceBody ? 'choice-vouched' : 'choice-full'
    return memberQuestions(audienceChoiceMembers, (change) => [
      { probe: probe(operation, { body: { base, change }, purpose: 'broken' }) },
    ])
  }
  return []
}

/** `type-coerced` counts after any other violation: a member that takes an object too is reported for the object. */
const coercedLast: Order = ['violation', 'type-coerced', ...gravestFirst]

/** Judges the broken copies that were sent. Copies of controls that were not chosen do not count. */
function judgeBroken(evidence: AnsweredQuestion) {
  const sent = evidence.outcomes.filter(wasSent)
  const judgements = judgedAll(sent, (one) => judgeRefusal(one, evidence))
  return fold(unlessAllNameALimit(judgements), coercedLast)
}

export function wordFor(operation: Operation, parameter: string, word = 'word'): Probe {
  const query = { base: 'none', set: [[parameter, word]] } as const
  return probe(operation, { credential: 'eligible', query, purpose: 'broken' })
}

/** A reader of booleans takes no other word for a switch. A reader that stops at the first letter takes the second word for a number. */
const wordsFor = (parameter: string) => [switches.includes(parameter) ? 'true' : 'word', '10word']

/** Bodies that are no JSON object: no JSON at all, or another JSON value (O7a). */
const noObjects: readonly BodyBase[] = ['not-json', 'cut-json', 'json-array', 'json-string', 'json-number']

function noObjectQuestions(operation: Operation, facts: Facts): readonly Question[] {
  if (!takesBody(operation)) return []
  if (operation.detail === null) {
    const leftOut = outOfTurn(operation, facts, 'seventh')
    const probes = [malformed(operation, 'none'), malformed(operation, 'eligible')]
    return [{ sub: null, probes: probes.map((one) => ({ probe: one, leftOut })), reads: ['catalog.reachable'] }]
  }
  const credential = operation.detail === 'audience-choice' ? ('none' as const) : ('eligible' as const)
  const asked = noObjects.map((base) => probe(operation, { credential, body: { base }, purpose: 'broken' }))
  const isBarred = !asked.some((one) => maySend(operation, facts, one))
  const all = isBarred ? [...asked, malformed(operation, 'none')] : asked
  return [{ sub: null, probes: all.map((one) => ({ probe: one })), reads: 'operation' }]
}

/** O7b: only a server error is judged where behaviour is not shown. */
function judgeObserved(one: WithAnswer, { learned }: AnsweredQuestion): Judgement {
  const { answer } = one
  if (isKeyed(one) && answer.status === 400 && hasCode(answer, 'invalid_request', learned)) {
    return pass('as-documented', {}, { seen: '400 invalid_request' })
  }
  return undocumented('observed', { observed: describeAnswer(answer) })
}

export const typesChecks = {
  /** O7a: each documented member, sent once with each wrong JSON type. */
  'request.field-type': { questions: fieldQuestions, judge: judgeBroken },
  /** O7a on operations whose errors are shown, O7b on every other one that reads a body. */
  'request.malformed-json': {
    questions: noObjectQuestions,
    judge(evidence) {
      const sent = evidence.outcomes.filter(wasSent)
      const broken = judgeServerErrors(sent, evidence.seen)
      if (broken?.verdict === 'violation' || broken?.cause === 'not-implemented') return broken
      const judge = evidence.operation.detail === null ? judgeObserved : judgeRefusal
      return fold(unlessAllNameALimit(judgedAll(sent, (one) => judge(one, evidence))))
    },
  },
  /** O7a: a number parameter with a word. A string parameter has no wrong type on the wire. */
  'request.query-type': {
    questions: (operation) =>
      operation.detail === 'details-list'
        ? numberParameters.map((name) => ({
            sub: name,
            probes: wordsFor(name).map((word) => ({ probe: wordFor(operation, name, word) })),
            reads: 'operation' as const,
          }))
        : [],
    judge: judgeBroken,
  },
} as const satisfies Checks
