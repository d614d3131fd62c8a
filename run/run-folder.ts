import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Plan } from '../contracts/plan.ts'
import type { Barred } from '../contracts/policy.ts'
import type { Exchange } from '../evidence/exchange.ts'
import type { Results, RunFacts } from '../evidence/results.ts'
import type { LoadRecord } from '../load/judge.ts'
import type { PastRun } from '../reports/formats/format.ts'
import type { Circumstances } from './gate.ts'
import { UsageError } from './usage-error.ts'

/** What a run keeps beside its exchanges, so that it can be judged again. */
export interface Recording {
  readonly run: Omit<RunFacts, 'exitCode' | 'outcome'>
  readonly catalog: Results['catalog']
  readonly circumstances: Circumstances
  readonly unsent: Readonly<Record<string, Barred>>
  readonly load: LoadRecord | null
}

/** Where run folders go unless told otherwise. */
export const defaultFolder = resolve(import.meta.dirname, '../reports/out')

/** Makes the folder of a run. Throws a `UsageError` where it holds another run, or cannot be made. */
export function makeRunFolder(directory: string): void {
  if (existsSync(join(directory, 'results.json'))) throw new UsageError(`${directory} holds a run already`)
  try {
    makeFolder(directory)
  } catch (error) {
    throw new UsageError(`The run folder ${directory} cannot be made${because(error)}`)
  }
}

/**
 * Makes a folder below the nearest one that is there, one by one: below one that takes no new entries, as `/proc` is, Node's
 * own recursive `mkdir` never returns.
 */
function makeFolder(directory: string): void {
  if (isFolder(directory)) return
  const parent = dirname(directory)
  if (parent !== directory) makeFolder(parent)
  try {
    mkdirSync(directory)
  } catch (error) {
    // Another shard may have made it meanwhile.
    if (!isFolder(directory)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** The system's own words for what failed, without the path that is named anyway: ` (EISDIR: illegal operation …)`. */
function because(error: unknown): string {
  const [words = ''] = error instanceof Error ? error.message.split(', ', 1) : []
  return words === '' ? '' : ` (${words})`
}

function notWritten(path: string, error: unknown): UsageError {
  return new UsageError(`${path} cannot be written${because(error)}`)
}

/** Does what writes a path. Throws a `UsageError` that names it, and says why, where that fails: a full disk, say. */
function writing<T>(path: string, write: () => T): T {
  try {
    return write()
  } catch (error) {
    throw notWritten(path, error)
  }
}

/** Points `latest` beside a default run folder to it. */
export function pointLatestTo(directory: string): void {
  if (dirname(directory) !== defaultFolder) return
  const link = join(defaultFolder, 'latest')
  writing(link, () => {
    rmSync(link, { force: true, recursive: false })
    symlinkSync(relative(defaultFolder, directory), link)
  })
}

/** A file to which one JSON object a line is added. */
export interface LineFile {
  readonly add: (value: unknown) => void
  /** Rejects with a `UsageError` where a line could not be written. */
  readonly end: () => Promise<void>
}

/** Opens a file of lines; `onFailure` is called once, as soon as a line cannot be written. Throws a `UsageError`. */
export function lineFile(path: string, onFailure: () => void = () => {}): LineFile {
  const stream = createWriteStream(path, { fd: writing(path, () => openSync(path, 'w')) })
  const ended = new Promise<void>((done, failed) => {
    stream.on('close', done)
    stream.on('error', (error) => {
      failed(notWritten(path, error))
      onFailure()
    })
  })
  // Whoever waits for the end learns of it then: until then nobody may be waiting.
  ended.catch(() => {})
  return {
    add: (value) => {
      if (!stream.destroyed) stream.write(`${JSON.stringify(value)}\n`)
    },
    end: () => {
      if (!stream.destroyed) stream.end()
      return ended
    },
  }
}

/** Writes a file of a run. Throws a `UsageError` that says why where it cannot be written. */
export function writeText(directory: string, file: string, text: string): void {
  const path = join(directory, file)
  writing(path, () => writeFileSync(path, text))
}

export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

export function writeJson(directory: string, file: string, value: unknown): void {
  writeText(directory, file, jsonText(value))
}

/** Reads a JSON file of a run folder. Throws a `UsageError` where it is not there or broken. */
export function readJson<T>(directory: string, file: string): T {
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

/** The last runs beside a run's folder, oldest first, and what was violated in the last that can be compared with it. */
export interface Past {
  readonly runs: readonly PastRun[]
  /** Ids of findings; null where there is nothing to compare with. */
  readonly violated: ReadonlySet<string> | null
}

/** Reads the runs of the same profile and target that lie beside a run's folder and began before it. */
export function pastOf(directory: string, { profile, target, startedAt }: RunFacts, most = 30): Past {
  const beside = dirname(directory)
  const before = (existsSync(beside) ? readdirSync(beside) : [])
    .filter((name) => name !== 'latest' && join(beside, name) !== directory)
    .flatMap((name): Results[] => {
      try {
        return [JSON.parse(readFileSync(join(beside, name, 'results.json'), 'utf8')) as Results]
      } catch {
        return []
      }
    })
    .filter(({ run }) => run.profile === profile && run.target === target && run.startedAt < startedAt)
    .sort((one, other) => one.run.startedAt.localeCompare(other.run.startedAt))
    .slice(-most)
  const last = before.at(-1)
  const violations = last?.findings.filter(({ verdict }) => verdict === 'violation') ?? []
  return {
    runs: before.map(({ run, summary }) => ({ id: run.id, startedAt: run.startedAt, profile, target, summary })),
    violated: last === undefined ? null : new Set(violations.map(({ id }) => id)),
  }
}
