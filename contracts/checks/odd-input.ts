import { counted } from '../../evidence/counted.ts'
import { pass } from '../../evidence/judgement.ts'
import type { BodyRecipe, ChangedTo } from '../../fixtures/bodies/recipe.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { audienceChoiceMembers } from '../../fixtures/schemas/audience-choice.ts'
import { voteEmbedMembers } from '../../fixtures/schemas/vote-embed.ts'
import type { Check, Facts, Question } from '../check.ts'
import { oddValues } from '../identifiers.ts'
import { judgeCompletion } from '../judging/completion.ts'
import { onEmbedControl } from '../judging/controls.ts'
import { fold } from '../judging/fold.ts'
import { extraMember, extraMembers, isPlainlyOdd, oddChanges, oddQueries } from '../judging/odd-requests.ts'
import { withCredential } from '../judging/requests.ts'
import { judgeServerErrors } from '../judging/server-errors.ts'
import { exchangesOf, type Outcome, unsettled } from '../outcome.ts'
import { type Particulars, type Probe, probe, takesBody } from '../probe.ts'
import { inTurn } from '../sample.ts'
import { refusedKey } from './own-key.ts'

/** Bodies that are odd as a whole. */
const oddBodies: readonly (readonly [name: string, body: BodyRecipe])[] = [
  ['empty-body', { base: 'empty' }],
  // Then no content type is named.
  ['no-body', { base: 'none' }],
  ['json-null', { base: 'json-null' }],
  ['json-boolean', { base: 'json-boolean' }],
  ['other-content-type', { base: 'empty-object', contentType: 'text/plain' }],
  ['charset', { base: 'empty-object', contentType: 'application/json; charset=utf-8' }],
  ['form-content-type', { base: 'empty-object', contentType: 'application/x-www-form-urlencoded' }],
]

/** How many options an embed may have, and which, is not shown. */
const oddOptions = [
  ['repeated', 'embed-with-an-option-twice'],
  ['many', 'embed-with-many-options'],
] as const

/** A request whose answer is only watched. */
const odd = (operation: Operation, particulars: Particulars) => probe(operation, { purpose: 'odd', ...particulars })

const purposeOf = (to: ChangedTo) => (to === 'absent' ? 'left-out' : 'odd')

/** A text is what such a parameter is documented to be: an error that it gets is one of those that are shown (O5b). */
const purposeOfQuery = (sub: string) => (sub === 'plain-text' ? 'control' : 'odd')

/** Anything may be left out or `null`; an object may be empty, and the rest are texts. */
function fits(change: ChangedTo, { type }: { readonly type: string }): boolean {
  if (change === 'absent' || change === 'null') return true
  return type === (change === 'empty-object' ? 'object' : 'string')
}

function embedQuestions(operation: Operation, facts: Facts): readonly Question[] {
  const changes = [...oddChanges, 'absent' as const].map(
    (to): Question => ({
      sub: to,
      ...(to === 'null' ? { reads: ['request.valid', 'catalog.reachable'] as const } : {}),
      probes: voteEmbedMembers
        .filter((member) => fits(to, member))
        .flatMap(({ path }) =>
          onEmbedControl(operation, facts, (base) =>
            odd(operation, { credential: 'eligible', body: { base, change: { path, to } }, purpose: purposeOf(to) }),
          ),
        ),
    }),
  )
  const extra = {
    sub: 'extra-member',
    probes: extraMembers.flatMap((path) =>
      onEmbedControl(operation, facts, (base) =>
        odd(operation, { credential: 'eligible', body: { base, change: { path, to: 'object' } } }),
      ),
    ),
  }
  const ofOptions = ([sub, base]: (typeof oddOptions)[number]) => ({
    sub,
    probes: [{ probe: odd(operation, { credential: 'eligible', body: { base } }) }],
  })
  return [
    ...changes,
    extra,
    ...oddOptions.map(ofOptions),
    ...bodyQuestions(operation, 'eligible'),
    ...keyQuestions(operation, facts),
  ]
}

function choiceQuestions(operation: Operation, facts: Facts): readonly Question[] {
  const base = 'choice-full'
  const changes = [...oddChanges, 'absent' as const].map((to) => ({
    sub: to,
    probes: audienceChoiceMembers
      .filter((member) => fits(to, member))
      .map(({ path }) => ({ probe: odd(operation, { body: { base, change: { path, to } }, purpose: purposeOf(to) }) })),
  }))
  const extra = {
    sub: 'extra-member',
    probes: extraMembers.map((path) => ({ probe: odd(operation, { body: { base, change: { path, to: 'object' } } }) })),
  }
  // A vote may be counted once: the very same one again is no reason to break down.
  const again = [1, 2].map((nth) => ({ probe: odd(operation, { body: { base }, nth }) }))
  return [
    ...changes,
    extra,
    { sub: 'again', probes: again },
    // Nothing is shown of what a key does there: who sends a wrong one to every operation breaks nothing down.
    keyQuestion(operation, facts, 'random'),
    ...bodyQuestions(operation, 'none'),
    identifierQuestion(operation, 'none'),
  ]
}

