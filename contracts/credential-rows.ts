import { keyHeader } from '../fixtures/errors.ts'
import type { Keys } from '../fixtures/target.ts'
import type { CredentialRow, Placed } from './credential-row.ts'
import {
  asPassword,
  asUser,
  authorization,
  cookies,
  otherHeaders,
  ownAddress,
  ownPage,
  queryNames,
} from './elsewhere.ts'
import { another, likeKey, longWordOf, otherCase, wordOf } from './words.ts'

/** The setting that holds each key, and the reason to report where it is not set. */
export const keySettings = {
  eligible: { setting: 'API_KEY', lacks: 'no-key' },
  load: { setting: 'LOAD_API_KEY', lacks: 'no-key' },
  restrictedAccount: { setting: 'RESTRICTED_ACCOUNT_KEY', lacks: 'no-restricted-account' },
  restrictedProduct: { setting: 'RESTRICTED_PRODUCT_KEY', lacks: 'no-restricted-product' },
  restrictedPermission: { setting: 'RESTRICTED_PERMISSION_KEY', lacks: 'no-restricted-permission' },
} as const satisfies Readonly<Record<keyof Keys, object>>

const inHeader = (secret: string): Placed => ({ headers: [[keyHeader, secret]] })

function own(kind: 'eligible' | 'restricted' | 'elsewhere', key: keyof Keys, more: Partial<CredentialRow> = {}) {
  const shell = `$${keySettings[key].setting}`
  return { kind, key, make: (secret: string) => secret, place: inHeader, shell, ...more }
}

/** An invalid key, made from the right one. */
function invalid(told: string, make: CredentialRow['make'], shell: string, more: Partial<CredentialRow> = {}) {
  return { kind: 'invalid', key: 'eligible', place: inHeader, told, make, shell, ...more } as const
}

/** An invalid key that is made up, from no real key. */
const madeUp = (told: string, make: (seed: number) => string, shell: string, more: Partial<CredentialRow> = {}) =>
  invalid(told, (_, __, seed) => make(seed), shell, { key: null, ...more })

/** An invalid key: the right one with a change; null where both are equal after trimming. */
function changed(told: string, change: (key: string) => string, shell: string, more: Partial<CredentialRow> = {}) {
  const make = (key: string) => (change(key).trim() === key.trim() ? null : change(key))
  return invalid(told, make, shell, { isDerived: true, ...more })
}

/** The right key, unchanged, inside a list, which a firewall may refuse. */
const within = (told: string, make: (key: string) => string, shell: string) =>
  invalid(told, make, shell, { isForShown: true, isOdd: true })

/** A word that clients send for a key that they lack. */
const unread = (told: string, word: string) => madeUp(told, () => word, word, { isForShown: true })

/** A text that a careless look-up takes for any key. Only the shown operations are asked with it. */
const mark = (told: string, text: string) => madeUp(told, () => text, text, { isForShown: true, isOdd: true })

/** The right key in another place than its header (O2d). */
const elsewhere = (where: string, place: CredentialRow['place'], more: Partial<CredentialRow> = {}) =>
  own('elsewhere', 'eligible', { place, told: `the key in ${where}`, ...more })

/** No key, but headers in its place (O2d). */
const keyless = { kind: 'elsewhere', key: null, make: () => '', shell: '' } as const

