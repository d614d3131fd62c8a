import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stderr, stdout } from 'node:process'
import type { Redact } from '../evidence/redaction/redaction.ts'
import type { Variables } from '../run/settings/settings.ts'

/**
 * Tells GitHub Actions how a run ended: it shows workflow commands only where they stand in the log, and a summary only where
 * it stands in the file that it names. A summary that cannot be written is said and takes nothing from the run.
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
