import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Results } from '../../evidence/results.ts'
import type { Front } from '../../fixtures/front/front.ts'

const ownSuite = resolve(import.meta.dirname, '../../suite.ts')

/** A run of the real command line in a process and a folder of its own. */
export interface ChildRun {
  readonly child: ChildProcess
  /** The run folder. It lies in a temporary folder. */
  readonly directory: string
  /** All that the process has printed so far. */
  readonly output: () => string
  /** Resolves at the end of the process, which is killed after `mostMs`. */
  readonly ended: Promise<ChildResult>
}

export interface ChildResult {
  readonly code: number | null
  readonly output: string
  /** Peak of the process's resident memory, bytes. */
  readonly peakBytes: number
  readonly durationMs: number
  /** The text of every file of the run folder, by name. The folder itself is gone by then. */
  readonly files: ReadonlyMap<string, string>
  readonly results: Results | null
}

export interface ChildOptions {
  /** The `suite.ts` that is started. @default this checkout's */
  readonly suite?: string
  readonly settings?: Readonly<Record<string, string>>
  /** True to start the suite through `sh -c`. */
  readonly byShell?: boolean
  readonly mostMs?: number
}

/** The peak of a process's resident memory, bytes; 0 once it is gone. */
function peakOf(pid: number | undefined): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) * 1024
  } catch {
    return 0
  }
}

/** The text of every file of a run folder, by name; empty where the folder cannot be read. */
export function filesIn(directory: string): ReadonlyMap<string, string> {
  try {
    return new Map(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]))
  } catch {
    return new Map()
  }
}

/** The results among the files of a run folder; null where there are none. */
export function resultsIn(files: ReadonlyMap<string, string>): Results | null {
  const text = files.get('results.json')
  return text === undefined ? null : (JSON.parse(text) as Results)
}

/**
 * Starts `suite.ts` with these words. `OUT` among them stands for the run folder. From our environment the process gets only PATH,
 * HOME and TMPDIR, and it has a history file of its own.
 */
export function startSuite(args: readonly string[], options: ChildOptions = {}): ChildRun {
  const home = mkdtempSync(join(tmpdir(), 'platform-api-suite-child-'))
  const directory = join(home, 'run')
  const words = [options.suite ?? ownSuite, ...args.map((word) => (word === 'OUT' ? directory : word))]
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
  const environment = { PATH, HOME, TMPDIR, HISTORY_FILE: join(home, 'history.ndjson'), ...options.settings }
  const startedAt = Date.now()
  const child = options.byShell
    ? spawn('sh', ['-c', '"$@"; exit $?', 'sh', process.execPath, ...words], { cwd: home, env: environment })
    : spawn(process.execPath, words, { cwd: home, env: environment })
  let output = ''
  let peakBytes = 0
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, peakOf(child.pid))
  }, 50)
  const end = setTimeout(() => child.kill('SIGKILL'), options.mostMs ?? 110_000)
  child.stdout?.on('data', (bytes: Buffer) => {
    output += bytes.toString()
  })
  child.stderr?.on('data', (bytes: Buffer) => {
    output += bytes.toString()
  })
  const ended = new Promise<ChildResult>((done) => {
    child.on('close', (code) => {
      clearInterval(timer)
      clearTimeout(end)
      const files = filesIn(directory)
      rmSync(home, { recursive: true, force: true })
      done({ code, output, peakBytes, durationMs: Date.now() - startedAt, files, results: resultsIn(files) })
    })
  })
  return { child, directory, output: () => output, ended }
}

/** Settings of a deployment as the environment of a child, for the development target. */
export function asDevelopment(settings: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [`DEV_${name}`, value]))
}

/** Settings by which the development target is a front. The history of its runs lies in `home`. */
export function developmentAt({ url, deployment }: Front, home: string): Readonly<Record<string, string>> {
  return { ...asDevelopment({ ...deployment.settings, BASE_URL: url }), HISTORY_FILE: join(home, 'history.ndjson') }
}

/** Runs a command line to its end with these settings. */
export function endedSuite(words: readonly string[], settings: Readonly<Record<string, string>>): Promise<ChildResult> {
  return startSuite(words, { settings }).ended
}
