import type { Census } from '../fixtures/catalog/catalog.ts'
import { Type, type ValueOf } from '../fixtures/schemas/type.ts'
import type { Finding } from './finding.ts'
import type { LoadResults } from './load-results.ts'
import type { Verdict } from './verdict.ts'

/** The policies: what may be sent to a target (docs/policy.md). */
export const policyNames = ['full', 'safe'] as const
export type PolicyName = (typeof policyNames)[number]
export const profiles = ['nightly', 'gate', 'cutover'] as const
export type Profile = (typeof profiles)[number]
export const targetNames = ['embedded', 'development', 'production'] as const
export type TargetName = (typeof targetNames)[number]

/** 0: judged, no violation. 1: violation. 2: no trustworthy answer. 130: interrupted. */
export type ExitCode = 0 | 1 | 2 | 130

/** True for a run that ended and can be trusted. Exit codes 2 and 130 are gaps in the history. */
export function isTrusted({ exitCode }: { readonly exitCode: ExitCode }): boolean {
  return exitCode === 0 || exitCode === 1
}

/** For whom a limit keeps one count. */
const limitedBy = ['everybody', 'credential', 'product', 'credential and product', 'operation'] as const
export type LimitedBy = (typeof limitedBy)[number]

/** The pace that the contract half kept at the end, after it had met a limit. */
const keptPace = Type.Object({
  /** The scope of the limit; several where the run could not tell, the most probable first. */
  each: Type.Array(Type.Enum(limitedBy), { minItems: 1 }),
  /** Requests a second to each scope: a little less than the limit permits, as far as refusals have taught. */
  requestsPerSecond: Type.Number({ exclusiveMinimum: 0 }),
})
export type KeptPace = ValueOf<typeof keptPace>

const text = Type.String()

/** The facts of a run before it is judged. */
export const recordedFacts = Type.Object({
  id: text,
  profile: Type.Enum(profiles),
  target: Type.Enum(targetNames),
  baseUrl: Type.String({ pattern: '^https?://' }),
  policy: Type.Enum(policyNames),
  seed: Type.Integer(),
  startedAt: Type.String({ format: 'date-time' }),
  finishedAt: Type.String({ format: 'date-time' }),
  durationMs: Type.Number({ minimum: 0 }),
  /** Requests sent: every attempt counts, load included. */
  requests: Type.Integer({ minimum: 0 }),
  /** Absent where contracts met no limit, or could not learn its rate. */
  pace: Type.Optional(keptPace),
  suiteVersion: text,
  catalogHash: text,
})

export interface RunFacts extends ValueOf<typeof recordedFacts> {
  readonly exitCode: ExitCode
  /** The reason for the exit code, in a sentence. */
  readonly outcome: string
  /** O20: what a pass does not prove; `outcome` names it too. Absent where there is nothing to say. */
  readonly besides?: readonly string[]
  /** O20: how many of the selected operations have a question decided by a check that may violate. */
  readonly judged: { readonly operations: number; readonly of: number }
}

/** Numbers of findings by verdict; their sum is what was planned. `known` is a part of `violation`. */
type Summary = Readonly<Record<Verdict, number>> & { readonly known?: number }

/** Differences from earlier runs on the same target, as ids of findings. */
export interface Changes {
  /** The last run of this profile and target that ended with 0 or 1; null where there is none. */
  readonly comparedWith: string | null
  readonly new: readonly string[]
  readonly fixed: readonly string[]
  readonly still: readonly string[]
  /** Changed between violation and no violation at least twice in the last ten runs that judged it. */
  readonly unstable: readonly string[]
}

/** Entries of `known-findings.json` that the team must correct. They say nothing about the service. */
export interface KnownTrouble {
  /** Entries whose finding passes now. */
  readonly stale: readonly string[]
  /** Entries whose date is over. */
  readonly expired: readonly string[]
  /** Entries whose finding no run can have. Only whole runs report them. */
  readonly unmatched: readonly string[]
}

/** The ids of the runs with which the observations were compared. A member is absent where no comparison was made. */
export interface Compared {
  /** The run from which the baseline was accepted. */
  readonly baseline?: string
  /** In a cutover: the run that asked development the same. */
  readonly development?: string
}

/** `results.json`: fields may be added, never renamed. Its JSON Schema is `reports/results.schema.json`. */
export interface Results {
  readonly schemaVersion: 1
  readonly run: RunFacts
  readonly catalog: Census
  readonly summary: Summary
  readonly findings: readonly Finding[]
  /** What the run observed where the specification is silent, by subject; stable between runs. */
  readonly observations: Readonly<Record<string, unknown>>
  readonly load: LoadResults
  /** Absent where no history is read. */
  readonly changes?: Changes
  /** Absent where the observations were compared with no run. */
  readonly compared?: Compared
  /** Absent where no known findings are read. */
  readonly known?: KnownTrouble
}
