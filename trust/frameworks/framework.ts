import type { Environment } from '../../load/engine/child.ts'
import type { Bug, BugName } from './bugs.ts'

/** What a framework may ask of the command that builds it. */
export interface Surroundings {
  /** Kept between runs: what package managers install and compilers build. */
  readonly cache: string
  readonly signal: AbortSignal
  readonly progress: (text: string) => void
}

/** A deployment to be started: `PORT`, `CATALOGUE`, `WORLD`, `BUG` and `SHED` are added to its environment. */
export interface Start {
  readonly command: string
  readonly args: readonly string[]
  readonly environment?: Environment
  readonly directory?: string
}

/** Where one start of a deployment lives. */
export interface WorkPlace {
  /** Empty, and deleted afterwards. */
  readonly room: string
  readonly port: number
  /** A second free port, for what stands behind a gateway. */
  readonly innerPort: number
  /** The file with the rows that routes are made of. */
  readonly catalogue: string
  readonly bug: BugName | null
  /** Requests in flight beyond which load is shed, and the status of a refusal. */
  readonly shed: Shed | null
}

export interface Shed {
  readonly inFlight: number
  readonly status: 429 | 502 | 503 | 504
}

/** A deployment of the Platform API on a framework that nobody here wrote. */
export interface Framework {
  readonly name: string
  /** Name and version, as its registry has them. */
  readonly versions: string
  readonly from: 'npm' | 'PyPI' | 'Go modules' | 'crates.io' | 'Maven Central' | 'Debian'
  readonly language: string
  readonly bugs: readonly BugName[]
  /** Where a bug of the vocabulary has another consequence here. */
  readonly own?: Partial<Readonly<Record<BugName, Partial<Bug>>>>
  readonly sheds: readonly Shed[]
  /** Installs and builds, once; gives what is to be started for a place, in the order of starting. */
  readonly prepare: (
    surroundings: Surroundings,
  ) => Promise<(place: WorkPlace) => Promise<readonly Start[]> | readonly Start[]>
}
