import type { Plan } from '../contracts/plan.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { recordedFacts } from '../evidence/results.ts'
import { census, censusSchema } from '../fixtures/catalog/catalog.ts'
import { nullable, Type, type ValueOf } from '../fixtures/schemas/type.ts'
import { loadRecordSchema, unkeptRequests } from '../load/record.ts'
import type { AskedRun } from './ask.ts'
import { count, reason } from './borders/parts.ts'
import { gaveUp } from './gave-up.ts'
import type { Interruption } from './interruption.ts'
import { type Memory, memorySchema } from './memory.ts'
import type { ComparableRun } from './parity.ts'
import type { Prepared } from './prepare.ts'
import { catalogHash, suiteVersion } from './version.ts'

const text = Type.String()
/** Undefined where nothing is told: JSON has no such member then. */
const sentence = Type.Optional(Type.Unsafe<string | undefined>(text))
const percent = Type.Optional(Type.Unsafe<number | undefined>(Type.Number({ minimum: 0, maximum: 100 })))

/** What befell a run besides its findings, as `recording.json` keeps it. A text is the one sentence that a user reads. */
const circumstances = Type.Object({
  /** What ended the run early: `SIGINT`, `SIGTERM`, `the parent is gone`. */
  interrupted: sentence,
  /** Why the target gave no answers: name, port, TLS, silence everywhere. */
  unreachable: sentence,
  /** What is wrong with the files of the run: a credential stood in some. */
  spoiled: sentence,
  /** `--min-exercised`, percent of the questions. */
  minExercised: percent,
  /** `--min-judged`, percent of the operations. @default 50 */
  minJudged: percent,
  /** True where the run puts contract checks to the target. */
  asksContracts: Type.Boolean(),
})
export type Circumstances = ValueOf<typeof circumstances>

/** What a run keeps beside plan and exchanges, so that it can be judged again: `recording.json`, as any version of the suite wrote it. */
export const recordingSchema = Type.Object({
  /** Absent where a first version of the suite wrote it. */
  schemaVersion: Type.Optional(Type.Literal(1)),
  run: recordedFacts,
  catalog: censusSchema,
  circumstances,
  unsent: Type.Record(text, reason),
  /** What `--exclude` named: whoever asks of this run again touches none of it either. */
  excluded: Type.Optional(Type.Array(text)),
  /** How many exchanges were kept; of load not all are. Absent where all were. */
  exchanges: Type.Optional(count),
  load: nullable(loadRecordSchema),
  /** Absent where a first version of the suite wrote it. */
  memory: Type.Optional(memorySchema),
})
export type Recording = ValueOf<typeof recordingSchema> & { readonly memory: Memory }

/** What judging takes: all that was planned and all that came of it. */
export interface RecordedRun {
  readonly plan: Plan
  readonly recording: Recording
  readonly exchanges: readonly Exchange[]
  /** What development was answered before a cutover, to be compared with. */
  readonly twin?: ComparableRun
}

/** The same of a run of whose files something is wrong, in a sentence: it is not to be trusted. */
export function spoiledBy(run: RecordedRun, spoiled: string): RecordedRun {
  const { recording } = run
  return { ...run, recording: { ...recording, circumstances: { ...recording.circumstances, spoiled } } }
}

/** What befell the run besides its findings: the exit code depends on it. */
function circumstancesOf(
  { options, environment, target, plan, redact }: Prepared,
  { contracts }: AskedRun,
  exchanges: readonly Exchange[],
  interruption: Interruption,
): Circumstances {
  const reason = contracts?.stopped ?? null
  return {
    interrupted: interruption.reason() ?? undefined,
    unreachable: reason === null ? undefined : redact(gaveUp(reason, target.known.baseUrl, exchanges, environment)),
    minExercised: options.minExercised ?? undefined,
    minJudged: options.minJudged,
    asksContracts: plan.questions.length > 0,
  }
}

/** Everything of a run that judging needs, as plain data. */
export function recordedRun(
  prepared: Prepared,
  asked: AskedRun,
  exchanges: readonly Exchange[],
  { id, startedAt, finishedAt }: { readonly id: string; readonly startedAt: Date; readonly finishedAt: Date },
  interruption: Interruption,
): RecordedRun {
  const { options, target, plan, catalogue } = prepared
  const recording: Recording = {
    schemaVersion: 1,
    run: {
      id,
      profile: options.profile,
      target: target.name,
      baseUrl: target.known.baseUrl,
      policy: target.policy,
      seed: plan.facts.seed,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
      durationMs: finishedAt.getTime() - startedAt.getTime(),
      requests: exchanges.length + (asked.load === null ? 0 : unkeptRequests(asked.load, exchanges)),
      ...(asked.contracts?.pace == null ? {} : { pace: asked.contracts.pace }),
      suiteVersion,
      catalogHash: catalogHash(catalogue.operations),
    },
    catalog: census(catalogue.operations),
    circumstances: circumstancesOf(prepared, asked, exchanges, interruption),
    unsent: asked.contracts?.unsent ?? {},
    ...(options.exclude.length === 0 ? {} : { excluded: options.exclude }),
    exchanges: exchanges.length,
    load: asked.load,
    memory: prepared.memory,
  }
  return { plan, recording, exchanges }
}
