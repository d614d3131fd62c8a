import { seconds } from '../../evidence/counted.ts'
import { UsageError } from '../../evidence/usage-error.ts'
import { fits } from '../../fixtures/schemas/compiled.ts'
import { Collector } from '../engine/collector.ts'
import { lineReader } from '../engine/lines.ts'
import { processRecord } from '../engine/run-k6.ts'
import { gaveWayAt } from '../judges/gave-way.ts'
import { budgetOf } from '../plan.ts'
import { droppedBy, knownOfReads, type LoadRecord, type ScenarioRecord } from '../record.ts'
import { arrivalRate, isRateScenario, type RateScenario, scenario } from '../registry.ts'
import { plannedRequests } from '../stages.ts'
import { type Begin, beginSchema, type ShortLine } from '../wire.ts'

/** The log of one process of an exported script. Its lines can be read more than once. */
export interface Log {
  /** The name by which the user knows the log. */
  readonly name: string
  readonly lines: () => AsyncIterable<string>
}

const isBegin = fits(beginSchema)

/** What is known of a log before its requests are counted. */
type Head = Awaited<ReturnType<typeof headOf>>

/** What the export knew and the script did not need. */
export interface AboutLoad {
  readonly quietKey: boolean
  readonly limitedOperation: string
  readonly k6Version: string
}

/** The prefix that `kubectl logs` puts before each line with `--prefix` or `--timestamps`. */
const kubectlWrites = /^(?:\[pod\/[^\]]+\] )?(?:\d{4}-\d\d-\d\dT[\d:.]+Z )?/

async function readLog(log: Log, short: (line: ShortLine) => void) {
  // These logs hold nothing that a server said, so there is nothing to redact.
  const reader = lineReader((text) => text, { exchange: () => undefined, short })
  for await (const line of log.lines()) reader.read(line.replace(kubectlWrites, ''))
  return reader.reading()
}

async function headOf(log: Log) {
  let firstAt = Number.POSITIVE_INFINITY
  let lastAt = 0
  const { begins, end, unreadable, lastWords } = await readLog(log, ({ startedAt, durationMs }) => {
    firstAt = Math.min(firstAt, startedAt)
    lastAt = Math.max(lastAt, startedAt + durationMs)
  })
  const [first] = begins
  if (begins.length > 1) throw new UsageError(`${log.name} holds ${begins.length} logs: give each a file of its own`)
  if (!isBegin(first) || !isRateScenario(first.order.scenario))
    throw new UsageError(
      `${log.name} is no log of a script that suite export made, or lacks its beginning: take the whole log`,
    )
  const durationMs = Math.max(0, lastAt - firstAt)
  const ended = { endedBy: 'itself' as const, exitCode: null, unreadable, lastWords: [...lastWords], durationMs }
  return { log, begin: first, firstAt, lastAt, process: processRecord({ ...ended, end }) }
}

/** Throws a `UsageError` unless the logs are all parts of one test, each part once. */
function refuseGaps([first, ...others]: readonly Head[]): void {
  if (first === undefined) throw new UsageError('merge --load takes the logs of all processes')
  const alike = ({ begin: { order, baseUrl, sequence } }: Head) => JSON.stringify([order, baseUrl, sequence])
  const stranger = others.find((one) => alike(one) !== alike(first))
  if (stranger !== undefined)
    throw new UsageError(`${stranger.log.name} and ${first.log.name} are logs of two tests: merge each by itself`)
  const { sequence } = first.begin
  const ends = sequence === null ? [] : sequence.split(',')
  const parts = sequence === null ? [null] : ends.slice(1).map((end, index) => `${ends[index]}:${end}`)
  for (const part of parts) {
    const own = [first, ...others].filter(({ begin }) => begin.segment === part).map(({ log }) => log.name)
    if (own.length === 0) throw new UsageError(`The log of the part ${part} is missing: name it as well`)
    if (own.length > 1) throw new UsageError(`The part ${part ?? '0:1'} is there twice: ${own.join(', ')}`)
  }
}

