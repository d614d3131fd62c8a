import { stderr } from 'node:process'
import type { Progress as AskProgress } from '../contracts/ask/ask-options.ts'
import type { Redact } from '../evidence/redaction/redaction.ts'
import { progressEnd, progressStart, progressStep } from '../reports/terminal/progress.ts'
import { terminalOf } from '../reports/terminal/terminal.ts'

/** Writes progress to standard error: a line that moves for a person, a line now and then for a log. */
export function progressWriter(quiet: boolean, redact: Redact) {
  const terminal = terminalOf(stderr, { quiet, term: process.env['TERM'] })
  let state = progressStart(Date.now())
  const end = () => {
    stderr.write(progressEnd(state, terminal))
  }
  return {
    /** How far the contract half is. */
    contracts: ({ done, planned, limited }: AskProgress) => {
      const step = progressStep(
        state,
        { stage: 'contracts', done, planned, limited: limited ? 1 : 0 },
        Date.now(),
        terminal,
      )
      state = step.state
      if (step.text !== '') stderr.write(step.text)
    },
    /** A line of its own: budgets, k6 being built, a scenario that starts. */
    line: (text: string) => {
      if (quiet) return
      end()
      stderr.write(`${redact(text)}\n`)
    },
    end,
  }
}
