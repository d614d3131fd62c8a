import { wholePlan } from '../contracts/shard.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { UsageError } from '../evidence/usage-error.ts'
import type { RecordedRun } from './record.ts'

export interface ShardRun {
  readonly directory: string
  readonly run: RecordedRun
}

/** What all shards must have in common, by the words of a message. */
const alike: Readonly<Record<string, (part: RecordedRun) => unknown>> = {
  target: ({ recording }) => [recording.run.target, recording.run.baseUrl, recording.run.policy],
  profile: ({ recording }) => recording.run.profile,
  seed: ({ recording }) => recording.run.seed,
  catalogue: ({ recording }) => recording.run.catalogHash,
  'version of the suite': ({ recording }) => recording.run.suiteVersion,
  'set of --min-exercised, --min-judged and --fail-on': ({ recording: { circumstances, memory } }) => [
    circumstances.minExercised,
    circumstances.minJudged,
    memory.failOn,
  ],
  'set of settings': ({ plan }) => plan.facts,
  'number of shards': ({ plan }) => plan.shard?.of,
  'comparison with development': ({ twin }) => twin !== undefined,
  'selection of checks and operations': ({ plan }) => [plan.shard?.questions, plan.shard?.entries],
}

/** Throws a `UsageError` unless the shards are all those of one run, each once. */
function refuseGaps(parts: readonly ShardRun[]): void {
  const [first] = parts
  if (first === undefined) throw new UsageError('merge takes the run folders of all shards')
  for (const { directory, run } of parts) {
    if (run.plan.shard === undefined) throw new UsageError(`${directory} is no shard: it was run without --shard`)
    for (const [what, of] of Object.entries(alike)) {
      if (JSON.stringify(of(run)) !== JSON.stringify(of(first.run))) {
        throw new UsageError(
          `${directory} has another ${what} than ${first.directory}: shards of one run have the same`,
        )
      }
    }
  }
  const of = first.run.plan.shard?.of ?? 0
  for (let index = 1; index <= of; index += 1) {
    const own = parts.filter(({ run }) => run.plan.shard?.index === index).map(({ directory }) => directory)
    if (own.length === 0) throw new UsageError(`Shard ${index}/${of} is missing: name its run folder as well`)
    if (own.length > 1)
      throw new UsageError(`Shard ${index}/${of} is there twice (${own.join(', ')}): name one of them`)
  }
}

/** The exchanges of all shards. Where several asked one probe, the first shard's exchanges count. */
function exchangesOf(runs: readonly RecordedRun[]): readonly Exchange[] {
  const taken = new Set<string>()
  return runs.flatMap(({ exchanges }) => {
    const own = exchanges.filter(({ probe }) => !taken.has(probe))
    for (const { probe } of own) taken.add(probe)
    return own
  })
}

/** Merges the shards of one run. Pure. Throws a `UsageError` for gaps, overlaps and shards of different runs. */
export function mergeRuns(parts: readonly ShardRun[], id: string): RecordedRun {
  refuseGaps(parts)
  const runs = parts
    .map(({ run }) => run)
    .toSorted((one, other) => (one.plan.shard?.index ?? 0) - (other.plan.shard?.index ?? 0))
  const plan = wholePlan(runs.map((run) => run.plan))
  const exchanges = exchangesOf(runs)
  const asked = new Set(exchanges.map(({ probe }) => probe))
  const unsent = runs.flatMap(({ recording }) =>
    Object.entries(recording.unsent).filter(([probe]) => !asked.has(probe)),
  )
  const [{ recording }] = runs as [RecordedRun]
  // Each shard keeps its own pace: the rate of one is not that of the whole run.
  const { pace: _, ...facts } = recording.run
  const times = (member: 'startedAt' | 'finishedAt') => runs.map((run) => run.recording.run[member]).toSorted()
  const startedAt = times('startedAt')[0] ?? recording.run.startedAt
  const finishedAt = times('finishedAt').at(-1) ?? recording.run.finishedAt
  const firstTold = (member: 'interrupted' | 'unreachable' | 'spoiled') =>
    runs.map((run) => run.recording.circumstances[member]).find((sentence) => sentence !== undefined)
  return {
    plan,
    exchanges,
    recording: {
      ...recording,
      run: {
        ...facts,
        id,
        startedAt,
        finishedAt,
        // All requests that were sent: also those whose exchanges are left out as doubles.
        requests: runs.reduce((sum, run) => sum + run.recording.run.requests, 0),
        durationMs: Date.parse(finishedAt) - Date.parse(startedAt),
      },
      circumstances: {
        ...recording.circumstances,
        interrupted: firstTold('interrupted'),
        unreachable: firstTold('unreachable'),
        spoiled: firstTold('spoiled'),
      },
      unsent: Object.fromEntries(unsent),
      exchanges: exchanges.length,
    },
  }
}
