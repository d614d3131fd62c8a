import { createReadStream, existsSync, openSync, readSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TSchema } from 'typebox'
import { type Plan, planSchema } from '../contracts/plan.ts'
import { type Exchange, exchangeSchema } from '../evidence/exchange.ts'
import type { Results } from '../evidence/results.ts'
import { UsageError } from '../evidence/usage-error.ts'
import { Type } from '../fixtures/schemas/type.ts'
import { validateResults } from '../reports/validate.ts'
import { textIn } from './files.ts'
import { keptIn } from './json-file.ts'
import { nothingRemembered } from './memory.ts'
import { comparableRun } from './parity.ts'
import { type RecordedRun, type Recording, recordingSchema } from './record.ts'

/** What the user should do about a file that is not as the suite wrote it. */
const remedy = 'Take another copy of the run folder, or make the run again'

/** Reads a file that holds one value. */
function valueIn<Schema extends TSchema>(directory: string, file: string, schema: Schema, otherwise = remedy) {
  const path = join(directory, file)
  const text = textIn(path, (code) => unread(path, code))
  return keptIn(text, { path, schema, remedy: otherwise })
}

function unread(path: string, code: string | undefined): UsageError {
  if (code === 'ENOENT') return missing(dirname(path), basename(path))
  if (code === 'ENOTDIR') return new UsageError(`${dirname(path)} is no run folder but a file`)
  return new UsageError(`${path}, line 1: cannot be read (${code}). ${remedy}`)
}

/** Says which file is missing. A run writes plan, recording, then results: a killed run lacks the later ones. */
function missing(directory: string, file: string): UsageError {
  const isThere = (other: string) => file !== other && existsSync(join(directory, other))
  if (isThere('recording.json') && file === 'results.json')
    return new UsageError(`${directory} has no results.json: npx suite rejudge ${directory} writes it again`)
  if (!isThere('plan.json')) return new UsageError(`${directory} is no run folder: ${file} is not there`)
  return new UsageError(
    `${directory} is half a run: ${file} is not there, so it was killed before it ended, or copied in part. Make the run again`,
  )
}

/** Opens a file and tests that it can be read: a failing stream would end the process. */
function readable(path: string): number {
  try {
    const file = openSync(path, 'r')
    readSync(file, Buffer.alloc(1), 0, 1, 0)
    return file
  } catch (error) {
    throw unread(path, (error as NodeJS.ErrnoException).code)
  }
}

/** Reads `plan.json`. Throws a `UsageError` with file, line and remedy where it is none. */
export function readPlan(directory: string): Plan {
  return valueIn(directory, 'plan.json', planSchema).value
}

/** Reads `exchanges.ndjson` line by line. Throws a `UsageError` for a line that is cut or broken: half a recording is no evidence. */
export async function readExchanges(directory: string): Promise<readonly Exchange[]> {
  const path = join(directory, 'exchanges.ndjson')
  const exchanges: Exchange[] = []
  let line = 0
  const input = createReadStream(path, { fd: readable(path), start: 0 })
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1
    if (text !== '') exchanges.push(keptIn(text, { path, schema: exchangeSchema, remedy }, line).value)
  }
  return exchanges
}

/** Reads `recording.json`. A run of an earlier version remembers nothing. */
export function readRecording(directory: string): Recording {
  return withMemory(valueIn(directory, 'recording.json', recordingSchema).value)
}

/** Adds the memory that a recording of an earlier version lacks. */
export function withMemory(recording: Omit<Recording, 'memory'> & Partial<Pick<Recording, 'memory'>>): Recording {
  return { ...recording, memory: recording.memory ?? nothingRemembered(recording.run.startedAt.slice(0, 10)) }
}

/** Reads a run folder, to judge it again. Throws a `UsageError` for files that are missing, broken, cut or of different runs. */
export async function readRun(directory: string): Promise<RecordedRun> {
  const recording = readRecording(directory)
  const exchanges = await readExchanges(directory)
  const kept = recording.exchanges ?? recording.run.requests
  if (exchanges.length !== kept) {
    throw new UsageError(`${directory} is cut: it holds ${exchanges.length} of ${kept} exchanges`)
  }
  const run = { plan: readPlan(directory), recording, exchanges }
  const trouble = mixed(run)
  if (trouble !== null) throw new UsageError(`${directory}: ${trouble}. ${remedy}`)
  const twin = join(directory, 'parity')
  if (!existsSync(join(twin, 'results.json'))) {
    if (!recording.memory.failOn.includes('parity')) return run
    throw new UsageError(
      `${directory} is cut: parity/results.json is not there, and the run was made with --fail-on parity. ${remedy}`,
    )
  }
  const other = comparableRun(readResults(twin), readPlan(twin))
  const { development = other.id } = recording
  if (other.id !== development)
    throw new UsageError(`${directory}: parity/ holds the run ${other.id}, and not ${development}. ${remedy}`)
  return { ...run, twin: other }
}

/** Why the files of a folder are not of one run, or null. */
function mixed({ plan, recording, exchanges }: RecordedRun): string | null {
  const { seed, baseUrl } = plan.facts
  if (seed !== recording.run.seed || baseUrl !== recording.run.baseUrl) {
    return 'plan.json and recording.json are not of one run: seed or base address differ'
  }
  const operations = new Set<string>(plan.operations.map(({ id }) => id))
  const probes = new Set(plan.entries.map(({ probe }) => probe.id))
  const stray = plan.questions.find(
    ({ operation, probes: own }) => !operations.has(operation) || !own.every((probe) => probes.has(probe)),
  )
  if (stray !== undefined) return `plan.json asks ${stray.check} of ${stray.operation} by what it does not hold`
  const undoing = new Set(plan.cleanUps.map(({ probe }) => probe.operation))
  const foreign = exchanges.find(
    ({ source, probe, operation }) => source === 'contracts' && !probes.has(probe) && !undoing.has(operation),
  )
  if (foreign !== undefined) return `exchanges.ndjson holds ${foreign.id}, which plan.json does not ask`
  const ids = new Set(exchanges.map(({ id }) => id))
  return ids.size < exchanges.length ? 'exchanges.ndjson holds an exchange twice' : null
}

/** Reads `results.json`. Throws a `UsageError` with place and remedy where it does not fit. */
export function readResults(directory: string): Results {
  const again = `npx suite rejudge ${directory} writes it again`
  const { value, wrongAt } = valueIn(directory, 'results.json', Type.Unknown(), again)
  const misfit = validateResults(value)
  if (misfit === null) return value as Results
  throw wrongAt(misfit.path, misfit.what)
}
