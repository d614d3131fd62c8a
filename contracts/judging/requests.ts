import { because } from '../../evidence/judgement.ts'
import { oncePer } from '../../evidence/once-per.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import type { Check, Condition, ConditionalProbe, Facts } from '../check.ts'
import type { Credential } from '../credentials.ts'
import { barredBy } from '../policy.ts'
import { type Particulars, type Probe, probe, repetitions, takesBody } from '../probe.ts'

/** True where the policy lets a probe out. */
export function maySend(operation: Operation, facts: Facts, asked: Probe): boolean {
  return barredBy(facts, operation, asked) === null
}

/** The plainest request with a credential: valid where the policy lets that out, else with a body that nothing can read. */
export function withCredential(operation: Operation, facts: Facts, credential: Credential, nth = 0): Probe {
  const valid = probe(operation, { ...otherwiseValid(operation, facts), credential, nth })
  if (maySend(operation, facts, valid)) return valid
  const unreadable = malformed(operation, credential, nth)
  return operation.method === 'GET' && !maySend(operation, facts, unreadable) ? valid : unreadable
}

/** The plainest request without a key: what `protected` is told by (O2b). */
export function withoutKey(operation: Operation, facts: Facts, nth = 0): Probe {
  return withCredential(operation, facts, 'none', nth)
}

export const isAskedSince = ({ probe: { credential, nth } }: { readonly probe: Probe }): boolean =>
  credential === 'none' && nth === repetitions.sinceWrongKey

/** O2b: what was 401 may be a captcha, or a product that is gone, by the time of the wrong key. Then whoever has none gets it too. */
export function sinceThen(operation: Operation, facts: Facts, { id }: Probe): ConditionalProbe {
  return { probe: withoutKey(operation, facts, repetitions.sinceWrongKey), when: { probe: id, is: 'refused' } }
}

const unreadable = { base: 'not-json' } as const

/** A body that is not JSON. It never goes to a known identifier: that would only matter if somebody read it. */
export function malformed(operation: Operation, credential: Credential, nth = 0): Probe {
  const value = operation.path.includes('{') ? 'made-up-1' : 'known'
  return probe(operation, { credential, body: unreadable, value, nth, purpose: 'broken' })
}

/** What a request needs besides a credential to be valid, as far as that is shown or vouched for. */
function otherwiseValid(operation: Operation, facts: Facts): Particulars {
  if (operation.detail !== 'embed-create') return {}
  return { body: { base: facts.has.embedBody ? 'embed-vouched' : 'embed-full' } }
}

/**
 * What every operation is asked, by which it is told apart from routes that nobody lists (O1). The gate puts a body that is not
 * JSON only with the key, and only where a plain request was told that nothing is there: that may be about the route or about
 * the resource.
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

/** What was made for each operation of a run: several questions ask it, and the groups in which it is compared. */
const conditionalProbes = oncePer((facts: Facts) =>
  oncePer((operation: Operation) => makeConditional(operation, facts)),
)

/** The same without their conditions: the kinds of probe that routes which nobody lists are asked as well. */
export function comparedProbes(operation: Operation, facts: Facts): readonly Probe[] {
  return conditionalProbes(facts)(operation).map(({ probe: asked }) => asked)
}

/** Some question to these operations was answered as if they were not there. */
export function seemsGone(operations: readonly Operation[], facts: Facts): Condition {
  const asked = operations.flatMap((operation) => comparedProbes(operation, facts))
  return { any: asked.map(({ id }) => ({ probe: id, is: 'gone' })) }
}

/** Why nothing can be said of credentials on an operation that is not refused with 401 when none is sent (O2b, §5.5). */
const notProtected = because('not-protected')

/** Probes that are asked only where the operation is protected: it answers 401 without a key (O2b). */
export function whereProtected(operation: Operation, facts: Facts): (asked: Probe) => ConditionalProbe {
  const when: Condition = { probe: withoutKey(operation, facts).id, is: 'unauthorized' }
  return (asked) => ({ probe: asked, when, otherwise: notProtected })
}

/** The question that reads everything of its operation, and asks the plainest of it. */
export const baseQuestion: Check['questions'] = (operation, facts) => [
  { sub: null, probes: conditionalProbes(facts)(operation), reads: 'operation' },
]
