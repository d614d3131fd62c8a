import { type Judgement, undocumented } from '../../evidence/judgement.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { numberParameters } from '../../fixtures/schemas/livestream-query.ts'
import { type Answer, evidenceOf } from '../answer.ts'
import type { AnsweredQuestion, Check, ConditionalProbe, Facts } from '../check.ts'
import { onControlsThatSucceed, onEmbedControl, onKept, onNumbersThatSucceed, tells } from '../judging/controls.ts'
import { fold } from '../judging/fold.ts'
import { maySend, withoutKey } from '../judging/requests.ts'
import { hasSucceeded, judgedAll, type Outcome, wasSent } from '../outcome.ts'
import { probe } from '../probe.ts'
import { judgeShown, judgeUnauthorized, requestLast, withTheKey } from './refused-key.ts'
import { judgeWriting, writtenOtherwise } from './written-otherwise.ts'

/** How many times beyond the first the shown operations are asked without a key (O2e). */
const repeats = 9

/** O2b, first half: an operation that answers 401 without a credential is protected, and its code is documented. */
function judgeProtected(answer: Answer, evidence: AnsweredQuestion): Judgement {
  return answer.status === 401
    ? judgeUnauthorized(answer, evidence)
    : undocumented('open-or-undecided', evidenceOf(answer))
}

/** Other content types for the same body: a service may look at the key only where it reads JSON. */
const otherTypes = ['text/plain', 'application/x-www-form-urlencoded'] as const

/** Parameters that name a category or a channel. */
const places = ['categoryId', 'category', 'subCategoryId', 'subCategory', 'channelId', 'channel']
/** Other parameters, asked together: a service that opens a search, a category or a channel may serve such a request without a key. */
const narrowed = [['search'], places]

function keylessProbes(operation: Operation, facts: Facts): readonly ConditionalProbe[] {
  const first = { probe: withoutKey(operation, facts) }
  if (!operation.shown) return [first]
  const again = Array.from({ length: repeats }, (_, index) => ({ probe: withoutKey(operation, facts, index + 1) }))
  if (operation.detail !== 'embed-create') {
    // Right after a success: a cache may serve it to anybody.
    const when = { probe: probe(operation, { credential: 'eligible' }).id, is: 'success' } as const
    const soon = { probe: withoutKey(operation, facts, repeats + 1), when }
    const texts = narrowed.map((names) => ({
      probe: probe(operation, { query: { base: 'none', set: names.map((name) => [name, 'word']) } }),
      when,
    }))
    const numbered = onNumbersThatSucceed(operation, numberParameters, 'none')
    return [first, ...again, soon, ...texts, ...numbered, ...writtenOtherwise([{ probe: probe(operation), when }])]
  }
  const onControls = onControlsThatSucceed(operation, facts, 'none')
  // A service may look at the key only after it has read a JSON body.
  const asOther = otherTypes.flatMap((contentType) =>
    onControls.map(({ probe: asked, when }) => ({
      when,
      probe: probe(operation, { body: { ...asked.body, contentType } }),
    })),
  )
  const written = onEmbedControl(operation, facts, (base) => probe(operation, { body: { base } })).filter(
    ({ probe: asked }) => maySend(operation, facts, asked),
  )
  return [first, ...again, ...onControls, ...asOther, ...onKept(operation, facts, 'none'), ...writtenOtherwise(written)]
}

/** True for a refused category or channel: a service may look at the name before the key, so only a success says anything. */
const isRefusedPlace = (one: Outcome) =>
  one.probe.query.set.some(([name]) => places.includes(name)) && !hasSucceeded(one)

const isWrittenOtherwise = ({ probe: { operation } }: Outcome) => operation === null

/** O2a, O2b, O2e. */
export const missingCredential: Check = {
  questions: (operation, facts) =>
    operation.detail === 'audience-choice'
      ? []
      : [{ sub: null, probes: keylessProbes(operation, facts), reads: withTheKey }],
  judge(evidence) {
    const sent = evidence.outcomes.filter(wasSent)
    if (evidence.operation.shown) {
      const [otherwise, own] = [sent.filter(isWrittenOtherwise), sent.filter((one) => !isWrittenOtherwise(one))]
      const telling = own.filter((one) => tells(one) && !isRefusedPlace(one))
      const judgements = judgedAll(telling, (answer, one) => judgeShown(answer, one, evidence))
      const served = otherwise.flatMap((one) =>
        one.kind === 'answer' ? (judgeWriting(one.answer, one, evidence) ?? []) : [],
      )
      return fold([...judgements, ...served], requestLast)
    }
    return fold(judgedAll(evidence.outcomes, (answer) => judgeProtected(answer, evidence)))
  },
}