/** Pods that start together begin within this time, and each with its first turn. Milliseconds. */
const startingMs = 5_000

/** How far apart the processes began, milliseconds, where that is longer than starting takes; null where they ran together. */
function apartMsOf(heads: readonly Head[]): number | null {
  const began = heads
    .filter(({ firstAt }) => Number.isFinite(firstAt))
    .toSorted((one, other) => one.firstAt - other.firstAt)
  const [first, last] = [began[0], began.at(-1)]
  if (first === undefined || last === undefined) return null
  const { ratePerSecond, durationMs } = first.begin.order.plateau
  const apartMs = last.firstAt - first.firstAt
  const usualMs = startingMs + (1000 * heads.length) / ratePerSecond
  if (apartMs > durationMs + usualMs)
    throw new UsageError(
      `${last.log.name} began ${seconds(apartMs)} after ${first.log.name}, which was over by then: they are logs of two tests`,
    )
  return apartMs > usualMs ? Math.round(apartMs) : null
}

/**
 * Puts the logs of an exported scenario's processes together into one record: the same as one run of all processes would leave. `aboutOf`
 * reads what the export handed through. Throws a `UsageError` for a log that is no log of a script, is missing, or is there twice.
 */
export async function readLogs<About extends AboutLoad>(logs: readonly Log[], aboutOf: (about: unknown) => About) {
  const heads = await Promise.all(logs.map(headOf))
  refuseGaps(heads)
  const [{ begin }] = heads as [Head]
  const { order, baseUrl } = begin
  const startedAt = Math.min(...heads.map(({ firstAt }) => firstAt))
  const finishedAt = Math.max(...heads.map(({ lastAt }) => lastAt))
  const collector = new Collector(order, heads.length, startedAt)
  await Promise.all(heads.map(({ log }, index) => readLog(log, (line) => collector.short(index, line))))
  const about = aboutOf(order.about)
  const apartMs = apartMsOf(heads)
  const one = { ...scenarioRecord(order, heads, collector), ...(apartMs === null ? {} : { apartMs }) }
  const times = Number.isFinite(startedAt) ? { startedAt, finishedAt } : { startedAt: 0, finishedAt: 0 }
  const record: LoadRecord = {
    ...knownOfReads(order.targets, about.limitedOperation),
    baseUrl,
    quietKey: about.quietKey,
    thresholds: [...order.thresholds],
    trace: null,
    scope: null,
    scenarios: [{ ...one, k6Version: about.k6Version, durationMs: Math.round(times.finishedAt - times.startedAt) }],
  }
  return { record, about, ...times }
}

function scenarioRecord(order: Begin['order'], heads: readonly Head[], collector: Collector): ScenarioRecord {
  const { scenario: name, plateau, timeoutMs } = order
  const requests = plannedRequests(arrivalRate(name), plateau)
  const record: ScenarioRecord = {
    name,
    budget: budgetOf(requests, { plateau, timeoutMs, processes: heads.length }),
    planned: { requests, ...plateau },
    skipped: null,
    k6Version: null,
    durationMs: 0,
    processes: heads.map(({ process }) => process),
    stopped: null,
    measured: collector.measured(),
    trials: null,
  }
  return { ...record, stopped: stoppedOf(name, record) }
}

/** k6's threshold ends a breakpoint. The log does not tell so; what was measured does. */
function stoppedOf(name: RateScenario, record: ScenarioRecord): ScenarioRecord['stopped'] {
  const { planned, processes, measured } = record
  const all = (measured?.all.requests ?? 0) + droppedBy(record)
  const isShort = all + processes.length < (planned.requests ?? 0)
  const gaveWay = isShort && scenario(name).givesWay === 'ends' ? gaveWayAt(record) : null
  return gaveWay === null ? null : { by: 'gave-way', atMs: gaveWay.atMs, why: gaveWay.why }
}
