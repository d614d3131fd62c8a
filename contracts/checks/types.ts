import type { Change } from '../../fixtures/bodies/recipe.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { audienceChoiceMembers } from '../../fixtures/schemas/audience-choice.ts'
import { numberParameters } from '../../fixtures/schemas/livestream-query.ts'
import { jsonTypes, type Member } from '../../fixtures/schemas/members.ts'
import { voteEmbedMembers } from '../../fixtures/schemas/vote-embed.ts'
import type { AnsweredQuestion, Check, Checks, ConditionalProbe, Facts, Question } from '../check.ts'
import { changedCopies } from '../judging/controls.ts'
import { fold, gravestFirst, type Order } from '../judging/fold.ts'
import { unlessAllNameALimit } from '../judging/named-limit.ts'
import { switches } from '../judging/odd-requests.ts'
import { judgeRefusal } from '../judging/refusal.ts'
import { judgedAll, wasSent } from '../outcome.ts'
import { type Probe, probe } from '../probe.ts'

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
  const judgements = judgedAll(sent, (answer, one) => judgeRefusal(answer, one, evidence))
  return fold(unlessAllNameALimit(judgements), coercedLast)
}

/** O7a: each documented member, sent once with each wrong JSON type. */
const fieldType: Check = { questions: fieldQuestions, judge: judgeBroken }

/** The probe with a word for a number parameter. */
export function wordFor(operation: Operation, parameter: string, word = 'word'): Probe {
  const query = { base: 'none', set: [[parameter, word]] } as const
  return probe(operation, { credential: 'eligible', query, purpose: 'broken' })
}

/** A reader of booleans takes no other word for a switch. A reader that stops at the first letter takes the second word for a number. */
const wordsFor = (parameter: string) => [switches.includes(parameter) ? 'true' : 'word', '10word']

/** O7a: a number parameter with a word. A string parameter has no wrong type on the wire. */
const queryType: Check = {
  questions: (operation) =>
    operation.detail === 'details-list'
      ? numberParameters.map((name) => ({
          sub: name,
          probes: wordsFor(name).map((word) => ({ probe: wordFor(operation, name, word) })),
          reads: 'operation' as const,
        }))
      : [],
  judge: judgeBroken,
}

export const typesChecks = {
  'request.field-type': fieldType,
  'request.query-type': queryType,
} as const satisfies Checks
