import { type Judgement, violation } from '../../evidence/judgement.ts'
import { fits } from '../../fixtures/schemas/compiled.ts'
import { envelopeSchema } from '../../fixtures/schemas/envelope.ts'
import { type Answer, describeAnswer, succeeded } from '../answer.ts'
import type { AnsweredQuestion, ConditionalProbe } from '../check.ts'
import { describeProbe } from '../describe-probe.ts'
import { equalsUnknown } from '../learning/unknown-routes.ts'
import { marked, type Outcome } from '../outcome.ts'
import { identified, probe, writtenOtherwiseGroup } from '../probe.ts'
import { expected } from './refused-key.ts'

const isEnvelope = fits(envelopeSchema)

/**
 * Other writings of an address. What checks the key may compare addresses letter by letter, where what serves them does not: an encoded
 * letter is that letter (RFC 3986, section 6.2.2.2), and case and extra slashes are often ignored.
 */
const writings: readonly ((path: string) => string)[] = [
  (path) =>
    `${path.slice(0, -1)}%${path
      .charCodeAt(path.length - 1)
      .toString(16)
      .toUpperCase()}`,
  (path) => `${path}/`,
  (path) => path.replace(/[^/]+$/, (last) => last.toUpperCase()),
  (path) => path.toUpperCase(),
  (path) => path.replace(/\/(?=[^/]+$)/, '//'),
  // Routers may take off a format, and a parameter of the path (RFC 3986, section 3.3).
  (path) => `${path}.json`,
  (path) => `${path};a=1`,
]

/** O2e: the probes of a shown operation without a key, at other writings of its address. */
export function writtenOtherwise(asked: readonly ConditionalProbe[]): readonly ConditionalProbe[] {
  return asked.flatMap(({ probe: plain, ...rest }) =>
    writings.map((write) => {
      const path = write(plain.path)
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
export function judgeWriting(answer: Answer, outcome: Outcome, evidence: AnsweredQuestion): Judgement | null {
  const unknown = evidence.learned.unknownFor({ ...outcome, probe: probe(evidence.operation) })
  const isServed = succeeded(answer) && isEnvelope(answer.json) && unknown.length > 0
  if (!isServed || equalsUnknown(answer, unknown)) return null
  const detail = { expected, observed: describeAnswer(answer), exchanges: [answer.exchange.id] }
  return marked(outcome, violation('accepted-without-key', detail, { request: describeProbe(outcome.probe) }))
}
