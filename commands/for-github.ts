import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stderr, stdout } from 'node:process'
import type { Redact } from '../evidence/redaction/redaction.ts'
import type { Variables } from '../run/settings/settings.ts'

/**
 * Tells GitHub Actions how a run ended. GitHub reads workflow commands from the log, and the summary from a file that it names. A summary
 * that cannot be written is reported on standard error and changes nothing else.
 */
export function tellGithub(directory: string, environment: Variables, redact: Redact): void {
  const textOf = (file: string) => {
    const path = join(directory, file)
    return existsSync(path) ? redact(readFileSync(path, 'utf8')) : ''
  }
  if (environment['GITHUB_ACTIONS'] === 'true') stdout.write(textOf('annotations.txt'))
  const summary = environment['GITHUB_STEP_SUMMARY'] ?? ''
  if (summary === '') return
  try {
    appendFileSync(summary, textOf('summary.md'))
  } catch {
    stderr.write(`GITHUB_STEP_SUMMARY: ${summary} cannot be written\n`)
  }
}
