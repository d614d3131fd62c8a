/** Why the experiment on a limiter sent a request. `recovery` measures when the limit lets go: it keeps no Retry-After. */
const probePhases = ['burst', 'singles', 'groups', 'recovery', 'drain', 'shape'] as const
export type ProbePhase = (typeof probePhases)[number]

/** Whom else a limit might refuse (O17): the same key on another product, or another key. */
export type Bystander = 'product' | 'key'

/** A member of the union for each of the phases. */
type In<Phases extends string, Members> = Phases extends string ? { readonly phase: Phases } & Members : never

interface InTrial {
  /** 1 to 3: the trial that it belongs to. */
  readonly round: number
}

/** Times in milliseconds, from when the refusal had come. */
interface AfterWait extends InTrial {
  readonly waitedMs: number
}

/**
 * Why a trial of the limit sent a request (O14 to O17).
 * - `rest`: one at a time, nothing else in flight
 * - `burst`: many at once; `step` counts the steps of the whole run
 * - `alone`: one at a time until one is turned away; asked where a burst was turned away without 429
 * - `scope`: by somebody else while refused; `control`: to the limited operation right after that
 * - `early`: into a wait that is longer than the budget, to see whether it means what it says (O15)
 * - `recovery`: once, after the wait that was told; `poll`: after a wait of our own, where none was told
 */
export type TrialFacts =
  | In<'rest' | 'alone' | 'control', InTrial>
  | In<'burst', InTrial & { readonly step: number }>
  | In<'scope', InTrial & { readonly whom: Bystander }>
  | In<'early' | 'recovery', AfterWait & { readonly toldMs: number }>
  | In<'poll', AfterWait>

/** Why a load scenario sent a request: in a trial, in the experiment on the limiter or its votes, or in its turn. */
export type PhaseFacts =
  | TrialFacts
  | In<'experiment', { readonly round: number; readonly part: ProbePhase }>
  | In<'vote', { readonly variant: string }>
  | In<'turn', { readonly turn: number }>

export type Phase = PhaseFacts['phase']

/** What a load scenario adds to an exchange for its judge. Never a secret. */
export type LoadFacts = PhaseFacts & {
  readonly scenario: string
  /** k6's own timing, from sending to the last byte, milliseconds. */
  readonly durationMs: number
}

type Holds = (value: unknown) => boolean
const number: Holds = (value) => typeof value === 'number'
const text: Holds = (value) => typeof value === 'string'
const oneOf =
  (words: readonly string[]): Holds =>
  (value) =>
    typeof value === 'string' && words.includes(value)

type MembersOf<P extends Phase> = Exclude<keyof Extract<PhaseFacts, { readonly phase: P }>, 'phase'>

/** What the facts of each phase hold: one that is missing does not compile. */
const members: { readonly [P in Phase]: Readonly<Record<MembersOf<P>, Holds>> } = {
  rest: { round: number },
  burst: { round: number, step: number },
  alone: { round: number },
  scope: { round: number, whom: oneOf(['product', 'key'] satisfies readonly Bystander[]) },
  control: { round: number },
  early: { round: number, toldMs: number, waitedMs: number },
  recovery: { round: number, toldMs: number, waitedMs: number },
  poll: { round: number, waitedMs: number },
  experiment: { round: number, part: oneOf(probePhases) },
  vote: { variant: text },
  turn: { turn: number },
}

/** Facts as they came over a pipe or out of a file; null where they are none. */
export function readLoadFacts(value: unknown): LoadFacts | null {
  if (typeof value !== 'object' || value === null) return null
  const given: Readonly<Record<string, unknown>> = { ...value }
  const { phase, scenario, durationMs } = given
  if (!(text(scenario) && number(durationMs) && typeof phase === 'string' && Object.hasOwn(members, phase))) return null
  const wanted = Object.entries(members[phase as Phase])
  return wanted.every(([name, holds]) => holds(given[name])) ? (value as LoadFacts) : null
}
