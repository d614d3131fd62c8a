import type { Redact } from '../../evidence/redaction/redaction.ts'
import { fits } from '../../fixtures/schemas/compiled.ts'
import { rateEnd } from '../ends.ts'
import type { ProcessRecord } from '../record.ts'
import { type ChildEnd, type ChildOrder, type Environment, runChild } from './child.ts'
import { lineSplitter } from './line-splitter.ts'
import { type LineSinks, lineReader } from './lines.ts'
import { type RealPipe, realPipe } from './real-pipe.ts'

/** One process of k6 on one script. It has a hard limit: k6 may hang (a JSON import is enough), and its own limits do not count then. */
export interface K6Process extends Pick<ChildOrder, 'signal' | 'maxMs' | 'silentMs' | 'graceMs'> {
  readonly binary: string
  readonly script: string
  /** The whole environment of k6: secrets travel here and nowhere else. */
  readonly environment: Environment
  /** Arguments beside ours: an execution segment. */
  readonly args?: readonly string[]
  /**
   * k6 may hold lines back until there are `heldBackBytes` of them: a line then costs a fraction. Only for a script that prints
   * all it has to say by its console, its summary too. @default false
   */
  readonly holdsBack?: boolean
}

/** The same with where its lines go. */
export interface K6Run extends K6Process, LineSinks {
  readonly redact: Redact
  /** Aborted where the suite ends the scenario itself. */
  readonly stop?: AbortSignal | undefined
}

/** How it went: as it is recorded, and what the script said at its end, unchecked. */
export interface K6End extends Omit<ProcessRecord, 'counted'> {
  readonly end: unknown
}

const isRateEnd = fits(rateEnd)

/** A process of an arrival rate as it is recorded. */
export function processRecord({ end, ...ended }: K6End): ProcessRecord {
  return { ...ended, counted: isRateEnd(end) ? { requests: end.requests, dropped: end.dropped } : null }
}

/**
 * k6 quiet: no report home, no port opened, no configuration of the user's; its log, which holds what scripts print, raw.
 * Its exit code decides nothing; how it ended is told.
 */
const quietly = ['run', '--no-usage-report', '--address', '', '--log-format', 'raw', '--summary-mode=compact', '-q']

/** The argument for k6's log on standard output: one that is a file to k6 is written in blocks. */
export const logTo = (pipe: RealPipe | null) => `--log-output=${pipe === null ? 'stdout' : 'file=/dev/stdout'}`

/** Runs k6 with what it prints, line by line; a line longer than `longestLine` is cut there. */
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

/** Runs k6 and hands on what its script prints, redacted. Never rejects for what a service or k6 does. */
export async function runK6(run: K6Run): Promise<K6End> {
  const { stop, signal } = run
  const reader = lineReader(run.redact, run)
  const startedAt = Date.now()
  const ended = await printedByK6({ ...run, signal: anyOf(signal, stop) }, reader.read)
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

function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined)
  return given.length === 0 ? undefined : AbortSignal.any(given)
}
