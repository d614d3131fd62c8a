import type { Reason } from '../evidence/judgement.ts'
import { oncePer } from '../evidence/once-per.ts'
import type { Known } from '../fixtures/target.ts'
import type { CredentialRow, Kind } from './credential-row.ts'
import { credentialRows, keySettings } from './credential-rows.ts'

/** What a request authenticates itself with. */
export type Credential = keyof typeof credentialRows

/** The credentials that must be refused with 403 (O4). */
export type Restricted = Extract<Credential, `restricted-${string}` | 'ineligible-origin'>

/** What the kind of a credential decides. */
const kinds = {
  none: { sendsKey: false, isCounted: false, refusedWith: 401, words: 'without a key' },
  invalid: { sendsKey: false, isCounted: false, refusedWith: 401, words: 'with an invalid key' },
  elsewhere: { sendsKey: true, isCounted: false, refusedWith: 401, words: 'with the key in' },
  eligible: { sendsKey: true, isCounted: true, refusedWith: null, words: 'with the key' },
  restricted: { sendsKey: true, isCounted: true, refusedWith: 403, words: 'with a restricted key' },
} as const satisfies Readonly<Record<Kind, object>>

/** A credential as the rest of the suite sees it: everything but its secret. */
export type CredentialFacts = ReturnType<typeof factsOf>

function factsOf(credential: string, { make: _, key, ...row }: CredentialRow) {
  const { sendsKey, isCounted, refusedWith, words } = kinds[row.kind]
  const { isWatched } = row
  const sub = credential.slice(credential.indexOf(':') + 1)
  const own = row.words ?? (row.kind === 'elsewhere' ? `${words} ${sub}` : words)
  const told = row.told === undefined ? own : `with ${row.told}`
  return {
    ...row,
    /** The sub-id of a finding about this credential alone: its name behind the colon, or the whole name. */
    sub,
    /** True for kinds that send a key of the settings unchanged, in any place. All of `elsewhere` count, two without a key too. */
    sendsKey,
    /** The documented status of a refusal for this credential; null where none is documented (O5b). */
    refusedWith,
    /** True where `API_KEY` is sent unchanged. Where that is refused with 401 everywhere, its probes tell nothing else (O10). */
    isOwnKey: sendsKey && key === 'eligible',
    /** Words for the credential. All judged invalid keys have the same words, since the set of such keys may change. */
    words: isWatched ? told : own,
    /** Words for the credential in findings. For an invalid key, they say what is wrong with it. */
    told,
    /** Whose limits a request spends (§8.1): the name of the key, or `nobody` where it brings no key that counts. */
    holder: (isCounted ? key : null) ?? 'nobody',
  }
}

export const credentials = Object.fromEntries(
  Object.entries(credentialRows).map(([credential, row]) => [credential, factsOf(credential, row)]),
) as Readonly<Record<Credential, CredentialFacts>>

/** The credentials of a kind, in the order of the table. */
export function credentialsOf(kind: Kind): readonly Credential[] {
  return (Object.keys(credentialRows) as Credential[]).filter((credential) => credentialRows[credential].kind === kind)
}

/** True for the two made-up keys: each operation is asked with one of them. */
export const isMadeUpKey = (credential: Credential): boolean =>
  credential === 'invalid:random' || credential === 'invalid:well-formed'

/** The secrets of each target, made once: a plan needs them for every request. */
const made = oncePer((_: Known) => new Map<string, string | null | undefined>())

/** The secret that a credential sends: null for none, undefined where the settings cannot give it. */
export function secretFor(credential: Credential, known: Known, seed: number): string | null | undefined {
  const secrets = made(known)
  const key = `${seed} ${credential}`
  if (!secrets.has(key)) secrets.set(key, secretOf(credential, known, seed))
  return secrets.get(key)
}

function secretOf(credential: Credential, known: Known, seed: number): string | null | undefined {
  const row: CredentialRow = credentialRows[credential]
  if (row.kind === 'none') return null
  const key = row.key === null ? '' : known.keys[row.key]
  if (key === null) return undefined
  const made = row.make(key, known, seed) ?? undefined
  // The real key may happen to be equal to an invalid one.
  return row.kind === 'invalid' && made?.trim() === known.keys.eligible?.trim() ? undefined : made
}

/** Why the settings cannot give a credential. */
export function lackOf(credential: Credential, known: Known): Reason {
  const { lacks, key }: CredentialRow = credentialRows[credential]
  const ofKey = key !== null && known.keys[key] === null ? keySettings[key].lacks : null
  return { cause: lacks?.(known) ?? ofKey ?? 'no-such-variant', values: {} }
}

/** All secrets that are a key with a change: each is as secret as the key itself. */
export function derivedSecrets(known: Known, seed: number): readonly string[] {
  return (Object.keys(credentialRows) as Credential[])
    .filter((credential) => (credentialRows[credential] as CredentialRow).isDerived === true)
    .flatMap((credential) => secretFor(credential, known, seed) ?? [])
}
