import { because } from '../../evidence/judgement.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import type { Facts, Wish } from '../check.ts'
import { type Probe, probe } from '../probe.ts'

const grave = ['delete', 'money', 'message', 'session']

/** True for operations that read a body: POST and PUT. */
export function takesBody(operation: Operation): boolean {
  return operation.method === 'POST' || operation.method === 'PUT'
}

/** What `safe` may send to an operation that writes: a body that cannot be valid, to a made-up identifier. */
function unreadable(operation: Operation, facts: Facts): boolean {
  return facts.policy === 'safe' && operation.method !== 'GET'
}

/** The plainest request without a key: what `protected` is told by (O2b). */
export function withoutKey(operation: Operation, facts: Facts, nth = 0): Probe {
  if (unreadable(operation, facts)) return malformed(operation, 'none', nth)
  return probe(operation, { ...otherwiseValid(operation, facts), nth })
}

/** The very same request with another credential. */
export function withCredential(operation: Operation, facts: Facts, credential: Probe['credential']): Probe {
  if (unreadable(operation, facts)) return malformed(operation, credential)
  return probe(operation, { ...otherwiseValid(operation, facts), credential })
}

/** The plainest request with a key that counts; operations with a grave effect get a body that cannot be valid. */
export function withKey(operation: Operation, facts: Facts, credential: Probe['credential'] = 'eligible'): Probe {
  const isGrave = operation.detail === null && grave.includes(operation.effect)
  if (isGrave && !facts.allowEffects.includes(operation.effect)) return malformed(operation, credential)
  return withCredential(operation, facts, credential)
}

/** A body that is not JSON; under `safe` to a made-up identifier. */
export function malformed(operation: Operation, credential: Probe['credential'], nth = 0): Probe {
  const value = unreadableValue(operation)
  return probe(operation, { credential, body: { base: 'not-json' }, value, nth })
}

/** A malformed body never goes to a known identifier: it would only matter if somebody read it. */
function unreadableValue(operation: Operation): Probe['value'] {
  return operation.path.includes('{') ? 'made-up-1' : 'known'
}

/** What a request needs besides a credential to be valid, as far as that is shown or vouched for. */
function otherwiseValid(operation: Operation, facts: Facts): Partial<Probe> {
  if (operation.detail !== 'embed-create') return {}
  return { body: { base: facts.has.embedBody ? 'embed-vouched' : 'embed-full' } }
}

/** The kinds of probe that every operation is asked, by which it is told apart from routes that nobody lists (O1). */
export function baseAskings(operation: Operation, facts: Facts): readonly Probe[] {
  const plain = operation.detail === 'embed-create' ? { ...operation, detail: null } : operation
  const keyed = facts.hasKey ? [withKey(plain, facts)] : []
  const bodies = takesBody(operation)
    ? [malformed(operation, 'none'), ...(facts.hasKey ? [malformed(operation, 'eligible')] : [])]
    : []
  return [withoutKey(plain, facts), ...keyed, ...bodies]
}

/** Why nothing can be said of credentials on an operation that is not refused with 401 when none is sent (O2b, §5.5). */
const notProtected = because('not-protected')

/** A wish that is asked only where the operation is protected: it answers 401 without a key (O2b). */
export function whereProtected(operation: Operation, facts: Facts, asked: Probe): Wish {
  return { probe: asked, when: { probe: withoutKey(operation, facts).id, is: 'unauthorized' }, otherwise: notProtected }
}
