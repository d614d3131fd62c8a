import type { Redact } from '../../evidence/redaction/redaction.ts'
import { fits } from '../../fixtures/schemas/compiled.ts'
import type { ProcessRecord } from '../record.ts'
import { rateEnd } from '../wire.ts'
import { type ChildEnd, type ChildOrder, type Environment, runChild } from './child.ts'
import { lineSplitter } from './line-splitter.ts'
import { type LineSinks, lineReader } from './lines.ts'
import { type RealPipe, realPipe } from './real-pipe.ts'

/** One process of k6 for one script. `maxMs` is a hard limit: k6 may hang (a JSON import is enough), and ignores its own limits then. */
export interface K6Process extends Pick<ChildOrder, 'signal' | 'maxMs' | 'silentMs' | 'graceMs'> {
  readonly binary: string
  readonly script: string
  /** The whole environment of k6. Secrets travel here and nowhere else. */
  readonly environment: Environment
  /** Further arguments: an execution segment. */
  readonly args?: readonly string[]
  /**
   * Lets k6 hold lines back until there are `heldBackBytes` of them: a line then costs much less. Only for a script that prints
   * everything by its console, its summary too. @default false
   */
  readonly holdsBack?: boolean
}

/** A process of k6, and where its lines go. */
export interface K6Run extends K6Process, LineSinks {
  readonly redact: Redact
  /** Aborted where the suite itself ends the scenario. */
  readonly stop?: AbortSignal | undefined
}

/** How a process of k6 ended, as it is recorded; and what the script said at its end, unchecked. */
export interface K6End extends Omit<ProcessRecord, 'counted'> {
  readonly end: unknown
}

const isRateEnd = fits(rateEnd)

/** The record of a process of k6 with an arrival rate. */
export function processRecord({ end, ...ended }: K6End): ProcessRecord {
  return { ...ended, counted: isRateEnd(end) ? { requests: end.requests, dropped: end.dropped } : null }
}

/** Runs k6 quietly: no report home, no open port, no configuration of the user's. Its log, which holds what scripts print, is raw. */
const quietly = ['run', '--no-usage-report', '--address', '', '--log-format', 'raw', '--summary-mode=compact', '-q']

/** The argument for k6's log on standard output. k6 writes in blocks where it takes standard output for a file. */
export const logTo = (pipe: RealPipe | null) => `--log-output=${pipe === null ? 'stdout' : 'file=/dev/stdout'}`

/** Runs k6, and hands on what it prints, line by line. A line longer than `longestLine` is cut there. */
export async function printedByK6(run: K6Process, onLine: (line: string) => void): Promise<ChildEnd> {
  const output = lineSplitter(onLine)
  const errors = lineSplitter(onLine)
  const pipe = run.holdsBack === true && run.signal?.aborted !== true ? realPipe() : null
  const ended = await runChild({
    graceMs: 3000,
    ...run,
    command: run.binary,
    args: [...quietly, logTo(pipe), ...(run.args ?? []), run.script],
    pipe,
    onOutput: output.write,
    onError: errors.write,
  })
  output.end()
  errors.end()
  return ended
}

/** Runs k6, and hands on what its script prints, redacted. Never rejects for what a service or k6 does. */
export async function runK6(run: K6Run): Promise<K6End> {
  const { stop, signal } = run
  const reader = lineReader(run.redact, run)
  const startedAt = Date.now()
  const either = AbortSignal.any([signal, stop].filter((one) => one !== undefined))
  const ended = await printedByK6({ ...run, signal: either }, reader.read)
  const { end, unreadable, lastWords } = reader.reading()
  const wasStopped = ended.by === 'interrupt' && stop?.aborted === true && signal?.aborted !== true
  return {
    endedBy: wasStopped ? 'stopped' : ended.by,
    exitCode: ended.code,
    unreadable,
    lastWords: ended.error === null ? [...lastWords] : [...lastWords, ended.error],
    durationMs: Date.now() - startedAt,
    end,
  }
}
