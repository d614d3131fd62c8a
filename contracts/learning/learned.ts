import type { Answer } from '../answer.ts'
import type { Outcome } from '../outcome.ts'
import type { CodePlaces, PlacedCode } from './code-places.ts'
import type { KeyValidity } from './revocation.ts'
import type { Shedding } from './shedding.ts'
import type { TurnedAway } from './turned-away.ts'
import type { Witnesses } from './witnesses.ts'

/** What a run taught of a deployment where the specification is silent; made once, before the first judgement. */
export interface Learned {
  readonly codePlaces: CodePlaces
  readonly codeOf: (answer: Answer) => PlacedCode
  /** How routes that nobody lists answered this very kind of probe, by where they stand; empty where its group's told nothing. */
  readonly unknownFor: (outcome: Outcome) => readonly (readonly Answer[])[]
  /** O10: the eligible key is refused everywhere; null where not everything was asked, and nothing that was could tell. */
  readonly keyRefused: boolean | null
  /** O10: from when on, and until when, the own key was accepted. */
  readonly keyValid: KeyValidity
  /** O10: when whoever asked was turned away, the first time first. */
  readonly turnedAway: readonly TurnedAway[]
  /** What OPTIONS without a key shows of paths. */
  readonly witnesses: Witnesses
  /** Everything is redirected elsewhere: the base address is wrong (O5c). */
  readonly isMoved: boolean
  /** What was met of load shedding, or null. */
  readonly shedding: Shedding | null
  /** True where at least one operation, listed or not, answered. */
  readonly anyAnswer: boolean
}
