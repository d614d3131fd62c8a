import type { CauseRow } from './row.ts'

/** Why something was not asked. */
export const planCauses = {
  excluded: {
    headline: 'The operation is excluded, so nothing is sent to it',
    verdicts: ['not-exercised'],
    settings: ['EXCLUDE_OPERATIONS'],
    remedy: 'take it out of',
  },
  'no-key': {
    headline: 'API_KEY is not set',
    verdicts: ['not-exercised'],
    settings: ['API_KEY'],
  },
  'no-such-variant': {
    headline: 'This wrong key cannot be made from API_KEY',
    verdicts: ['not-exercised'],
  },
  'no-restricted-account': {
    headline: 'RESTRICTED_ACCOUNT_KEY is not set',
    verdicts: ['not-exercised'],
    settings: ['RESTRICTED_ACCOUNT_KEY'],
  },
  'no-restricted-product': {
    headline: 'RESTRICTED_PRODUCT_KEY is not set',
    verdicts: ['not-exercised'],
    settings: ['RESTRICTED_PRODUCT_KEY'],
  },
  'no-restricted-products': {
    headline: 'RESTRICTED_PRODUCTS names no product for which RESTRICTED_PRODUCT_KEY must be refused',
    verdicts: ['not-exercised'],
    settings: ['RESTRICTED_PRODUCTS'],
  },
  'not-restricted': {
    headline: 'RESTRICTED_PRODUCTS does not name this product',
    detail: '{product}',
    verdicts: ['not-exercised'],
    settings: ['RESTRICTED_PRODUCTS'],
    remedy: 'name more in',
  },
  'no-restricted-permission': {
    headline: 'RESTRICTED_PERMISSION_KEY is not set',
    verdicts: ['not-exercised'],
    settings: ['RESTRICTED_PERMISSION_KEY'],
  },
  'no-restricted-origin': {
    headline: 'RESTRICTED_ORIGIN is not set',
    verdicts: ['not-exercised'],
    settings: ['RESTRICTED_ORIGIN'],
  },
  'no-known-placement': {
    headline: 'KNOWN_PLACEMENT_ID is not set',
    verdicts: ['not-exercised'],
    settings: ['KNOWN_PLACEMENT_ID'],
  },
  'effect-not-allowed': {
    headline:
      'The operation may delete, move money, send messages or end sessions, so it is not asked with a usable body',
    verdicts: ['not-exercised'],
    settings: ['ALLOW_EFFECTS'],
  },
  'policy-key-elsewhere': {
    headline: 'The safe policy sends the key in its one header only',
    verdicts: ['not-exercised'],
  },
  'policy-keyed-write': {
    headline: 'The safe policy sends no key with a method that writes',
    verdicts: ['not-exercised'],
  },
  'policy-readable-body': {
    headline: 'The safe policy sends no usable body with a method that writes',
    verdicts: ['not-exercised'],
  },
  'policy-known-id': {
    headline: 'The safe policy sends no known identifier with a method that writes',
    verdicts: ['not-exercised'],
  },
  'policy-clean-up': {
    headline: 'The safe policy creates nothing with a key, so it undoes nothing',
    verdicts: ['not-exercised'],
  },
  'no-operation': {
    headline: 'Its clean-up names an operation that does not exist',
    detail: '{operation}',
    verdicts: ['not-exercised'],
    settings: ['CATALOG_EXTENSION'],
  },
  'needs-others': {
    headline: 'This can only be told by comparing with operations that were not selected',
    verdicts: ['inconclusive'],
  },
  'own-credential-refused': {
    headline: 'API_KEY is refused everywhere',
    verdicts: ['inconclusive', 'not-exercised'],
    settings: ['API_KEY'],
  },
  'own-credential-revoked': {
    headline: 'API_KEY was accepted at first and refused everywhere later: it was revoked, or has expired',
    verdicts: ['not-exercised'],
    settings: ['API_KEY'],
  },
  'own-credential-unknown': {
    headline: 'API_KEY was refused everywhere at first and accepted later, as a new one may be',
    verdicts: ['not-exercised'],
  },
  'turned-away': {
    headline:
      'For a while whoever asked, or had no key, got one refusal: this address was turned away, or the service was gone',
    verdicts: ['not-exercised'],
  },
  'not-protected': {
    headline: 'Without a key it does not answer 401, so it is not known whether it needs one',
    verdicts: ['not-exercised'],
  },
  'gate-sample': {
    headline: 'The gate asks this of a sample of the operations, another each day, and this one was not in it',
    verdicts: ['not-exercised'],
    isLeft: true,
  },
  'one-for-its-resource': {
    headline: 'This is asked of one operation of each resource, and this is another',
    verdicts: ['not-exercised'],
    isLeft: true,
  },
  'left-to-the-nightly': {
    headline: 'The gate leaves this to the nightly',
    verdicts: ['not-exercised'],
    isLeft: true,
  },
  'not-arisen': {
    headline: 'The situation for this did not come up',
    verdicts: ['not-exercised'],
  },
  'not-asked': {
    headline: 'This was not asked in this run',
    verdicts: ['not-exercised'],
  },
  'nothing-asked': {
    headline: 'There was nothing to ask here',
    verdicts: ['not-exercised'],
  },
  'out-of-time': {
    headline: 'The time of the run was over before this was asked',
    verdicts: ['not-exercised'],
  },
  interrupted: {
    headline: 'The run was interrupted before this was finished',
    verdicts: ['inconclusive', 'not-exercised'],
  },
  'target-gone': {
    headline: 'The service gave no answers when this was to be asked',
    verdicts: ['not-exercised'],
  },
  limited: {
    headline: 'A limit was still on, or the service told to wait, when the time to wait was over',
    verdicts: ['inconclusive', 'not-exercised'],
  },
} as const satisfies Readonly<Record<string, CauseRow>>
