import type { Census } from '../fixtures/catalog/catalog.ts'
import { Type, type ValueOf } from '../fixtures/schemas/type.ts'
import type { Finding } from './finding.ts'
import type { LoadResults } from './load-results.ts'
import type { Verdict } from './verdict.ts'

/** What may be sent to a target (docs/policy.md). */
export const policyNames = ['full', 'safe'] as const
export type PolicyName = (typeof policyNames)[number]
export const profiles = ['nightly', 'gate', 'cutover'] as const
export type Profile = (typeof profiles)[number]
export const targetNames = ['embedded', 'development', 'production'] as const
export type TargetName = (typeof targetNames)[number]

/** 0 judged, no violation; 1 violation; 2 no trustworthy answer; 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 130

/** Only a run that came to its end and is to be trusted judged anything: exit 2 and 130 are gaps. */
export function isTrusted({ exitCode }: { readonly exitCode: ExitCode }): boolean {
  return exitCode === 0 || exitCode === 1
}

/** Whom one count of a limit is for. */
const limitedBy = ['everybody', 'credential', 'product', 'credential and product', 'operation'] as const
export type LimitedBy = (typeof limitedBy)[number]

/** How a limit that contracts met was kept at the end. */
const keptPace = Type.Object({
  /** Whom it concerns; several where that did not come out, the most probable first. */
  each: Type.Array(Type.Enum(limitedBy), { minItems: 1 }),
  /** What each of these was sent: little less than is permitted, as far as refusals have taught. */
  requestsPerSecond: Type.Number({ exclusiveMinimum: 0 }),
})
export type KeptPace = ValueOf<typeof keptPace>

const text = Type.String()

/** What is known of a run before it is judged. */
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
  /** Requests sent, every attempt counted, load included. */
  requests: Type.Integer({ minimum: 0 }),
  /** Absent where contracts met no limit, or none whose rate was learned. */
  pace: Type.Optional(keptPace),
  suiteVersion: text,
  catalogHash: text,
})

export interface RunFacts extends ValueOf<typeof recordedFacts> {
  readonly exitCode: ExitCode
  /** How the exit code came about, in a sentence. */
  readonly outcome: string
  /** O20: of a pass, what nobody should take it for; it stands in the sentence too. Absent where there is nothing such. */
  readonly besides?: readonly string[]
  /** O20: how many of the selected operations had a question decided by a check that may be violated. */
  readonly judged: { readonly operations: number; readonly of: number }
}

/** Findings by verdict: planned is their sum. `known` is a part of `violation`. */
type Summary = Readonly<Record<Verdict, number>> & { readonly known?: number }

/** What differs from earlier runs on the same target, as identifiers of findings. */
export interface Changes {
  /** The last run of this profile and target that ended with 0 or 1; null where there is none. */
  readonly comparedWith: string | null
  readonly new: readonly string[]
  readonly fixed: readonly string[]
  readonly still: readonly string[]
  /** Changed sides at least twice in the last ten runs that judged it. */
  readonly unstable: readonly string[]
}

/** Entries of `known-findings.json` that need a hand: it is about our file, not about the service. */
export interface KnownTrouble {
  /** Their finding passes now. */
  readonly stale: readonly string[]
  /** Their date is over. */
  readonly expired: readonly string[]
  /** No run can have their finding; said by whole runs alone. */
  readonly unmatched: readonly string[]
}

/** `results.json`: fields may be added, never renamed. Its JSON Schema is `reports/results.schema.json`. */
export interface Results {
  readonly schemaVersion: 1
  readonly run: RunFacts
  readonly catalog: Census
  readonly summary: Summary
  readonly findings: readonly Finding[]
  /** What was learned where the specification is silent, by subject; stable between runs. */
  readonly observations: Readonly<Record<string, unknown>>
  readonly load: LoadResults
  /** Absent where no history is read. */
  readonly changes?: Changes
  /** Absent where no known findings are read. */
  readonly known?: KnownTrouble
}
