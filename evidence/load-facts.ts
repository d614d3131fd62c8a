import type { Static, TObject, TProperties } from 'typebox'
import { Type } from '../fixtures/schemas/type.ts'

/** Why the experiment on a limiter sent a request. `recovery` measures when the limit lets go: it keeps no Retry-After. */
const probePhases = ['burst', 'singles', 'groups', 'recovery', 'drain', 'shape'] as const
export type ProbePhase = (typeof probePhases)[number]

/** Whom else a limit might refuse (O17): the same key on another product, or another key. */
const bystanders = ['product', 'key'] as const
export type Bystander = (typeof bystanders)[number]

const number = Type.Number()
/** 1 to 3: the trial that it belongs to. */
const inTrial = { round: number }
/** Milliseconds from when the refusal had come. */
const afterWait = { ...inTrial, waitedMs: number }

/**
 * Why a trial of the limit sent a request (O14 to O17), and what is said of it.
 * - `rest`: one at a time, nothing else in flight
 * - `burst`: many at once; `step` counts the steps of the whole run
 * - `alone`: one at a time until one is turned away; asked where a burst was turned away without 429
 * - `scope`: by somebody else while refused; `control`: to the limited operation right after that
 * - `early`: into a wait that is longer than the budget, to see whether it means what it says (O15)
 * - `recovery`: once, after the wait that was told; `poll`: after a wait of our own, where none was told
 */
const trialPhases = {
  rest: inTrial,
  burst: { ...inTrial, step: number },
  alone: inTrial,
  scope: { ...inTrial, whom: Type.Enum(bystanders) },
  control: inTrial,
  early: { ...afterWait, toldMs: number },
  recovery: { ...afterWait, toldMs: number },
  poll: afterWait,
}

/** Why a load scenario sent a request: in a trial, in the experiment on the limiter or its votes, or in its turn. */
const phases = {
  ...trialPhases,
  experiment: { round: number, part: Type.Enum(probePhases) },
  vote: { variant: Type.String() },
  turn: { turn: number },
}

type FactsIn<Phases extends Readonly<Record<string, TProperties>>> = {
  [P in keyof Phases]: { readonly phase: P } & Readonly<Static<TObject<Phases[P]>>>
}[keyof Phases]

export type TrialFacts = FactsIn<typeof trialPhases>
export type PhaseFacts = FactsIn<typeof phases>
export type Phase = PhaseFacts['phase']

/** What a load scenario adds to an exchange for its judge. Never a secret. */
export type LoadFacts = PhaseFacts & {
  readonly scenario: string
  /** k6's own timing, from sending to the last byte, milliseconds. */
  readonly durationMs: number
}

/** The same as it comes over a pipe. */
export const loadFactsSchema = Type.Union(
  Object.entries(phases).map(([phase, members]) =>
    Type.Object({ phase: Type.Literal(phase), scenario: Type.String(), durationMs: number, ...members }),
  ),
)
