import { createHash } from 'node:crypto'
import { bodyText } from '../fixtures/bodies/body.ts'
import { identifiedBy } from '../fixtures/catalog/routes.ts'
import { keyHeader } from '../fixtures/errors.ts'
import type { Keys, Known, KnownIds } from '../fixtures/target.ts'
import { type Credential, type InvalidForm, identified, type PathValue, type Probe } from './probe.ts'

/** A request ready to be sent: the one place, beside k6, where a key's value stands. */
export interface ComposedRequest {
  readonly method: string
  /** Path and query below the origin, percent-encoded, base path included. */
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | null
}

/** A number made from texts: the same in every run. */
export function seedOf(...parts: readonly (string | number)[]): number {
  return createHash('sha256').update(parts.join('\n')).digest().readUInt32BE(0)
}

/** A word of `length` lower-case letters and digits, made from texts. */
export function wordOf(length: number, ...parts: readonly (string | number)[]): string {
  const digest = BigInt(`0x${createHash('sha512').update(parts.join('\n')).digest('hex')}`)
  return digest.toString(36).slice(0, length)
}

/** The known value of an operation's path parameter, or null where the settings name none. */
export function knownIdFor(path: string, ids: KnownIds): string | null {
  const known: Readonly<Record<string, string | null>> = ids
  return known[identifiedBy(path) ?? ''] ?? null
}

/** Of fewer letters and digits there may be so few that a made-up one exists. */
const fewestMarks = 9

/** A short number, or the like, written on until nobody is likely to own it. */
function lengthened(value: string): string {
  const marks = value.replace(/[^A-Za-z0-9]/g, '')
  return marks.length === 0 || marks.length >= fewestMarks
    ? value
    : value + marks.repeat(fewestMarks).slice(0, fewestMarks - marks.length)
}

/** Another value in the form of a known one: every letter and digit exchanged for another of its kind. */
export function inTheFormOf(known: string, ...seed: readonly (string | number)[]): string {
  const value = lengthened(known)
  const source = wordOf(64, value, ...seed)
  const made = [...value].map((mark, index) => {
    const code = source.charCodeAt(index % source.length) + index
    if (/[0-9]/.test(mark)) return String(code % 10)
    if (/[a-f]/.test(mark)) return 'abcdef'[code % 6]
    if (/[g-z]/.test(mark)) return 'ghjkmnpqrstvwxyz'[code % 16]
    return /[A-Z]/.test(mark) ? 'ABCDEFGHJKMNPQRSTVWXYZ'[code % 22] : mark
  })
  return made.join('') === value ? `${made.join('')}${source.slice(0, 4)}` : made.join('')
}

const oddIds: Readonly<Record<string, string>> = {
  'odd-long': 'x'.repeat(1100),
  'odd-non-ascii': 'идентификатор-日本-🎉',
  'odd-markup': '<b>"\'&%00',
  'odd-path': '../../etc',
  'odd-blank': ' ',
  'odd-null': 'null',
  'odd-negative': '-1',
}

function pathValue(value: PathValue, path: string, known: Known, seed: number): string {
  const id = knownIdFor(path, known.ids)
  if (value === 'known') return id ?? wordOf(12, 'unknown', seed, path)
  if (value.startsWith('odd-')) return oddIds[value] ?? value
  return id === null ? wordOf(12, value, seed, path) : inTheFormOf(id, value, seed)
}

const visible = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

function longWord(length: number, ...seed: readonly (string | number)[]): string {
  return wordOf(90, ...seed)
    .repeat(Math.ceil(length / 90))
    .slice(0, length)
}

/** Another visible character, and no twin in the other letter case. */
function another(mark: string): string {
  return [...visible].find((candidate) => candidate.toLowerCase() !== mark.toLowerCase() && candidate > mark) ?? '7'
}

function otherCase(key: string): string {
  return [...key].map((mark) => (mark === mark.toLowerCase() ? mark.toUpperCase() : mark.toLowerCase())).join('')
}

const invalidKeys: Readonly<Record<InvalidForm, (key: string | null, seed: number) => string | null>> = {
  random: (_, seed) => wordOf(40, 'random key', seed),
  empty: () => '',
  blanks: () => '   ',
  long: (_, seed) => longWord(1024, 'long key', seed),
  'very-long': (_, seed) => longWord(6000, 'very long key', seed),
  'middle-changed': (key) => {
    if (key === null) return null
    const middle = Math.floor(key.length / 2)
    return key.slice(0, middle) + another(key.charAt(middle)) + key.slice(middle + 1)
  },
  'last-left-out': (key) => key?.slice(0, -1) ?? null,
  appended: (key) => (key === null ? null : `${key}x`),
  'case-changed': (key) => (key === null ? null : otherCase(key)),
}