export const credentialRows = {
  none: { kind: 'none', key: null, make: () => null, place: () => ({}), shell: '', isHarmless: true },
  eligible: own('eligible', 'eligible'),
  // Asked by the trial of the settings alone: no check is about the key of load.
  load: own('eligible', 'load', { words: 'with the key of load' }),
  // HTTP/2 and many clients send every header name in lower case.
  'eligible:lower-case-name': own('eligible', 'eligible', {
    words: 'with the key in a header whose name is in lower case',
    place: (secret) => ({ headers: [[keyHeader.toLowerCase(), secret]] }),
  }),
  'restricted-account': own('restricted', 'restrictedAccount', { words: 'with the key of an ineligible account' }),
  'restricted-product': own('restricted', 'restrictedProduct', { words: 'with a key that lacks the product' }),
  'restricted-permission': own('restricted', 'restrictedPermission', { words: 'with a key that lacks the permission' }),
  'ineligible-origin': own('restricted', 'eligible', {
    words: 'with the key from an ineligible origin',
    make: (key, { restrictedOrigin }) => (restrictedOrigin === null ? null : key),
    lacks: ({ restrictedOrigin }) => (restrictedOrigin === null ? 'no-restricted-origin' : null),
    place: (secret, { restrictedOrigin }) => ({
      headers: [
        [keyHeader, secret],
        ['Origin', restrictedOrigin ?? ''],
      ],
    }),
  }),
  'invalid:random': madeUp('a made-up key', (seed) => wordOf(40, 'random key', seed), 'no-such-key-7c1e94d2', {
    isHarmless: true,
  }),
  // A service that checks only the form of a key accepts this one.
  'invalid:well-formed': invalid(
    'a made-up key in the form of the right one',
    (key, _, seed) => likeKey(key, 'random key', seed) ?? wordOf(40, 'random key', seed),
    `$(printf %s "$API_KEY" | sed -E 's/^(([A-Za-z]+[_-])*).*/\\1/')no-such-key-7c1e94d2`,
    { isDerived: true },
  ),
  'invalid:null': unread('the word null as the key', 'null'),
  'invalid:undefined': unread('a word for a missing value as the key', 'undefined'),
  'invalid:percent': mark('a percent sign as the key', '%'),
  'invalid:asterisk': mark('an asterisk as the key', '*'),
  'invalid:pattern': mark('a pattern that fits any key', '.*'),
  'invalid:quote': mark('a piece of SQL as the key', "' OR '1'='1"),
  // `keys[key]` finds this word in every object of JavaScript.
  'invalid:inherited': mark('the word constructor as the key', 'constructor'),
  'invalid:empty': madeUp('an empty key', () => '', ''),
  'invalid:blanks': madeUp('blanks as the key', () => '   ', ''),
  'invalid:long': madeUp(
    'a made-up key of 1 KB',
    (seed) => longWordOf(1024, 'long key', seed),
    "$(printf '%01024d' 0)",
  ),
  'invalid:middle-changed': changed(
    'one character of the key changed',
    (key) => {
      const middle = Math.floor(key.length / 2)
      return key.slice(0, middle) + another(key.charAt(middle)) + key.slice(middle + 1)
    },
    `$(printf %s "$API_KEY" | awk '{ m = int(length($0) / 2); printf "%s~%s", substr($0, 1, m), substr($0, m + 2) }')`,
  ),
  // In an encoded key not all bits of the last character may count. Those of the first do.
  'invalid:first-changed': changed(
    'the first character of the key changed',
    (key) => another(key.charAt(0)) + key.slice(1),
    `$(printf %s "$API_KEY" | sed 's/^./~/')`,
    { isForShown: true },
  ),
  'invalid:last-left-out': changed(
    'the last character of the key left out',
    (key) => key.slice(0, -1),
    `$(printf %s "$API_KEY" | sed 's/.$//')`,
  ),
  'invalid:appended': changed('one character behind the key', (key) => `${key}x`, '$API_KEY""x'),
  // A service that joins headers of one name by commas may look for the key among the parts.
  'invalid:listed': within('a list that ends with the key', (key) => `no-such-key, ${key}`, 'no-such-key, $API_KEY'),
  'invalid:list-begun': within('a list that begins with the key', (key) => `${key}, none`, '$API_KEY, none'),
  'invalid:case-changed': changed(
    'the key in the other letter case',
    otherCase,
    `$(printf %s "$API_KEY" | tr 'a-zA-Z' 'A-Za-z')`,
    { isWatched: true },
  ),
  'invalid:very-long': madeUp(
    'a very long key',
    (seed) => longWordOf(6000, 'very long key', seed),
    "$(printf '%06000d' 0)",
    { isWatched: true },
  ),
  // A service that compares keys in constant time may accept ASCII alone.
  'invalid:non-ascii': madeUp(
    'a key that is not ASCII',
    () => Buffer.from('clé-7c1e94d2').toString('latin1'),
    'clé-7c1e94d2',
    { isWatched: true },
  ),
  'elsewhere:query': elsewhere('the query', () => ({ query: queryNames })),
  'elsewhere:authorization': elsewhere(
    'Authorization, as Bearer',
    authorization((secret) => `Bearer ${secret}`),
  ),
  'elsewhere:authorization-alone': elsewhere(
    'Authorization, without a scheme',
    authorization((secret) => secret),
  ),
  'elsewhere:authorization-api-key': elsewhere(
    'Authorization, as ApiKey',
    authorization((secret) => `ApiKey ${secret}`),
  ),
  'elsewhere:authorization-token': elsewhere(
    'Authorization, as Token',
    authorization((secret) => `Token ${secret}`),
  ),
  'elsewhere:authorization-basic': elsewhere(
    'Authorization, as the user of Basic',
    authorization((secret) => `Basic ${asUser(secret)}`),
    { curl: '-u "$API_KEY:"' },
  ),
  'elsewhere:authorization-password': elsewhere(
    'Authorization, as the password of Basic',
    authorization((secret) => `Basic ${asPassword(secret)}`),
    { curl: '-u "api:$API_KEY"' },
  ),
  'elsewhere:other-header': elsewhere('other headers', (secret) => ({
    headers: otherHeaders.map((name) => [name, secret] as const),
  })),
  'elsewhere:cookie': elsewhere('cookies', (secret) => ({
    headers: [['Cookie', cookies.map((name) => `${name}=${secret}`).join('; ')]],
  })),
  'elsewhere:own-address': {
    ...keyless,
    place: () => ({ headers: ownAddress }),
    words: 'without a key, as if from the address of the server',
  },
  // Some services ask for no key where a browser comes from one of their own pages.
  'elsewhere:own-page': {
    ...keyless,
    place: (_, { baseUrl }) => ({ headers: ownPage(new URL(baseUrl).origin) }),
    words: 'without a key, as if from a page of the server',
  },
} as const satisfies Readonly<Record<string, CredentialRow>>
