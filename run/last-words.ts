import { stderr, stdout } from 'node:process'
import type { Redact } from '../evidence/redaction/redaction.ts'
import { UsageError } from '../evidence/usage-error.ts'
import type { Variables } from './settings/settings.ts'

let redact: Redact = (text) => text
let showsStack = false

/** From now on the words about the suite's own failure hold none of these secrets. */
export function redactLastWords(known: Redact): void {
  redact = known
}

/** Says in one sentence why the suite ends. The stack comes only with SUITE_DEBUG, and the members of the error never. */
export function sayLastWords(error: unknown): void {
  const isUsage = error instanceof UsageError
  const message = error instanceof Error ? error.message : String(error)
  const sentence = isUsage ? message : `The suite itself failed: ${message}`
  const whole = sentence.replace(/[.\s]*$/, '')
  stderr.write(redact(`${whole}${whole.endsWith('?') ? '' : '.'}\n`))
  if (!isUsage && showsStack && error instanceof Error) {
    stderr.write(redact(`${error.stack}\n`))
  }
}

/**
 * An uncaught error ends the suite with exit code 2 and one sentence. Node would print the error with all its members, and a request is one
 * of them. A closed output pipe is no failure: the reports are still written. A full disk behind the output is one: a catalogue that is cut
 * would pass for a whole one.
 */
export function watchFailures(environment: Variables): void {
  showsStack = environment['SUITE_DEBUG'] === '1'
  stderr.on('error', () => {})
  let cut = false
  stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE' || cut) return
    cut = true
    sayLastWords(new UsageError(`Standard output cannot be written (${code})`))
  })
  process.on('exit', (code) => {
    if (cut && code === 0) process.exitCode = 2
  })
  process.on('uncaughtException', (error) => {
    sayLastWords(error)
    process.exit(2)
  })
}