/**
 * The value of an invalid key, or null where it cannot be made: without an eligible key, or where the variant is the same
 * key after trimming (O2c).
 */
export function invalidKey(form: InvalidForm, key: string | null, seed: number): string | null {
  const made = invalidKeys[form](key, seed)
  return made !== null && key !== null && made.trim() === key.trim() ? null : made
}

const keyOf: Partial<Readonly<Record<Credential, keyof Keys>>> = {
  eligible: 'eligible',
  'ineligible-origin': 'eligible',
  'elsewhere:query': 'eligible',
  'elsewhere:authorization': 'eligible',
  'elsewhere:authorization-alone': 'eligible',
  'elsewhere:authorization-basic': 'eligible',
  'elsewhere:other-header': 'eligible',
  'restricted-account': 'restrictedAccount',
  'restricted-product': 'restrictedProduct',
  'restricted-permission': 'restrictedPermission',
}

/** The secret that a credential sends, null for none, undefined where the settings cannot give it. */
export function secretFor(credential: Credential, known: Known, seed: number): string | null | undefined {
  if (credential === 'none') return null
  if (credential.startsWith('invalid:')) {
    return invalidKey(credential.slice('invalid:'.length) as InvalidForm, known.keys.eligible, seed) ?? undefined
  }
  if (credential === 'ineligible-origin' && known.restrictedOrigin === null) return undefined
  const name = keyOf[credential]
  return (name === undefined ? undefined : known.keys[name]) ?? undefined
}

/** The key as the user of HTTP's Basic scheme, without a password. */
export const basic = (secret: string): string => Buffer.from(`${secret}:`).toString('base64')

const authorizations: Partial<Readonly<Record<Credential, (secret: string) => string>>> = {
  'elsewhere:authorization': (secret) => `Bearer ${secret}`,
  'elsewhere:authorization-alone': (secret) => secret,
  'elsewhere:authorization-basic': (secret) => `Basic ${basic(secret)}`,
}

function credentialHeaders(credential: Credential, secret: string | null, origin: string | null): [string, string][] {
  if (secret === null || credential === 'elsewhere:query') return []
  const authorization = authorizations[credential]?.(secret)
  if (authorization !== undefined) return [['Authorization', authorization]]
  if (credential === 'elsewhere:other-header') {
    return ['X-API-Key', 'Api-Key', 'X-Auth-Token', 'X-Access-Token'].map((name) => [name, secret])
  }
  const key: [string, string] = [keyHeader, secret]
  return credential === 'ineligible-origin' && origin !== null ? [key, ['Origin', origin]] : [key]
}

function queryOf({ query, credential }: Probe, known: Known, secret: string | null): string {
  const own = query.set.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  const leaked =
    credential === 'elsewhere:query' && secret !== null
      ? [keyHeader, 'api_key', 'apiKey', 'apikey', 'key', 'token', 'access_token']
      : []
  const parts = [
    query.base === 'vouched' ? (known.vouched.detailsQuery ?? '') : '',
    ...own,
    ...leaked.map((name) => `${name}=${encodeURIComponent(secret ?? '')}`),
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** Makes the request of a probe. Throws where the settings hold no such credential: the plan does not ask for one then. */
export function compose(probe: Probe, known: Known, seed: number): ComposedRequest {
  const secret = secretFor(probe.credential, known, seed)
  if (secret === undefined) throw new Error(`no credential for ${probe.credential}`)
  const path = probe.path.replace(/\{\w+\}/, encodeURIComponent(pathValue(probe.value, probe.path, known, seed)))
  const body = bodyText(probe.body, {
    seed: seedOf(seed, probe.operation ?? probe.path),
    // Askings of the same thing again share it: what an idempotencyKey does shows only then.
    unique: wordOf(10, seed, identified({ ...probe, nth: 0 }).id),
    vouched: known.vouched,
  })
  const basePath = new URL(known.baseUrl).pathname.replace(/\/$/, '')
  return {
    method: probe.method,
    target: `${basePath}${path}${queryOf(probe, known, secret)}`,
    headers: [
      ['Accept', 'application/json'],
      ...(body === null ? [] : [['Content-Type', probe.body.contentType ?? 'application/json'] as const]),
      ...known.extraHeaders,
      ...credentialHeaders(probe.credential, secret, known.restrictedOrigin),
    ],
    body,
  }
}
