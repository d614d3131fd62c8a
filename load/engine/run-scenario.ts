import { type ChildEnd, type Environment, runChild } from './child.ts'

/** One run of a k6 script. */
export interface ScenarioOrder {
  readonly binary: string
  readonly script: string
  /** The whole environment of k6: secrets travel here and nowhere else. */
  readonly environment: Environment
  /** Each line of its output, without its end; a line longer than `longestLine` is cut there. */
  readonly onLine: (line: string) => void
  readonly signal?: AbortSignal | undefined
  /** The hard limit, milliseconds: k6 may hang (a JSON import is enough), and its own limits do not count then. */
  readonly maxMs: number
  /** Milliseconds without a line after which it hangs; its scripts print one every second. */
  readonly silentMs?: number
  readonly graceMs?: number
}

/** Characters of a line that are kept. */
export const longestLine = 256 * 1024

/** Splits a stream into lines of bounded length. */
export function lineSplitter(onLine: (line: string) => void): {
  readonly write: (bytes: Buffer) => void
  readonly end: () => void
} {
  const decoder = new TextDecoder()
  let begun = ''
  const keep = (text: string) => {
    begun += text.slice(0, Math.max(0, longestLine - begun.length))
  }
  const flush = () => {
    const line = begun
    begun = ''
    if (line !== '') onLine(line)
  }
  return {
    write: (bytes) => {
      const [first = '', ...others] = decoder.decode(bytes, { stream: true }).split('\n')
      keep(first)
      for (const text of others) {
        flush()
        keep(text)
      }
    },
    end: flush,
  }
}

/**
 * Runs k6: quiet, its log raw on standard output, no report home, no port opened, no configuration of the user's. Its exit
 * code decides nothing; how it ended is told.
 */
export async function runScenario(order: ScenarioOrder): Promise<ChildEnd> {
  const output = lineSplitter(order.onLine)
  const errors = lineSplitter(order.onLine)
  const end = await runChild({
    command: order.binary,
    args: [
      'run',
      '--no-usage-report',
      '--address',
      '',
      '--log-format',
      'raw',
      '--log-output=stdout',
      '--summary-mode=disabled',
      '-q',
      order.script,
    ],
    environment: order.environment,
    maxMs: order.maxMs,
    silentMs: order.silentMs ?? 30_000,
    graceMs: order.graceMs ?? 3000,
    signal: order.signal,
    onOutput: output.write,
    onError: errors.write,
  })
  output.end()
  errors.end()
  return end
}
