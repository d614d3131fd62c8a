import type { Plan } from '../contracts/plan.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { reasonSchema } from '../evidence/judgement.ts'
import { recordedFacts } from '../evidence/results.ts'
import { census, censusSchema } from '../fixtures/catalog/catalog.ts'
import { nullable, Type, type ValueOf } from '../fixtures/schemas/type.ts'
import { loadRecordSchema, unkeptRequests } from '../load/record.ts'
import type { AskContext, AskedRun } from './ask.ts'
import { gaveUp } from './gave-up.ts'
import type { Interruption } from './interruption.ts'
import { type Memory, memorySchema } from './memory.ts'
import type { ComparableRun } from './parity.ts'
import type { Prepared } from './prepare.ts'
import { catalogHash, suiteVersion } from './version.ts'

const text = Type.String()
/** Undefined where there is nothing to say: JSON then has no such member. */
const sentence = Type.Optional(Type.Unsafe<string | undefined>(text))
const percent = Type.Optional(Type.Unsafe<number | undefined>(Type.Number({ minimum: 0, maximum: 100 })))

/** The circumstances of a run, as `recording.json` keeps them. A text is the one sentence that a user reads. */
const circumstances = Type.Object({
  /** What ended the run early: `SIGINT`, `SIGTERM`, `the parent is gone`. */
  interrupted: sentence,
  /** Why the target gave no answers: name, port, TLS, silence everywhere. */
  unreachable: sentence,
  /** What is wrong with the files of the run: a report could not be written, or some held a credential. */
  spoiled: sentence,
  /** `--min-exercised`: percent of the questions. */
  minExercised: percent,
  /** `--min-judged`: percent of the operations. @default 50 */
  minJudged: percent,
  /** True where the run puts contract checks to the target. */
  asksContracts: Type.Boolean(),
  /** `--check`: ids or their beginnings; absent where all are asked. */
  checks: Type.Optional(Type.Unsafe<readonly string[] | undefined>(Type.Array(text))),
})
export type Circumstances = ValueOf<typeof circumstances>

/** `recording.json`, as any version of the suite wrote it: what judging needs beside plan and exchanges. */
export const recordingSchema = Type.Object({
  /** Absent where the first version of the suite wrote the file. */
  schemaVersion: Type.Optional(Type.Literal(1)),
  run: recordedFacts,
  catalog: censusSchema,
  circumstances,
  unsent: Type.Record(text, reasonSchema),
  /** The operations of `--exclude`: a replay of this run leaves them out too. */
  excluded: Type.Optional(Type.Array(text)),
  /** The id of the run on development in `parity/`, where a cutover asked it before. */
  development: Type.Optional(text),
  /** How many exchanges were kept; of load not all are. Absent where every request was kept. */
  exchanges: Type.Optional(Type.Integer({ minimum: 0 })),
  load: nullable(loadRecordSchema),
  /** Absent where the first version of the suite wrote the file. */
  memory: Type.Optional(memorySchema),
})
export type Recording = ValueOf<typeof recordingSchema> & { readonly memory: Memory }

/** What judging reads: the plan, and all that came of it. */
export interface RecordedRun {
  readonly plan: Plan
  readonly recording: Recording
  readonly exchanges: readonly Exchange[]
  /** The run on development before a cutover, to be compared with. */
  readonly twin?: ComparableRun
}

function under({ recording, ...run }: RecordedRun, more: Partial<Circumstances>): RecordedRun {
  return { ...run, recording: { ...recording, circumstances: { ...recording.circumstances, ...more } } }
}

/** The run with a sentence about trouble with its files: it is then not to be trusted. */
export const spoiledBy = (run: RecordedRun, spoiled: string) => under(run, { spoiled })

/** The run, as interrupted where a signal came after it was recorded. */
export function interruptedBy(run: RecordedRun, { reason }: Pick<Interruption, 'reason'>): RecordedRun {
  const interrupted = run.recording.circumstances.interrupted ?? reason() ?? undefined
  return interrupted === run.recording.circumstances.interrupted ? run : under(run, { interrupted })
}

/** What is known of a run before its first request. */
export function runFactsOf(
  { options: { profile }, target: { name: target, policy }, catalogue }: Prepared,
  id: string,
) {
  return { id, profile, target, policy, suiteVersion, catalogHash: catalogHash(catalogue.operations) }
}

/** Everything that judging needs of a run, as plain data. */
export function recordedRun(
  prepared: Prepared,
  { contracts, load }: AskedRun,
  exchanges: readonly Exchange[],
  place: Pick<AskContext, 'id' | 'interruption'> &
    Pick<RecordedRun, 'twin'> &
    Readonly<Record<'startedAt' | 'finishedAt', Date>>,
): RecordedRun {
  const { id, interruption, startedAt, finishedAt, twin } = place
  const { options, environment, target, plan, catalogue, redact, memory } = prepared
  const { baseUrl } = target.known
  const stopped = contracts?.stopped ?? null
  const recording: Recording = {
    schemaVersion: 1,
    run: {
      ...runFactsOf(prepared, id),
      baseUrl,
      seed: plan.facts.seed,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
      durationMs: finishedAt.getTime() - startedAt.getTime(),
      requests: exchanges.length + (load === null ? 0 : unkeptRequests(load, exchanges)),
      ...(contracts?.pace == null ? {} : { pace: contracts.pace }),
    },
    catalog: census(catalogue.operations),
    circumstances: {
      interrupted: interruption.reason() ?? undefined,
      unreachable: stopped === null ? undefined : redact(gaveUp(stopped, baseUrl, exchanges, environment)),
      minExercised: options.minExercised ?? undefined,
      minJudged: options.minJudged,
      asksContracts: plan.questions.length > 0,
      checks: options.check.length === 0 ? undefined : options.check,
    },
    unsent: contracts?.unsent ?? {},
    ...(options.exclude.length === 0 ? {} : { excluded: options.exclude }),
    ...(twin === undefined ? {} : { development: twin.id }),
    exchanges: exchanges.length,
    load,
    memory,
  }
  return { plan, recording, exchanges }
}
