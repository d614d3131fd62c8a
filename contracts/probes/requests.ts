import { because } from '../../evidence/judgement.ts'
import { oncePer } from '../../evidence/once-per.ts'
import type { BodyBase } from '../../fixtures/bodies/bases.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import type { Check, Condition, ConditionalProbe, Facts } from '../check.ts'
import type { Credential } from '../credentials.ts'
import { barredBy } from '../policy.ts'
import { type Probe, probe, repetitions, takesBody } from '../probe.ts'

export function maySend(operation: Operation, facts: Facts, asked: Probe): boolean {
  return barredBy(facts, operation, asked) === null
}

/** The fullest body of embed creation that is shown or vouched for. */
const embedBase = ({ has }: Facts): BodyBase => (has.embedBody ? 'embed-vouched' : 'embed-full')

/** The plainest request with a credential: valid where the policy lets that out, else with a body that nothing can read. */
export function withCredential(operation: Operation, facts: Facts, credential: Credential, nth = 0): Probe {
  const needed = operation.detail === 'embed-create' ? { body: { base: embedBase(facts) } } : {}
  const valid = probe(operation, { ...needed, credential, nth })
  if (maySend(operation, facts, valid)) return valid
  const unreadable = malformed(operation, credential, nth)
  return operation.method === 'GET' && !maySend(operation, facts, unreadable) ? valid : unreadable
}

/** The plainest request without a key: its answer decides whether the operation is protected (O2b). */
export function withoutKey(operation: Operation, facts: Facts, nth = 0): Probe {
  return withCredential(operation, facts, 'none', nth)
}

export const isAskedSince = ({ probe: { credential, nth } }: { readonly probe: Probe }): boolean =>
  credential === 'none' && nth === repetitions.sinceWrongKey

/**
 * O2b: once an invalid key is refused otherwise than with 401, the probe is asked once more. Without a key, as a captcha or a missing
 * product may answer by then; and with the very key, as a captcha may come to one request in ten.
 */
export function sinceThen(operation: Operation, facts: Facts, { id }: Probe, credential: Credential): ConditionalProbe {
  const again = withCredential(operation, facts, credential, repetitions.sinceWrongKey)
  return { probe: again, when: { probe: id, is: 'refused' } }
}

/** The body that is no JSON which all operations and unknown routes get. */
export const unreadable = { base: 'not-json' } as const

/** A probe with a body that is not JSON. It never names a known identifier: a service that reads the body might act on it. */
export function malformed(operation: Operation, credential: Credential, nth = 0): Probe {
  const value = operation.path.includes('{') ? 'made-up-1' : 'known'
  return probe(operation, { credential, body: unreadable, value, nth, purpose: 'broken' })
}

/** Broken requests that show what a shown operation checks first: without a key, with an invalid one, and with the right one. */
export function brokenRequests(operation: Operation, facts: Facts): readonly Probe[] {
  if (!operation.shown) return []
  const broken = takesBody(operation)
    ? ({ body: { base: embedBase(facts), change: { path: 'name', to: 'object' } } } as const)
    : ({ query: { base: 'none', set: [['limit', 'word']] } } as const)
  return (['none', 'invalid:random', 'eligible'] as const)
    .map((credential) => probe(operation, { ...broken, credential, purpose: 'broken' }))
    .filter((asked) => maySend(operation, facts, asked))
}

/**
 * The probes that every operation is asked, which tell it apart from unknown routes (O1). The gate sends a body that is not JSON only with
 * the key, and only where a plain probe got a 404 or 410: that may be about the route or about the resource.
 */
function makeConditional(operation: Operation, facts: Facts): readonly ConditionalProbe[] {
  const plain = operation.detail === 'embed-create' ? { ...operation, detail: null } : operation
  const asked = [withoutKey(plain, facts), ...(facts.hasKey ? [withCredential(plain, facts, 'eligible')] : [])]
  const keyed = facts.hasKey && takesBody(operation) ? [malformed(operation, 'eligible')] : []
  const all = asked.map((one) => ({ probe: one }))
  if (facts.profile !== 'gate') {
    const keyless = takesBody(operation) ? [malformed(operation, 'none')] : []
    return [...all, ...[...keyless, ...keyed].map((one) => ({ probe: one }))]
  }
  const when: Condition = { any: asked.map(({ id }) => ({ probe: id, is: 'gone' })) }
  return [...all, ...keyed.map((one) => ({ probe: one, when }))]
}

/** These probes, made once for each operation: several questions ask them, and so do the groups in which operations are compared. */
const conditionalProbes = oncePer((facts: Facts) =>
  oncePer((operation: Operation) => makeConditional(operation, facts)),
)

/** The compared probes of an operation, without conditions: unknown routes are asked the same kinds of probe. */
export function comparedProbes(operation: Operation, facts: Facts): readonly Probe[] {
  return conditionalProbes(facts)(operation).map(({ probe: asked }) => asked)
}

/** The condition that some compared probe of these operations was answered with 404 or 410. */
export function seemsGone(operations: readonly Operation[], facts: Facts): Condition {
  const asked = operations.flatMap((operation) => comparedProbes(operation, facts))
  return { any: asked.map(({ id }) => ({ probe: id, is: 'gone' })) }
}

/** The reason why credentials are not judged on an operation that does not answer 401 without one (O2b, §5.5). */
const notProtected = because('not-protected')

/** Probes that are asked only where the operation is protected: it answers 401 without a key (O2b). */
export function whereProtected(operation: Operation, facts: Facts): Omit<ConditionalProbe, 'probe'> {
  return { when: { probe: withoutKey(operation, facts).id, is: 'unauthorized' }, otherwise: notProtected }
}

/** The question that reads all probes of its operation, and asks the plainest ones. */
export const baseQuestion: Check['questions'] = (operation, facts) => [
  { sub: null, probes: conditionalProbes(facts)(operation), reads: 'operation' },
]
