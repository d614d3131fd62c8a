import { stderr } from 'node:process'
import type { Progress as AskProgress } from '../contracts/ask/ask.ts'
import type { Redact } from '../evidence/redaction/redaction.ts'
import { progressEnd, progressStart, progressStep } from '../reports/terminal/progress.ts'
import type { Terminal } from '../reports/terminal/terminal.ts'

/** Tells on standard error how far a run is. */
export interface ProgressWriter {
  /** How far the contract half is. */
  readonly contracts: (progress: AskProgress) => void
  /** A line of its own: budgets, k6 being built, a scenario that starts. */
  readonly line: (text: string) => void
  readonly end: () => void
}

/** Writes progress: a line that moves for a person, a line now and then for a log. */
export function progressWriter(terminal: Terminal, redact: Redact): ProgressWriter {
  let state = progressStart(Date.now())
  const end = () => {
    stderr.write(progressEnd(state, terminal))
  }
  return {
    contracts: ({ done, planned, limited }) => {
      const step = progressStep(
        state,
        { stage: 'contracts', done, planned, limited: limited ? 1 : 0 },
        Date.now(),
        terminal,
      )
      state = step.state
      if (step.text !== '') stderr.write(step.text)
    },
    line: (text) => {
      if (terminal.quiet) return
      end()
      stderr.write(`${redact(text)}\n`)
    },
    end,
  }
}
