import type { Static, TObject, TProperties } from 'typebox'
import { Type } from '../fixtures/schemas/type.ts'

/** Why the experiment on a limiter sent a request. `recovery` measures when the limit ends, whatever Retry-After says. */
const probePhases = ['burst', 'singles', 'groups', 'recovery', 'drain', 'shape'] as const
export type ProbePhase = (typeof probePhases)[number]

/** Whom else a limit might refuse (O17): the same key on another product, or another key. */
const bystanders = ['product', 'key'] as const
export type Bystander = (typeof bystanders)[number]

const number = Type.Number()
/** The number of the trial, 1 to 3. */
const inTrial = { round: number }
/** `waitedMs`: milliseconds since the refusal came. */
const afterWait = { ...inTrial, waitedMs: number }

/**
 * Why a trial of the limit sent a request (O14 to O17), and the facts of each phase.
 * - `rest`: one at a time, nothing else in flight
 * - `burst`: many at once; `step` counts the steps of the whole run
 * - `alone`: one at a time until one is refused; asked where a burst was refused without 429
 * - `scope`: from a bystander while the limit is on; `control`: to the limited operation right after that
 * - `early`: before the end of a wait that is longer than the budget, to see whether the wait is overstated (O15)
 * - `recovery`: once, after the told wait; `poll`: after a wait of our own, where the refusal told none
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

/** Why a load scenario sent a request: a trial, the experiment on a limiter, a vote, or the next turn of a scenario. */
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

/** What a load scenario says about an exchange, for its judge. Never a secret. */
export type LoadFacts = PhaseFacts & {
  readonly scenario: string
  /** k6's own timing, from sending to the last byte, milliseconds. */
  readonly durationMs: number
}

/** The schema of these facts as they come over a pipe. */
export const loadFactsSchema = Type.Union(
  Object.entries(phases).map(([phase, members]) =>
    Type.Object({ phase: Type.Literal(phase), scenario: Type.String(), durationMs: number, ...members }),
  ),
)
