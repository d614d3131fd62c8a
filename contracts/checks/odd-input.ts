import { counted } from '../../evidence/counted.ts'
import { pass } from '../../evidence/judgement.ts'
import type { BodyRecipe, Change, ChangedTo } from '../../fixtures/bodies/recipe.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { audienceChoiceMembers } from '../../fixtures/schemas/audience-choice.ts'
import type { Member } from '../../fixtures/schemas/members.ts'
import { voteEmbedMembers } from '../../fixtures/schemas/vote-embed.ts'
import type { Check, ConditionalProbe, Facts, Question } from '../check.ts'
import { madeUpValues, oddValues } from '../identifiers.ts'
import { judgeCompletion } from '../judging/completion.ts'
import { fold } from '../judging/fold.ts'
import { judgeServerErrors } from '../judging/server-errors.ts'
import { exchangesOf, isKeyed, type Outcome, unsettled, wasSent } from '../outcome.ts'
import { type Particulars, type Probe, probe, takesBody } from '../probe.ts'
import { changedCopies, onReference } from '../probes/controls.ts'
import { extraMember, extraMembers, isPlainlyOdd, oddChanges, oddQueries } from '../probes/odd-requests.ts'
import { withCredential } from '../probes/requests.ts'
import { outOfTurn } from '../sample.ts'
import { refusedKey } from './own-key.ts'

const oddBodies: readonly (readonly [name: string, body: BodyRecipe])[] = [
  ['empty-body', { base: 'empty' }],
  // A request without a body names no content type.
  ['no-body', { base: 'none' }],
  ['json-null', { base: 'json-null' }],
  ['json-boolean', { base: 'json-boolean' }],
  ['other-content-type', { base: 'empty-object', contentType: 'text/plain' }],
  ['charset', { base: 'empty-object', contentType: 'application/json; charset=utf-8' }],
  ['form-content-type', { base: 'empty-object', contentType: 'application/x-www-form-urlencoded' }],
]

/** How many options an embed may have, and which, is not shown. The first control makes a draft: an active embed is asked for, too. */
const oddEmbeds = [
  ['repeated', 'embed-with-an-option-twice'],
  ['many', 'embed-with-many-options'],
  ['half-characters', 'embed-with-half-characters'],
  ['active', 'embed-other'],
] as const

/** A request whose answer is only watched. */
const odd = (operation: Operation, particulars: Particulars) => probe(operation, { purpose: 'odd', ...particulars })

const purposeOf = ({ to }: Change) => (to === 'absent' ? 'left-out' : 'odd')

/** True where a member may be changed so: any may be left out or `null`, an object may be empty, a string may be another text. */
function fits(change: ChangedTo, { type }: { readonly type: string }): boolean {
  if (change === 'absent' || change === 'null') return true
  return type === (change === 'empty-object' ? 'object' : 'string')
}

/** Questions about one changed member, for each kind of change. */
function changeQuestions(
  members: readonly Member[],
  probesFor: (change: Change) => readonly ConditionalProbe[],
): readonly Question[] {
  const changes = [...oddChanges, 'absent' as const].map((to) => ({
    sub: to,
    probes: members.filter((member) => fits(to, member)).flatMap(({ path }) => probesFor({ path, to })),
  }))
  const extra = extraMembers.flatMap((path) => probesFor({ path, to: 'object' }))
  return [...changes, { sub: 'extra-member', probes: extra }]
}

function embedQuestions(operation: Operation, facts: Facts): readonly Question[] {
  const changes = changeQuestions(voteEmbedMembers, (change) =>
    changedCopies(operation, facts, change, purposeOf(change)),
  )
  // Where no request with a null is served, the control shows that the key is.
  const reads = ['request.valid', 'catalog.reachable'] as const
  const ofEmbed = ([sub, base]: (typeof oddEmbeds)[number]) => ({
    sub,
    probes: [{ probe: odd(operation, { credential: 'eligible', body: { base } }) }],
  })
  return [
    ...changes.map((question) => (question.sub === 'null' ? { ...question, reads } : question)),
    ...oddEmbeds.map(ofEmbed),
    { sub: 'changed-since', probes: onReference(operation, facts) },
    ...bodyQuestions(operation, 'eligible'),
    ...keyQuestions(operation, facts, oddForms),
  ]
}

function choiceQuestions(operation: Operation, facts: Facts): readonly Question[] {
  const base = 'choice-full'
  // A vote may be counted only once, but the same vote again must not break the service.
  const again = [1, 2].map((nth) => ({ probe: odd(operation, { body: { base }, nth }) }))
  return [
    ...changeQuestions(audienceChoiceMembers, (change) => [
      { probe: odd(operation, { body: { base, change }, purpose: purposeOf(change) }) },
    ]),
    { sub: 'again', probes: again },
    // What a key does on the choice is not shown. A client that sends a wrong key to every operation must not break the service.
    ...keyQuestions(operation, facts, ['random']),
    ...bodyQuestions(operation, 'none'),
    { sub: 'identifier', probes: oddValues.map((value) => ({ probe: odd(operation, { value }) })) },
  ]
}

