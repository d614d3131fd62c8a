import { censusSchema } from '../fixtures/catalog/catalog.ts'
import { described, eachOf, nullable, optional, Type, type ValueOf } from '../fixtures/schemas/type.ts'
import { findingSchema, idSchema } from './finding.ts'
import { loadResultsSchema } from './load-results.ts'
import { verdicts } from './verdict.ts'

/** The policies: what may be sent to a target (docs/policy.md). */
export const policyNames = ['full', 'safe'] as const
export type PolicyName = (typeof policyNames)[number]
export const profiles = ['nightly', 'gate', 'cutover'] as const
export type Profile = (typeof profiles)[number]
export const targetNames = ['embedded', 'development', 'production'] as const
export type TargetName = (typeof targetNames)[number]

/** 0: judged, no violation. 1: violation. 2: no trustworthy answer. 130: interrupted. */
export const exitCodes = [0, 1, 2, 130] as const
export type ExitCode = (typeof exitCodes)[number]

/** True for a run that ended and can be trusted. Exit codes 2 and 130 are gaps in the history. */
export function isTrusted({ exitCode }: { readonly exitCode: ExitCode }): boolean {
  return exitCode === 0 || exitCode === 1
}

/** For whom a limit keeps one count. */
const limitedBy = ['everybody', 'credential', 'product', 'credential and product', 'operation'] as const
export type LimitedBy = (typeof limitedBy)[number]

/** The pace that the contract half kept at the end, after it had met a limit. */
const keptPace = Type.Object({
  each: described(
    Type.Array(Type.Enum(limitedBy), { minItems: 1 }),
    'Whom the limit concerns; several where that did not come out, the most probable first.',
  ),
  requestsPerSecond: described(
    Type.Number({ exclusiveMinimum: 0 }),
    'What each of these was sent: little less than is permitted, as far as refusals have taught.',
  ),
})
export type KeptPace = ValueOf<typeof keptPace>

const text = Type.String()
const count = Type.Integer({ minimum: 0 })
const ids = Type.Array(idSchema)

/** The facts of a run before it is judged. */
export const recordedFacts = Type.Object({
  id: Type.String({ minLength: 1 }),
  profile: Type.Enum(profiles),
  target: Type.Enum(targetNames),
  baseUrl: Type.String({ pattern: '^https?://' }),
  policy: Type.Enum(policyNames),
  seed: Type.Integer(),
  startedAt: Type.String({ format: 'date-time' }),
  finishedAt: Type.String({ format: 'date-time' }),
  durationMs: Type.Number({ minimum: 0 }),
  requests: described(count, 'Requests sent: every attempt counts, load included.'),
  pace: optional(keptPace, 'How a limit was kept at the end. Absent where contracts met none whose rate was learned.'),
  suiteVersion: text,
  catalogHash: text,
})

/** The facts of a run, its judgement included. For `besides` and `judged` see O20. */
const runFacts = Type.Object({
  ...recordedFacts.properties,
  exitCode: Type.Enum(exitCodes),
  outcome: described(text, 'How the exit code came about, in a sentence.'),
  besides: optional(
    Type.Array(text, { minItems: 1 }),
    'Of a pass, what nobody should take it for; it stands in the sentence too. Absent where there is nothing such.',
  ),
  judged: described(
    Type.Object({ operations: count, of: count }),
    'How many of the selected operations had a question decided by a check that may be violated.',
  ),
})
export type RunFacts = ValueOf<typeof runFacts>

/** Numbers of findings by verdict; their sum is what was planned. */
const summary = Type.Object({ ...eachOf(verdicts, count), known: optional(count, 'A part of violation.') })

const changes = Type.Object({
  comparedWith: described(nullable(text), 'The last run of this profile and target that ended with 0 or 1, if any.'),
  ...eachOf(['new', 'fixed', 'still'], ids),
  unstable: described(ids, 'Became violations, or ceased to be, twice or more in the last ten runs that judged them.'),
})
export type Changes = ValueOf<typeof changes>

/** Entries of `known-findings.json` that the team must correct. They say nothing about the service. */
const knownTrouble = Type.Object({
  stale: described(ids, 'Of entries whose finding passes now.'),
  expired: described(ids, 'Of entries whose date is over.'),
  unmatched: described(ids, 'Of entries whose finding no run can have. Only whole runs tell.'),
})
export type KnownTrouble = ValueOf<typeof knownTrouble>

const compared = Type.Object(
  {
    baseline: optional(text, 'The one that the baseline was accepted from.'),
    development: optional(text, 'In a cutover, the one that asked development the same.'),
  },
  { minProperties: 1 },
)
export type Compared = ValueOf<typeof compared>

/** `results.json`. `npm run docs` writes it as `reports/results.schema.json`, for readers of other languages. */
export const resultsSchema = Type.Object(
  {
    schemaVersion: Type.Literal(1),
    run: runFacts,
    catalog: censusSchema,
    summary,
    findings: Type.Array(findingSchema),
    observations: described(
      Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' }),
      'What was learned where the specification is silent, by subject; stable between runs.',
    ),
    changes: optional(changes, 'What differs from earlier runs on the same target; absent where no history is read.'),
    compared: optional(compared, 'The runs with which observations were compared. What is absent was not compared.'),
    known: optional(knownTrouble, 'Entries of known-findings.json that need a hand; absent where none is read.'),
    load: loadResultsSchema,
  },
  {
    $id: 'urn:platform-api-suite:results:1',
    title: 'The result of a run of the Platform API suite',
    description: 'results.json. Fields may be added, never renamed: readers ignore what they do not know.',
  },
)
export type Results = ValueOf<typeof resultsSchema>
