import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { threadId } from 'node:worker_threads'
import { brotliDecompressSync } from 'node:zlib'
import { factsOf } from '../../contracts/facts.ts'
import type { Plan } from '../../contracts/plan.ts'
import { makePlan } from '../../contracts/planning/make-plan.ts'
import type { Exchange } from '../../evidence/exchange.ts'
import type { Results } from '../../evidence/results.ts'
import { serviceSettings } from '../../fixtures/service/credentials.ts'
import { judgeRun } from '../../run/judge.ts'
import { knockAlone } from '../../run/prepare.ts'
import { withMemory } from '../../run/read-run.ts'
import type { Recording } from '../../run/record.ts'
import { resultsOf } from '../../run/results.ts'
import { readKnown } from '../../run/settings/settings.ts'
import { embeddedKnown } from '../../run/target.ts'
import { everything } from '../matrix/contract-run.ts'

/** The runs that reports are tested on. `record.ts` makes their recordings. */
export const recordingNames = ['healthy', 'broken', 'limited', 'cutover', 'interrupted', 'unanswered'] as const
export type RecordingName = (typeof recordingNames)[number]

/** A run as the report formats get it. */
export interface ReportedRun {
  readonly results: Results
  readonly exchanges: ReadonlyMap<string, Exchange>
}

const judged = new Map<RecordingName, ReportedRun>()

/** The folder through which the workers of one test run share judged runs (vitest.config.ts). */
const shared = process.env['JUDGED_RUNS']

/** A recorded run, judged by the current judges. Throws where the recording no longer fits the plan. */
export function reportedRun(name: RecordingName): ReportedRun {
  const known = judged.get(name)
  if (known !== undefined) return known
  const run = readShared(name) ?? judgedRun(readRecording(name), name)
  judged.set(name, run)
  return run
}

function readShared(name: RecordingName): ReportedRun | null {
  if (shared === undefined) return null
  const file = join(shared, name)
  if (existsSync(file)) return deserialize(readFileSync(file)) as ReportedRun
  const run = judgedRun(readRecording(name), name)
  const own = `${file}-${threadId}`
  writeFileSync(own, serialize(run))
  renameSync(own, file)
  return run
}

/** The file of a recording. Its first line is `recording.json`, each further line an exchange. */
export function recordingFile(name: RecordingName): URL {
  return new URL(`${name}.ndjson.br`, import.meta.url)
}

function readRecording(name: RecordingName): readonly [Recording, readonly Exchange[]] {
  const [head = '', ...lines] = brotliDecompressSync(readFileSync(recordingFile(name)))
    .toString()
    .trimEnd()
    .split('\n')
  return [withMemory(JSON.parse(head) as Recording), lines.map((line) => JSON.parse(line) as Exchange)]
}

function judgedRun(
  [recording, exchanges]: readonly [Recording, readonly Exchange[]],
  name: RecordingName,
): ReportedRun {
  const plan = planOf(recording)
  const planned = new Set(plan.entries.map(({ probe }) => probe.id))
  const own = exchanges.filter(({ source }) => source === 'contracts')
  // Clean-up requests are recorded but not planned. They are few: at most one exchange in twenty.
  if (own.filter(({ probe }) => !planned.has(probe)).length * 20 > own.length) {
    throw new Error(`the plan no longer asks what '${name}' recorded: npm run record`)
  }
  const run = { plan, recording, exchanges }
  return {
    results: resultsOf(run, judgeRun(run)),
    exchanges: new Map(exchanges.map((exchange) => [exchange.id, exchange])),
  }
}

/** The settings of recorded runs. As usual, a key is restricted for few products only: reports show what stays unasked. */
export const recordedSettings = { ...serviceSettings, RESTRICTED_PRODUCTS: 'Embeds,Livestream,Loyalty' }

/** Makes the plan of a recorded run again, so that a recording need not hold it. */
export function planOf({ run, circumstances }: Recording): Plan {
  const { profile, policy, seed, baseUrl } = run
  const known =
    run.target === 'embedded'
      ? embeddedKnown(baseUrl)
      : readKnown({ ...recordedSettings, BASE_URL: baseUrl }, 'production')
  const facts = factsOf(known, profile, policy, seed)
  return circumstances.asksContracts ? makePlan(everything, facts, known) : knockAlone(everything, facts, known)
}
