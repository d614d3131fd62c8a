import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Plan } from '../contracts/plan.ts'
import type { Barred } from '../contracts/policy.ts'
import type { Exchange } from '../evidence/exchange.ts'
import type { Redact } from '../evidence/redaction/redaction.ts'
import type { Results, RunFacts } from '../evidence/results.ts'
import type { LoadRecord } from '../load/judge.ts'
import type { Circumstances } from '../reports/exit.ts'
import type { PastRun } from '../reports/formats/format.ts'
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
    mkdirSync(directory, { recursive: true })
  } catch {
    throw new UsageError(`The run folder ${directory} cannot be made`)
  }
}

/** Points `latest` beside a default run folder to it. */
export function pointLatestTo(directory: string): void {
  if (dirname(directory) !== defaultFolder) return
  const link = join(defaultFolder, 'latest')
  rmSync(link, { force: true, recursive: false })
  symlinkSync(relative(defaultFolder, directory), link)
}

/** A file to which one JSON object a line is added. */
export interface LineFile {
  readonly add: (value: unknown) => void
  readonly end: () => Promise<void>
}

export function lineFile(path: string): LineFile {
  const stream = createWriteStream(path)
  return {
    add: (value) => stream.write(`${JSON.stringify(value)}\n`),
    end: () => new Promise((done, failed) => stream.on('error', failed).end(done)),
  }
}

export function writeJson(directory: string, file: string, value: unknown): void {
  writeFileSync(join(directory, file), `${JSON.stringify(value, null, 2)}\n`)
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

/** Deletes every file of a run that still holds a secret, and names them: the last line of defence. */
export function deleteLeaks(directory: string, redact: Redact): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const text = readFileSync(path, 'utf8')
      if (redact(text) === text) return false
      rmSync(path)
      return true
    })
}
