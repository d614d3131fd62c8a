import { type CauseRow, may } from './row.ts'

/** Causes of questions that were not asked. */
export const planCauses = {
  excluded: may.notExercised('The operation is excluded, so nothing is sent to it', {
    settings: ['EXCLUDE_OPERATIONS'],
    remedy: 'take it out of',
  }),
  'no-key': may.notExercised('API_KEY is not set', { settings: ['API_KEY'] }),
  'no-such-variant': may.notExercised('This wrong key cannot be made from API_KEY'),
  'no-restricted-account': may.notExercised('RESTRICTED_ACCOUNT_KEY is not set', {
    settings: ['RESTRICTED_ACCOUNT_KEY'],
  }),
  'no-restricted-product': may.notExercised('RESTRICTED_PRODUCT_KEY is not set', {
    settings: ['RESTRICTED_PRODUCT_KEY'],
  }),
  'no-restricted-products': may.notExercised(
    'RESTRICTED_PRODUCTS names no product for which RESTRICTED_PRODUCT_KEY must be refused',
    { settings: ['RESTRICTED_PRODUCTS'] },
  ),
  'not-restricted': may.notExercised('RESTRICTED_PRODUCTS does not name this product: {product}', {
    settings: ['RESTRICTED_PRODUCTS'],
    remedy: 'name more in',
  }),
  'no-restricted-permission': may.notExercised('RESTRICTED_PERMISSION_KEY is not set', {
    settings: ['RESTRICTED_PERMISSION_KEY'],
  }),
  'no-restricted-origin': may.notExercised('RESTRICTED_ORIGIN is not set', { settings: ['RESTRICTED_ORIGIN'] }),
  'no-known-placement': may.notExercised('KNOWN_PLACEMENT_ID is not set', { settings: ['KNOWN_PLACEMENT_ID'] }),
  'effect-not-allowed': may.notExercised(
    'The operation may delete, move money, send messages or end sessions, so it is not asked with a usable body',
    { settings: ['ALLOW_EFFECTS'] },
  ),
  'policy-key-elsewhere': may.notExercised('The safe policy sends the key in its one header only'),
  'policy-keyed-write': may.notExercised('The safe policy sends no key with a method that writes'),
  'policy-keyed-effect': may.notExercised('The safe policy sends no key to an operation that may change something'),
  'policy-readable-body': may.notExercised('The safe policy sends no usable body with a method that writes'),
  'policy-known-id': may.notExercised('The safe policy sends no known identifier with a method that writes'),
  'policy-clean-up': may.notExercised('The safe policy creates nothing with a key, so it undoes nothing'),
  'no-operation': may.notExercised('Its clean-up names an operation that does not exist: {operation}', {
    settings: ['CATALOG_EXTENSION'],
  }),
  'needs-others': may.inconclusive('This can only be told by comparing with operations that were not selected'),
  'own-credential-refused': may.inconclusiveOrNotExercised('API_KEY is refused everywhere', {
    settings: ['API_KEY'],
    remedy: 'put a valid key into',
  }),
  'own-credential-revoked': may.notExercised(
    'API_KEY was accepted at first and refused everywhere later: it was revoked, has expired, or was locked by wrong keys',
    { settings: ['API_KEY'], remedy: 'put a valid key into' },
  ),
  'own-credential-unknown': may.notExercised(
    'API_KEY was refused everywhere at first and accepted later, as a new one may be',
  ),
  'turned-away': may.notExercised(
    'For a while all, or all without a key, got the same refusal: this address was turned away, or the service was gone',
  ),
  'not-protected': may.notExercised(
    'Without a key the operation does not answer 401, so it is not known whether it needs one',
  ),
  'gate-sample': may.notExercised(
    'The gate asks this of a sample of the operations, another each day, and this one was not in it',
    { isLeft: true },
  ),
  'one-for-its-resource': may.notExercised('One operation of each resource is asked this, and another one was', {
    isLeft: true,
  }),
  'left-to-the-nightly': may.notExercised('The gate leaves this to the nightly', { isLeft: true }),
  'not-arisen': may.notExercised('The situation for this did not come up'),
  'not-asked': may.notExercised('This was not asked in this run'),
  'nothing-asked': may.notExercised('There was nothing to ask here'),
  'out-of-time': may.notExercised('The time of the run was over before this was asked'),
  interrupted: may.inconclusiveOrNotExercised('The run was interrupted before this was finished'),
  'target-gone': may.notExercised('The service gave no answers when this was to be asked'),
  limited: may.inconclusiveOrNotExercised(
    'A limit was still on, or the service told to wait, when the time to wait was over',
  ),
} as const satisfies Readonly<Record<string, CauseRow>>
