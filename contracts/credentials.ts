import type { Reason } from '../evidence/judgement.ts'
import { oncePer } from '../evidence/once-per.ts'
import type { Known } from '../fixtures/target.ts'
import type { CredentialRow, Kind } from './credential-row.ts'
import { credentialRows, keySettings } from './credential-rows.ts'

/** What a request authenticates itself with. */
export type Credential = keyof typeof credentialRows

/** The credentials that must be refused with 403 (O4). */
export type Restricted = Extract<Credential, `restricted-${string}` | 'ineligible-origin'>

/** What follows from the kind of a credential. */
const kinds = {
  none: { isKeyed: false, isCounted: false, refusedWith: 401, words: 'without a key' },
  invalid: { isKeyed: false, isCounted: false, refusedWith: 401, words: 'with an invalid key' },
  elsewhere: { isKeyed: true, isCounted: false, refusedWith: 401, words: 'with the key in' },
  eligible: { isKeyed: true, isCounted: true, refusedWith: null, words: 'with the key' },
  restricted: { isKeyed: true, isCounted: true, refusedWith: 403, words: 'with a restricted key' },
} as const satisfies Readonly<Record<Kind, object>>

/** A credential as the rest of the suite sees it: everything but its secret. */
export interface CredentialFacts
  extends Pick<
    CredentialRow,
    'kind' | 'shell' | 'curl' | 'place' | 'isWatched' | 'isForShown' | 'isOdd' | 'isHarmless'
  > {
  /** What a finding about it alone is called, behind the check's colon: what stands behind its own. */
  readonly sub: string
  /** True where a key of the settings is sent as it is, wherever. */
  readonly isKeyed: boolean
  /** True where `API_KEY` is sent as it is: what is refused with 401 everywhere then says nothing else (O10). */
  readonly isOwnKey: boolean
  /** Words for what is asked with it. All invalid keys that are judged have the same: which are sent may change. */
  readonly words: string
  /** Words for it in findings: of an invalid one what is wrong with it. */
  readonly told: string
  /** The status that has a documented cause in this credential (O5b). */
  readonly refusedWith: 401 | 403 | null
  /** Whose limits it spends: without a key that counts a request is nobody's (§8.1). */
  readonly holder: string
}

function factsOf(credential: string, { make: _, key, ...row }: CredentialRow): CredentialFacts {
  const { isKeyed, isCounted, refusedWith, words } = kinds[row.kind]
  const { isWatched, told } = row
  const sub = credential.slice(credential.indexOf(':') + 1)
  const own = row.words ?? (row.kind === 'elsewhere' ? `${words} ${sub}` : words)
  const alone = told === undefined ? own : `with ${told}`
  return {
    ...row,
    sub,
    isKeyed,
    refusedWith,
    isOwnKey: isKeyed && key === 'eligible',
    words: isWatched ? alone : own,
    told: alone,
    holder: (isCounted ? key : null) ?? 'nobody',
  }
}

/** Every credential, with what is known of it. */
export const credentials = Object.fromEntries(
  Object.entries(credentialRows).map(([credential, row]) => [credential, factsOf(credential, row)]),
) as Readonly<Record<Credential, CredentialFacts>>

/** The credentials of a kind, in the order of the table. */
export function credentialsOf(kind: Kind): readonly Credential[] {
  return (Object.keys(credentialRows) as Credential[]).filter((credential) => credentialRows[credential].kind === kind)
}

/** True for the wrong keys of which each operation is asked with one. */
export const isMadeUpKey = (credential: Credential): boolean =>
  credential === 'invalid:random' || credential === 'invalid:well-formed'

/** Of each target and seed: a plan asks for a secret as often as it sends it. */
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
  // A key may be a mark itself.
  return row.kind === 'invalid' && made?.trim() === known.keys.eligible?.trim() ? undefined : made
}

/** Why the settings cannot give a credential. */
export function lackOf(credential: Credential, known: Known): Reason {
  const { lacks, key }: CredentialRow = credentialRows[credential]
  const ofKey = key !== null && known.keys[key] === null ? keySettings[key].lacks : null
  return { cause: lacks?.(known) ?? ofKey ?? 'no-such-variant', values: {} }
}

/** All that is made from a key by a change: as secret as the key itself. */
export function derivedSecrets(known: Known, seed: number): readonly string[] {
  return (Object.keys(credentialRows) as Credential[])
    .filter((credential) => (credentialRows[credential] as CredentialRow).isDerived === true)
    .flatMap((credential) => secretFor(credential, known, seed) ?? [])
}
