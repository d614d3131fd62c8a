import { inconclusive, type Judgement, pass, undocumented, violation } from '../../evidence/judgement.ts'
import { bases } from '../../fixtures/bodies/bases.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import type { Envelope } from '../../fixtures/schemas/envelope.ts'
import { type Answer, describeAnswer, evidenceOf } from '../answer.ts'
import type { AnsweredQuestion, Checks, Facts, Question } from '../check.ts'
import { isKnownMissing } from '../judging/controls.ts'
import { fold, gravestFirst, type Order } from '../judging/fold.ts'
import { namesNothing } from '../judging/nothing.ts'
import { matchesEnvelope } from '../judging/served.ts'
import { hasSucceeded, judged, judgedAll, type Outcome, wasSent } from '../outcome.ts'
import { isWatched } from '../probe.ts'
import { controlProbes } from '../probes/controls.ts'

const questions = (operation: Operation, facts: Facts): readonly Question[] => {
  const probes = controlProbes(operation, facts)
  return probes.length === 0 ? [] : [{ sub: null, probes, reads: 'operation' }]
}

/**
 * True for a request as the specification shows it: with the key where that is shown, for the known resource, neither odd nor broken.
 * A choice may lack members, since each of them is optional (§2), and may come again.
 */
function isAsShown({ probe: asked }: Outcome, { operation }: AnsweredQuestion): boolean {
  const isChoice = operation.detail === 'audience-choice'
  const isOdd = isWatched(asked) && !(isChoice && (asked.purpose === 'left-out' || asked.nth > 0))
  const isOwn = asked.credential === (isChoice ? 'none' : 'eligible')
  return isOwn && asked.value === 'known' && !isOdd && asked.purpose !== 'broken'
}

/** True where a success must have the envelope: always on a shown operation, elsewhere for controls and for requests as shown (O9). */
function owesEnvelope(outcome: Outcome, evidence: AnsweredQuestion): boolean {
  return evidence.operation.shown || evidence.outcomes.includes(outcome) || isAsShown(outcome, evidence)
}

/** True for a request whose body, if it has to have one, is a JSON object (§1). Where others alone succeed, nothing as documented does. */
const sendsObject = ({ probe: { method, body } }: Outcome) =>
  method === 'GET' || (bases[body.base].is === 'object' && body.contentType === undefined)

/** One success with an identifier that identifies nothing is told, whatever the others have. */
const namelessFirst: Order = ['violation', 'inconclusive', 'identifies-nothing', ...gravestFirst]

/** Judges all successes that must have the envelope. Without one, the first control that was sent gives the reason. */
function overSuccesses(evidence: AnsweredQuestion, judge: (answer: Answer) => Judgement): Judgement {
  const { outcomes, seen } = evidence
  const successes = seen.filter((outcome) => hasSucceeded(outcome) && owesEnvelope(outcome, evidence))
  if (successes.length > 0) {
    const judgements = judgedAll(successes, ({ answer }) => judge(answer))
    // An answer that is too large to keep, as to an odd request, does not weaken the judgement of the others.
    const whole = judgements.filter(({ cause }) => cause !== 'too-large')
    const judgement = fold(whole.length > 0 ? whole : judgements, namelessFirst)
    const isOpen = judgement.verdict === 'pass' || judgement.cause === 'identifies-nothing'
    if (!isOpen || successes.some(sendsObject)) return judgement
  }
  const [first] = outcomes.filter(wasSent)
  if (first === undefined) return fold([])
  const cause = isKnownMissing(first, evidence) ? 'known-not-found' : 'no-success'
  return judged(first, ({ answer }) => inconclusive(cause, evidenceOf(answer)))
}

/** What an answer lacks that the schema has just refused. Of a body that could not be read the schema has nothing to say. */
function lacksOf({ json, text }: Answer): string {
  if (text === null) return 'the body is not UTF-8'
  if (json === undefined) return text.trim() === '' ? 'there is no body' : 'the body is not JSON'
  const errors = (matchesEnvelope.errors ?? []).map(
    ({ instancePath, message }) => `${instancePath || 'body'} ${message}`,
  )
  return errors.slice(0, 4).join('; ')
}

/** The identifiers of an envelope that identify nothing. A listing is no resource, so its `data.id` may be empty. */
function namelessIn({ data, requestId }: Envelope, { detail }: Operation): readonly string[] {
  const identifiers = { 'data.id': detail === 'details-list' ? null : data.id, requestId }
  return Object.entries(identifiers).flatMap(([member, value]) =>
    value !== null && (value.trim() === '' || namesNothing(value.trim())) ? [member] : [],
  )
}

export const envelopeChecks = {
  /** O9. A success without the envelope, 204 included, is a violation; further members are welcome. */
  'envelope.schema': {
    questions,
    judge: (evidence) =>
      overSuccesses(evidence, (answer) => {
        if (answer.exchange.response?.body.cut === true) return inconclusive('too-large')
        if (matchesEnvelope(answer.json)) {
          const members = namelessIn(answer.json, evidence.operation).join(' and ')
          if (members !== '') return undocumented('identifies-nothing', evidenceOf(answer), { members })
          return pass('as-documented', {}, { seen: `${answer.status} with the response envelope` })
        }
        const lacks = lacksOf(answer)
        const expected = '{ data: { id: string, status: string }, requestId: string }'
        return violation('no-envelope', { expected, observed: `${lacks}: ${describeAnswer(answer)}` }, { lacks })
      }),
  },
  /** O9. 200 where it is shown, any 2xx for the audience choice. */
  'envelope.status': {
    questions,
    judge: (evidence) =>
      overSuccesses(evidence, (answer) =>
        answer.status === 200 || evidence.operation.detail === 'audience-choice'
          ? pass('as-documented', {}, { seen: answer.status })
          : violation(
              'other-success-status',
              { expected: '200', observed: describeAnswer(answer) },
              { status: answer.status },
            ),
      ),
  },
} as const satisfies Checks
