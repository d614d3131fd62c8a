import type { CauseOf } from '../evidence/causes.ts'
import type { Keys, Known } from '../fixtures/target.ts'

/** Where in a request a secret stands. */
export interface Placed {
  readonly headers?: readonly (readonly [name: string, value: string])[]
  /** Query parameters whose value it is. */
  readonly query?: readonly string[]
}

/**
 * What a credential is. `none`: nothing is sent; `invalid`: no key of anyone (O2c); `elsewhere`: the right key, not in its
 * header (O2d); `restricted`: not eligible (O4).
 */
export type Kind = 'none' | 'eligible' | 'invalid' | 'elsewhere' | 'restricted'

/** A key of the settings that contract probes send. */
export type KeyName = Exclude<keyof Keys, 'load'>

/** All that is known of a credential: a new one is a row. */
export interface CredentialRow {
  readonly kind: Kind
  /** The key of the settings that it is, or is made from. */
  readonly key: KeyName | null
  /** Makes the secret of that key; null where it cannot be made. */
  readonly make: (key: string, known: Known, seed: number) => string | null
  readonly place: (secret: string, known: Known) => Placed
  /** The same secret as a shell makes it, between double quotes: of a variable, or of nothing. */
  readonly shell: string
  /** An option of curl that stands for the header it is sent in. */
  readonly curl?: string
  /** Words for what is asked with it, where those of its kind do not tell. */
  readonly words?: string
  /** Words for an invalid one in findings: one about it is about what is wrong with it. */
  readonly told?: string
  /** True where it is made from a key by a change, so that it is as secret as the key. */
  readonly isDerived?: true
  /** True where its answer is only watched for a server error or silence (O2c). */
  readonly isWatched?: true
  /** True where the operations that show the header alone are asked with it. */
  readonly isForShown?: true
  /** True where a firewall may refuse it in a way of its own: that it is accepted is all that is judged. */
  readonly isOdd?: true
  /** Why it cannot be made, where that is not for want of its key. */
  readonly lacks?: (known: Known) => CauseOf<'not-exercised'> | null
  /** True where the safe policy sends it with a method that writes (docs/policy.md). */
  readonly isHarmless?: true
}
