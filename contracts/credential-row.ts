import type { CauseOf } from '../evidence/causes.ts'
import type { Keys, Known } from '../fixtures/target.ts'

/** Where in a request a secret stands. */
export interface Placed {
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** The names of the query parameters that carry the secret. */
  readonly query?: readonly string[]
}

/**
 * The kind of a credential. `none`: nothing is sent; `invalid`: a key of nobody (O2c); `elsewhere`: the right key outside its
 * header, or headers in place of a key (O2d); `restricted`: a key, or an origin, that is not eligible (O4).
 */
export type Kind = 'none' | 'eligible' | 'invalid' | 'elsewhere' | 'restricted'

/** All facts about a credential. To add a credential, add a row. */
export interface CredentialRow {
  readonly kind: Kind
  /** The key of the settings that the credential is, or is made from; null where it needs none. */
  readonly key: keyof Keys | null
  /** Makes the secret from that key; null where it cannot be made. */
  readonly make: (key: string, known: Known, seed: number) => string | null
  readonly place: (secret: string, known: Known) => Placed
  /** The secret as shell text between double quotes: a variable, a command or plain characters. Empty where there is no secret. */
  readonly shell: string
  /** The option of curl that replaces the header with the secret. */
  readonly curl?: string
  /** Words for the credential, where the words of its kind do not tell enough. */
  readonly words?: string
  /** Words for an invalid key in findings: they say what is wrong with the key. */
  readonly told?: string
  /** True where the secret is a key with a change, and so as secret as the key. */
  readonly isDerived?: true
  /** True where the answer is only watched for a server error or silence (O2c). */
  readonly isWatched?: true
  /** True where only the two shown operations are asked with this credential. */
  readonly isForShown?: true
  /** True where a firewall may refuse the secret in its own way: only a success is judged. */
  readonly isOdd?: true
  /** Why the secret cannot be made, where the reason is not a missing key. */
  readonly lacks?: (known: Known) => CauseOf<'not-exercised'> | null
  /** True where the safe policy sends the credential with methods that write, too (docs/policy.md). */
  readonly isHarmless?: true
}
