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
export const limitedBy = ['everybody', 'credential', 'product', 'credential and product', 'operation'] as const
export type LimitedBy = (typeof limitedBy)[number]

/** How a limit that contracts met was kept at the end. */
export interface KeptPace {
  /** Whom it concerns; several where that did not come out, the most probable first. */
  readonly each: readonly LimitedBy[]
  /** What each of these was sent: little less than is permitted, as far as refusals have taught. */
  readonly requestsPerSecond: number
}

/** The facts of a run. */
export interface RunFacts {
  readonly id: string
  readonly profile: Profile
  readonly target: TargetName
  readonly baseUrl: string
  readonly policy: PolicyName
  readonly seed: number
  /** ISO 8601. */
  readonly startedAt: string
  readonly finishedAt: string
  readonly durationMs: number
  readonly exitCode: ExitCode
  /** How the exit code came about, in a sentence. */
  readonly outcome: string
  /** O20: of a pass, what nobody should take it for; it stands in the sentence too. Absent where there is nothing such. */
  readonly besides?: readonly string[]
  /** O20: how many of the selected operations had a question decided by a check that may be violated. */
  readonly judged: { readonly operations: number; readonly of: number }
  /** Requests sent, every attempt counted, load included. */
  readonly requests: number
  /** Absent where contracts met no limit, or none whose rate was learned. */
  readonly pace?: KeptPace
  readonly suiteVersion: string
  readonly catalogHash: string
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
  readonly catalog: {
    readonly claimed: number
    readonly listed: number
    readonly extended: number
    readonly unlisted: readonly { readonly product: string | null; readonly count: number; readonly why: string }[]
  }
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