function bodyQuestions(operation: Operation, credential: Probe['credential']): readonly Question[] {
  return oddBodies.map(([sub, body]) => ({ sub, probes: [{ probe: odd(operation, { credential, body }) }] }))
}

function listingQuestions(operation: Operation, facts: Facts): readonly Question[] {
  const queries = oddQueries.map(([sub, sets]) => {
    // A plain text is the documented type of such a parameter, so an error that it gets is judged like any other (O5b).
    const asked = { credential: 'eligible', purpose: sub === 'plain-text' ? 'control' : 'odd' } as const
    return { sub, probes: sets.map((set) => ({ probe: probe(operation, { ...asked, query: { base: 'none', set } }) })) }
  })
  return [...queries, ...keyQuestions(operation, facts, [...oddForms, 'non-ascii'])]
}

/** O2c: a very long key, and the right key in the other letter case. */
const oddForms = ['very-long', 'case-changed'] as const

function keyQuestions(
  operation: Operation,
  facts: Facts,
  forms: readonly ((typeof oddForms)[number] | 'non-ascii' | 'random')[],
): readonly Question[] {
  return forms.map((form) => {
    const asked = withCredential(operation, facts, `invalid:${form}`)
    return { sub: `${form}-key`, probes: [{ probe: { ...asked, purpose: 'odd' } }] }
  })
}

const oddText = 'Grüße 日本語 🎉 '

/** An identifier of nothing, in a form that most databases take. */
const nobody = '7c1e94d2-0000-4000-8000-000000000000'

/** Names under which a service may look for what an operation gets; none where it gets nothing, or by its path. */
function lookUps({ path }: Operation): readonly (readonly [name: string, value: string])[] {
  const [, , product = '', resource = '', verb = ''] = path.split('/')
  if (path.includes('{') || !/^get/i.test(verb)) return []
  const one = (resource === 'general' ? product : resource).replace(/s$/, '')
  return ['id', 'name', `${one}Id`].map((name) => [name, nobody])
}

/**
 * All other operations: an operation with a body gets an empty one and `null`, a GET an undocumented parameter with a long text, an
 * identifier odd values, and what gets something an identifier of nothing: a GET in one request with the text, in the form of the known
 * one if it stands in the path, others unless they found nothing already. The gate asks only the operations that have their turn.
 */
function plainQuestion(operation: Operation, facts: Facts): Question {
  const bodies: readonly BodyRecipe[] = takesBody(operation) ? [{ base: 'empty' }, { base: 'json-null' }] : []
  const credential = 'eligible'
  const values = operation.path.includes('{') ? oddValues : []
  const names = lookUps(operation)
  // Common firewalls let no query of more than 2 KB through: one that asks for nothing is shorter.
  const text = oddText.repeat(names.length > 0 || values.length > 0 ? 24 : 80)
  const set = operation.method === 'GET' ? [...names, [extraMember, text] as const] : []
  const nothing = values.length > 0 ? { value: madeUpValues[0] } : {}
  const asked: readonly Particulars[] = [
    ...bodies.map((body) => ({ credential, body }) as const),
    ...(set.length > 0 ? [{ credential, ...nothing, query: { base: 'none', set } } as const] : []),
    ...values.map((value) => ({ credential, value }) as const),
  ]
  const leftOut = outOfTurn(operation, facts, 'seventh')
  const others = asked.map((one) => ({ probe: odd(operation, one), leftOut }))
  if (!takesBody(operation) || names.length === 0) return { sub: null, probes: others }
  const ofNothing = odd(operation, { credential, body: { base: 'empty-object', declared: Object.fromEntries(names) } })
  const plain = probe(operation, { credential })
  const when = { not: { probe: plain.id, is: 'not-found' } } as const
  return { sub: null, probes: [{ probe: ofNothing, when, leftOut }, ...others] }
}

function questionsOn(operation: Operation, facts: Facts): readonly Question[] {
  if (operation.detail === 'embed-create') return embedQuestions(operation, facts)
  if (operation.detail === 'audience-choice') return choiceQuestions(operation, facts)
  if (operation.detail === 'details-list') return listingQuestions(operation, facts)
  const question = plainQuestion(operation, facts)
  return question.probes.length === 0 ? [] : [question]
}

/** True for a request that the eligible key may send: it breaks no documented contract, and no firewall refuses it. */
function isNoBreach(one: Outcome): boolean {
  return isKeyed(one) && (one.probe.purpose === 'control' || isPlainlyOdd(one.probe))
}

/** O7c: sent and observed. Only a server error, silence, and a sudden refusal of the key (O10) are judged. */
export const oddInput: Check = {
  // The plain probes show whether the operation is there at all.
  questions: (operation, facts) =>
    questionsOn(operation, facts).map((question) => ({ reads: ['catalog.reachable'], ...question })),
  judge(evidence) {
    const { outcomes, learned } = evidence
    const sent = outcomes.filter(wasSent)
    const troubles = [judgeServerErrors(sent, evidence.seen), judgeCompletion(sent, learned.anyAnswer)].filter(
      (one) => one !== null,
    )
    const broken = troubles.find((one) => one.verdict === 'violation')
    if (broken !== undefined) return broken
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
