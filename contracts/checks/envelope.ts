import { Ajv2020 } from 'ajv/dist/2020.js'
import { inconclusive, type Judgement, notExercised, pass, violation } from '../../evidence/judgement.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { envelopeSchema } from '../../fixtures/schemas/envelope.ts'
import { type Answer, describeAnswer, succeeded } from '../answer.ts'
import type { Case, Check, Checks, Facts, Question, Wish } from '../check.ts'
import { fold } from '../fold.ts'
import { judged, type Outcome, unsettled } from '../outcome.ts'
import { isWatched, probe } from '../probe.ts'
import { embedControlWishes } from './controls.ts'

const matchesEnvelope = new Ajv2020({ strict: true, allErrors: true }).compile(envelopeSchema)

const vouchedListing = (operation: Operation) =>
  probe(operation, { credential: 'eligible', query: { base: 'vouched', set: [] }, purpose: 'vouched' })

/** Requests that are meant to succeed, by operation (O6a). */
export function controlWishes(operation: Operation, facts: Facts): readonly Wish[] {
  switch (operation.detail) {
    case 'embed-create':
      return embedControlWishes(operation, facts)
    case 'details-list':
      return [
        { probe: probe(operation, { credential: 'eligible', purpose: 'valid' }) },
        ...(facts.has.detailsQuery ? [{ probe: vouchedListing(operation) }] : []),
      ]
    case 'audience-choice':
      return [
        // Every member of a choice is optional (§2).
        { probe: probe(operation, { body: { base: 'empty-object' }, purpose: 'valid' }) },
        { probe: probe(operation, { body: { base: 'choice-full' }, purpose: 'control' }) },
        ...(facts.has.choiceBody
          ? [{ probe: probe(operation, { body: { base: 'choice-vouched' }, purpose: 'vouched' }) }]
          : []),
      ]
    case null:
      return []
  }
}

const questions = (operation: Operation, facts: Facts): readonly Question[] => {
  const wishes = controlWishes(operation, facts)
  return wishes.length === 0 ? [] : [{ sub: null, wishes, reads: 'operation' }]
}

/** Asked as it is shown: with the key where that is shown, of what is known, neither odd nor broken. */
function isAsShown({ probe: asked }: Outcome, { operation }: Case): boolean {
  const credential = operation.detail === 'audience-choice' ? 'none' : 'eligible'
  return asked.credential === credential && asked.value === 'known' && !isWatched(asked) && asked.purpose !== 'broken'
}

/** True for what is held against the envelope: on a shown operation every success, whatever was asked (O9). */
function isJudged(outcome: Outcome, evidence: Case): boolean {
  return evidence.operation.shown || evidence.outcomes.includes(outcome) || isAsShown(outcome, evidence)
}

/** Judges the controls and what else succeeded; without a success the reason is that of the first control. */
function overSuccesses(evidence: Case, judge: (answer: Answer) => Judgement): Judgement {
  const { outcomes, seen } = evidence
  const successes = seen.filter(
    (outcome) => outcome.kind === 'answer' && succeeded(outcome.answer) && isJudged(outcome, evidence),
  )
  if (successes.length > 0) {
    const judgements = successes.map((outcome) => judged(outcome, judge))
    // What an odd request made larger than is kept takes nothing from the others.
    const whole = judgements.filter(({ cause }) => cause !== 'too-large')
    return fold(whole.length > 0 ? whole : judgements)
  }
  const [first] = outcomes.filter((outcome) => outcome.kind !== 'not-sent')
  if (first === undefined) {
    const [barred] = outcomes
    return barred?.kind === 'not-sent' ? unsettled(barred) : notExercised('nothing-asked')
  }
  if (first.kind !== 'answer') return unsettled(first)
  return inconclusive('no-success', {
    observed: describeAnswer(first.answer),
    exchanges: [first.answer.exchange.id],
  })
}

/** O9. 200 where it is shown, any 2xx for the audience choice. */
const envelopeStatus: Check = {
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
}

/** O9. A success without the envelope, 204 included, is a violation; further members are welcome. */
const envelopeMembers: Check = {
  questions,
  judge: (evidence) =>
    overSuccesses(evidence, (answer) => {
      if (answer.exchange.response?.body.cut === true) {
        return inconclusive('too-large')
      }
      if (matchesEnvelope(answer.json))
        return pass('as-documented', {}, { seen: `${answer.status} with the response envelope` })
      const errors = (matchesEnvelope.errors ?? []).map(
        ({ instancePath, message }) => `${instancePath || 'body'} ${message}`,
      )
      return violation('no-envelope', {
        expected: '{ data: { id: string, status: string }, requestId: string }',
        observed: `${errors.slice(0, 4).join('; ')}: ${describeAnswer(answer)}`,
      })
    }),
}

export const envelopeChecks = {
  'envelope.schema': envelopeMembers,
  'envelope.status': envelopeStatus,
} as const satisfies Checks
