import { type Judgement, undocumented, violation } from '../../evidence/judgement.ts'
import { cannotBeValid } from '../../fixtures/bodies/body.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { numberParameters } from '../../fixtures/schemas/livestream-query.ts'
import { type Answer, evidenceOf, succeeded } from '../answer.ts'
import type { AnsweredQuestion, Check, ConditionalProbe, Facts } from '../check.ts'
import { describeProbe } from '../describe-probe.ts'
import { equalsUnknown } from '../equal-answers.ts'
import { tells } from '../judging/controls.ts'
import { fold } from '../judging/fold.ts'
import { matchesEnvelope, wasServed } from '../judging/served.ts'
import { judgedAll, marked, type Outcome, type WithAnswer, wasSent } from '../outcome.ts'
import { identified, type Probe, probe, writtenOtherwiseGroup } from '../probe.ts'
import { onControlsThatSucceed, onEmbedControl, onKept, onNumbersThatSucceed } from '../probes/controls.ts'
import { brokenRequests, maySend, withoutKey } from '../probes/requests.ts'
import { expected, judgeShown, judgeUnauthorized, requestLast, sentWithTheKey } from './refused-key.ts'

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
const orders = ['order', 'sort']
/** Other parameters, asked together: a service may have another handler for a search, a category, a channel or an order, without a key. */
const narrowed = [['search'], places, orders]

/**
 * Other writings of an address. What checks the key may compare addresses letter by letter, where what serves them does not: an encoded
 * letter is that letter (RFC 3986, section 6.2.2.2), and case and extra slashes are often ignored.
 */
const writings: readonly ((path: string, method: string) => string)[] = [
  (path) => path.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16).toUpperCase()}`),
  (path) => `${path}/`,
  (path) => path.replace(/[^/]+$/, (last) => last.toUpperCase()),
  (path) => path.toUpperCase(),
  // A test of keys may know a whole address, or its beginning. So one operation gets each slash but the first twice, the other the last.
  (path, method) => path.replace(method === 'GET' ? /(?<=.)[/]/g : /[/](?=[^/]+$)/, '//'),
  // Routers may take off a format, and a parameter of the path (RFC 3986, section 3.3).
  (path) => `${path}.json`,
  (path) => `${path};a=1`,
  // What checks the key may look for the addresses that need none anywhere in the whole address, or at its end: of a file that is read,
  // of a log-in that is written.
  (path, method) => {
    const ends = ['/api/account/general/login', '/static/a.css']
    const last = method === 'GET' ? ends : ends.toReversed()
    return `${path}?a=${['/api/ads/placement/choice/', '/api/pay/', '/health', '/docs', '/public', ...last].join(',')}`
  },
]

/** O2e: the probes of a shown operation without a key, at other writings of its address. */
function writtenOtherwise(asked: readonly ConditionalProbe[]): readonly ConditionalProbe[] {
  return asked.flatMap(({ probe: plain, ...rest }) =>
    writings.map((write) => {
      const path = write(plain.path, plain.method)
      // The probe is of no listed operation, so only this question reads its answer.
      const group = writtenOtherwiseGroup(plain.operation)
      return { ...rest, probe: identified({ ...plain, operation: null, path, purpose: 'odd', group }) }
    }),
  )
}

/**
 * A violation where an answer has the envelope and unknown routes do not get the same: whoever has no key is served (§5.2). Null
 * otherwise, since no other writing is shown.
 */
function judgeWriting(one: WithAnswer, evidence: AnsweredQuestion): Judgement | null {
  const { answer } = one
  const unknown = evidence.learned.unknownFor({ probe: probe(evidence.operation) })
  const isServed = succeeded(answer) && matchesEnvelope(answer.json) && unknown.length > 0
  if (!isServed || equalsUnknown(answer, unknown)) return null
  const detail = { expected, ...evidenceOf(answer) }
  return marked(one, violation('accepted-without-key', detail, { request: describeProbe(one.probe) }))
}

function keylessProbes(operation: Operation, facts: Facts): readonly ConditionalProbe[] {
  const first = { probe: withoutKey(operation, facts) }
  if (!operation.shown) return [first]
  const again = Array.from({ length: repeats }, (_, index) => ({ probe: withoutKey(operation, facts, index + 1) }))
  const broken = brokenRequests(operation, facts).filter(({ credential }) => credential === 'none')
  const always = [first, ...again, ...broken.map((asked) => ({ probe: asked }))]
  if (operation.detail !== 'embed-create') {
    // Right after a success: a cache may serve it to anybody.
    const when = { probe: probe(operation, { credential: 'eligible' }).id, is: 'success' } as const
    const soon = { probe: withoutKey(operation, facts, repeats + 1), when }
    const texts = narrowed.map((names) => ({
      probe: probe(operation, { query: { base: 'none', set: names.map((name) => [name, 'word']) } }),
      when,
    }))
    const numbered = onNumbersThatSucceed(operation, numberParameters, 'none')
    return [...always, soon, ...texts, ...numbered, ...writtenOtherwise([{ probe: probe(operation), when }])]
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
  return [...always, ...onControls, ...asOther, ...onKept(operation, facts, 'none'), ...writtenOtherwise(written)]
}

/** True for what a service may refuse before it looks at the key: a category, a channel, an order, and what is broken but can be read. */
const isRefusedFirst = ({ query, body, purpose }: Probe) =>
  query.set.some(([name]) => places.includes(name) || orders.includes(name)) ||
  (purpose === 'broken' && !cannotBeValid(body))

const isWrittenOtherwise = ({ probe: { operation } }: Outcome) => operation === null

/** O2a, O2b, O2e. */
export const missingCredential: Check = {
  questions: (operation, facts) =>
    operation.detail === 'audience-choice'
      ? []
      : [{ sub: null, probes: keylessProbes(operation, facts), reads: sentWithTheKey(operation) }],
  judge(evidence) {
    const sent = evidence.outcomes.filter(wasSent)
    if (evidence.operation.shown) {
      const [otherwise, own] = [sent.filter(isWrittenOtherwise), sent.filter((one) => !isWrittenOtherwise(one))]
      const telling = own.filter((one) => tells(one) && (wasServed(one) || !isRefusedFirst(one.probe)))
      const judgements = judgedAll(telling, (one) => judgeShown(one, evidence))
      const served = otherwise.flatMap((one) => (one.kind === 'answer' ? (judgeWriting(one, evidence) ?? []) : []))
      return fold([...judgements, ...served], requestLast)
    }
    return fold(judgedAll(evidence.outcomes, ({ answer }) => judgeProtected(answer, evidence)))
  },
}
