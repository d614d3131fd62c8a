import type { Answer } from '../answer.ts'
import type { CodePlaces, PlacedCode } from '../error-code.ts'
import type { Outcome } from '../outcome.ts'
import type { InTurn } from './in-turn.ts'
import type { KeyValidity } from './revocation.ts'
import type { Shedding } from './shedding.ts'
import type { TurnedAway } from './turned-away.ts'
import type { Witnesses } from './witnesses.ts'

/** What a run taught of a deployment where the specification is silent; made once, before the first judgement. */
export interface Learned {
  readonly codePlaces: CodePlaces
  readonly codeOf: (answer: Answer) => PlacedCode
  /** The answers of unknown routes to this kind of probe, in sets by place; empty where those of its own group told nothing. */
  readonly unknownFor: (asked: Pick<Outcome, 'probe'>) => readonly (readonly Answer[])[]
  /** O1: answers that unknown routes get in turn. */
  readonly comeInTurn: InTurn
  /** O10: true where the eligible key is refused everywhere; null where only a part was asked, and that could not tell. */
  readonly keyRefused: boolean | null
  /** O10: the time in which the own key was accepted. */
  readonly keyValid: KeyValidity
  /** O10: the times in which clients were turned away, in order. */
  readonly turnedAway: readonly TurnedAway[]
  /** What OPTIONS without a key shows of paths. */
  readonly witnesses: Witnesses
  /** True where everything is redirected elsewhere: the base address is wrong (O5c). */
  readonly isMoved: boolean
  /** The load shedding that the run met, or null. */
  readonly shedding: Shedding | null
  /** True where at least one operation, listed or not, answered. */
  readonly anyAnswer: boolean
}
