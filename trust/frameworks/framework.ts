import type { Environment } from '../../load/engine/child.ts'
import type { Bug, BugName } from './bugs.ts'

/** All that a framework gets to install and build. */
export interface Surroundings {
  /** A folder that is kept between runs, for installed packages and built programs. */
  readonly cache: string
  readonly signal: AbortSignal
  readonly progress: (text: string) => void
}

/** A program of a deployment. Its environment also gets `PORT`, `CATALOGUE`, `WORLD`, `BUG` and `SHED`. */
export interface Start {
  readonly command: string
  readonly args: readonly string[]
  readonly environment?: Environment
  readonly directory?: string
}

/** The place of one started deployment: its folder, its ports, and its variant. */
export interface WorkPlace {
  /** An empty folder, deleted afterwards. */
  readonly room: string
  readonly port: number
  /** A second free port, for a service behind a gateway. */
  readonly innerPort: number
  /** The file with the operations that routes are made from. */
  readonly catalogue: string
  readonly bug: BugName | null
  /** How load is shed; null where it is not. */
  readonly shed: Shed | null
}

/** Requests beyond `inFlight` at once are refused with `status`. */
export interface Shed {
  readonly inFlight: number
  readonly status: 429 | 502 | 503 | 504
}

/** A deployment of the Platform API on a real framework. */
export interface Framework {
  readonly name: string
  /** Names and versions, as their registry has them. */
  readonly versions: string
  readonly from: 'npm' | 'PyPI' | 'Go modules' | 'crates.io' | 'Maven Central' | 'Debian'
  readonly language: string
  readonly bugs: readonly BugName[]
  /** Changes to bugs that have other consequences in this framework. */
  readonly own?: Partial<Readonly<Record<BugName, Partial<Bug>>>>
  readonly sheds: readonly Shed[]
  /** Installs and builds once. Gives a function of the programs to start at a place, in the order of their start. */
  readonly prepare: (
    surroundings: Surroundings,
  ) => Promise<(place: WorkPlace) => Promise<readonly Start[]> | readonly Start[]>
}