function bodyQuestions(operation: Operation, credential: Probe['credential']): readonly Question[] {
  return oddBodies.map(([sub, body]) => ({ sub, probes: [{ probe: odd(operation, { credential, body }) }] }))
}

function identifierQuestion(operation: Operation, credential: Probe['credential']): Question {
  return { sub: 'identifier', probes: oddValues.map((value) => ({ probe: odd(operation, { credential, value }) })) }
}

function listingQuestions(operation: Operation, facts: Facts): readonly Question[] {
  const queries = oddQueries.map(([sub, sets]) => ({
    sub,
    probes: sets.map((set) => ({
      probe: probe(operation, { credential: 'eligible', query: { base: 'none', set }, purpose: purposeOfQuery(sub) }),
    })),
  }))
  return [...queries, ...keyQuestions(operation, facts), keyQuestion(operation, facts, 'non-ascii')]
}

/** O2c: a key longer than any promise, and the right one in the other letter case. */
function keyQuestions(operation: Operation, facts: Facts): readonly Question[] {
  return (['very-long', 'case-changed'] as const).map((form) => keyQuestion(operation, facts, form))
}

function keyQuestion(
  operation: Operation,
  facts: Facts,
  form: 'very-long' | 'case-changed' | 'non-ascii' | 'random',
): Question {
  const asked = withCredential(operation, facts, `invalid:${form}`)
  return { sub: `${form}-key`, probes: [{ probe: { ...asked, purpose: 'odd' } }] }
}

const longText = 'Grüße 日本語 🎉 '.repeat(80)

/**
 * Elsewhere: what reads a body gets none and `null`, a query gets a long text that nothing documents, an identifier an odd one. The
 * gate leaves it to the operations whose turn it is.
 */
function plainQuestion(operation: Operation, facts: Facts): Question {
  const bodies: readonly BodyRecipe[] = takesBody(operation) ? [{ base: 'empty' }, { base: 'json-null' }] : []
  const texts = operation.method === 'GET' ? [longText] : []
  const probes = [
    ...bodies.map((body) => ({ probe: odd(operation, { credential: 'eligible', body }) })),
    ...texts.map((text) => ({
      probe: odd(operation, { credential: 'eligible', query: { base: 'none', set: [[extraMember, text]] } }),
    })),
    ...(operation.path.includes('{') ? identifierQuestion(operation, 'eligible').probes : []),
  ]
  return { sub: null, probes: probes.map(inTurn(operation, facts, 'seventh')) }
}

function questionsOn(operation: Operation, facts: Facts): readonly Question[] {
  if (operation.detail === 'embed-create') return embedQuestions(operation, facts)
  if (operation.detail === 'audience-choice') return choiceQuestions(operation, facts)
  if (operation.detail === 'details-list') return listingQuestions(operation, facts)
  const question = plainQuestion(operation, facts)
  return question.probes.length === 0 ? [] : [question]
}

/** What the key may ask: nothing about it is a breach, or minded on the way. */
function isNoBreach({ probe: asked }: Outcome): boolean {
  return asked.credential === 'eligible' && (asked.purpose === 'control' || isPlainlyOdd(asked))
}

/** O7c: sent and observed; only a server error or silence is judged, and that the key is none all of a sudden (O10). */
export const oddInput: Check = {
  // That nothing is there is told by what is asked plainly.
  questions: (operation, facts) =>
    questionsOn(operation, facts).map((question) => ({ reads: ['catalog.reachable'], ...question })),
  judge(evidence) {
    const { outcomes, learned } = evidence
    const sent = outcomes.filter((outcome) => outcome.kind !== 'not-sent')
    const troubles = [judgeServerErrors(sent, evidence.seen), judgeCompletion(sent, learned.anyAnswer)].filter(
      (one) => one !== null,
    )
    const broken = troubles.find((one) => one.verdict === 'violation')
    if (broken !== undefined) return broken
    // Where no null is served, the control tells that the key is.
    const seen = evidence.sub === 'null' ? evidence.seen : outcomes
    const refusal = refusedKey(outcomes.filter(isNoBreach), { ...evidence, seen })
    if (refusal !== null) return refusal
    const [unsteady] = troubles
    if (unsteady !== undefined) return unsteady
    const answered = sent.filter((outcome) => outcome.kind === 'answer')
    const statuses = [...new Set(answered.map((outcome) => outcome.answer.status))].sort((one, other) => one - other)
    if (answered.length === 0) return fold(sent.flatMap((one) => (one.kind === 'answer' ? [] : [unsettled(one)])))
    return pass(
      'stands',
      { exchanges: exchangesOf(answered) },
      { requests: counted(answered.length, 'request'), statuses: statuses.join(', ') },
    )
  },
}
