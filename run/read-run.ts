import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Plan } from '../contracts/plan.ts'
import type { Exchange } from '../evidence/exchange.ts'
import type { Results } from '../evidence/results.ts'
import { nothingRemembered } from './memory.ts'
import type { RecordedRun, Recording } from './record.ts'
import { UsageError } from './usage-error.ts'

/** Reads a JSON file of a run folder. Throws a `UsageError` where it is not there or broken. */
function readJson<T>(directory: string, file: string): T {
  const path = join(directory, file)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    throw new UsageError(`${directory} is no run folder: ${file} is not there`)
  }
  try {
    return JSON.parse(text) as T
  } catch {
    throw new UsageError(`${path} is broken: it is not JSON`)
  }
}

/** Reads a plan and checks that it is one. */
export function readPlan(directory: string): Plan {
  const plan = readJson<Plan>(directory, 'plan.json')
  if (!Array.isArray(plan.entries) || !Array.isArray(plan.questions))
    throw new UsageError(`${directory}/plan.json is no plan`)
  return plan
}

/** Reads a recording line by line. Throws a `UsageError` for a line that is cut or broken: half a recording is no evidence. */
export async function readExchanges(directory: string): Promise<readonly Exchange[]> {
  const path = join(directory, 'exchanges.ndjson')
  if (!existsSync(path)) throw new UsageError(`${directory} is no run folder: exchanges.ndjson is not there`)
  const exchanges: Exchange[] = []
  let line = 0
  for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1
    if (text === '') continue
    exchanges.push(readExchange(text, `${path}, line ${line}`))
  }
  return exchanges
}

function readExchange(text: string, where: string): Exchange {
  try {
    const value = JSON.parse(text) as Exchange
    if (typeof value.id === 'string' && typeof value.probe === 'string') return value
  } catch {
    // Told below, like every other line that is no exchange.
  }
  throw new UsageError(`${where} is broken: it is no exchange`)
}

/** Reads what a run folder holds, to judge it again. Throws a `UsageError` for what is missing, broken or cut. */
export async function readRun(directory: string): Promise<RecordedRun> {
  const recording = readRecording(directory)
  const exchanges = await readExchanges(directory)
  if (exchanges.length !== recording.run.requests) {
    throw new UsageError(`${directory} is cut: it holds ${exchanges.length} of ${recording.run.requests} exchanges`)
  }
  return { plan: readPlan(directory), recording, exchanges }
}

/** Reads what a run keeps beside plan and exchanges; a run of an earlier version remembers nothing. */
export function readRecording(directory: string): Recording {
  return withMemory(readJson<Recording>(directory, 'recording.json'))
}

/** A recording of an earlier version of the suite, with the memory that it did not have. */
export function withMemory(recording: Recording): Recording {
  return { ...recording, memory: recording.memory ?? nothingRemembered(recording.run.startedAt.slice(0, 10)) }
}

/** Reads the results of a run. Throws a `UsageError` where they are missing or broken. */
export function readResults(directory: string): Results {
  return readJson<Results>(directory, 'results.json')
}
