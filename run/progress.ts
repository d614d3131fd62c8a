import { channel } from 'node:diagnostics_channel'
import { stderr } from 'node:process'
import type { Exchange } from '../evidence/exchange.ts'
import type { Redact } from '../evidence/redaction/redaction.ts'
import type { LoadProgress } from '../load/engine/load-context.ts'
import { wrapped } from '../reports/plain-text.ts'
import { progressEnd, progressStart, progressStep, type StageProgress } from '../reports/terminal/progress.ts'
import type { Terminal } from '../reports/terminal/terminal.ts'

/** Shows on standard error how far a run is. */
export interface ProgressWriter extends Disposable {
  /** A stage begins: `contracts`, `load`, `judging` … */
  readonly stage: (name: string) => void
  /** How much of the stage is done (0 to 1), whether a limit is waited for, and the time left, where known. */
  readonly share: (share: number, isWaiting: boolean, leftMs: number | null) => void
  /** A request ended, with or without an answer. */
  readonly exchange: (exchange: Exchange) => void
  /** How far a load scenario is. It counts requests that are not kept as exchanges, too. */
  readonly load: (progress: LoadProgress) => void
  /** Prints a line: budgets, k6 being built, a scenario that starts. */
  readonly line: (text: string) => void
  readonly end: () => void
}

/** Publishes each stage as it begins: `npm run bench` measures the cost of each. */
const stages = channel('platform-api-suite.stage')

/** How often the clock moves on the screen, even without news. Milliseconds. */
const tickMs = 1000

/** Writes progress: a moving line for a person, a line now and then for a log. */
export function progressWriter(terminal: Terminal, redact: Redact): ProgressWriter {
  let state = progressStart(Date.now())
  let progress: StageProgress | null = null
  let endsAt: number | null = null
  const show = (more: Partial<StageProgress>) => {
    if (progress === null) return
    progress = { ...progress, ...more }
    const now = Date.now()
    // During a wait for a limit no news comes, so the rest is counted down here.
    const told = endsAt === null || progress.share === 1 ? progress : { ...progress, leftMs: Math.max(1, endsAt - now) }
    const step = progressStep(state, told, now, terminal)
    state = step.state
    if (step.text !== '') stderr.write(step.text)
  }
  const timer = setInterval(() => show({}), tickMs)
  timer.unref()
  const wipe = () => {
    stderr.write(progressEnd(state, terminal))
    // A log keeps its lines, so nothing must be written again.
    if (terminal.interactive) state = { ...state, writtenAt: null }
  }
  const end = () => {
    clearInterval(timer)
    progress = null
    wipe()
  }
  return {
    stage: (stage) => {
      stages.publish(stage)
      endsAt = null
      progress = { stage, share: null, requests: 0, limited: 0, isWaiting: false }
      show({})
    },
    share: (share, isWaiting, leftMs) => {
      endsAt = leftMs === null ? null : Date.now() + leftMs
      show({ share, isWaiting })
    },
    exchange: ({ source, response }) => {
      // Load counts its own requests: not all are kept as exchanges.
      if (progress === null || source === 'load') return
      const { requests, limited } = progress
      show({ requests: requests + 1, limited: limited + (response?.status === 429 ? 1 : 0) })
    },
    load: ({ scenario, requests, limited, share, ratePerSecond, leftMs }) => {
      endsAt = null
      progress = { stage: scenario, share, requests, limited, isWaiting: false, ratePerSecond, leftMs }
      show({})
    },
    line: (text) => {
      if (terminal.quiet) return
      wipe()
      // A log gets the line in one piece. On a screen it is wrapped between words.
      const lines = terminal.interactive ? wrapped(redact(text), terminal.columns, '    ') : [redact(text)]
      stderr.write(`${lines.join('\n')}\n`)
    },
    end,
    [Symbol.dispose]: end,
  }
}
