import { channel } from 'node:diagnostics_channel'
import { stderr } from 'node:process'
import type { Exchange } from '../evidence/exchange.ts'
import type { Redact } from '../evidence/redaction/redaction.ts'
import type { LoadProgress } from '../load/engine/load-context.ts'
import { wrapped } from '../reports/plain-text.ts'
import { progressEnd, progressStart, progressStep, type StageProgress } from '../reports/terminal/progress.ts'
import type { Terminal } from '../reports/terminal/terminal.ts'

/** Tells on standard error how far a run is. */
export interface ProgressWriter extends Disposable {
  /** A stage begins: `contracts`, `load`, `judging` … */
  readonly stage: (name: string) => void
  /** How far the stage is, from 0 to 1, whether a limit is waited for, and how long the rest takes under it, where that is known. */
  readonly share: (share: number, isWaiting: boolean, leftMs: number | null) => void
  /** A request was answered, or not. */
  readonly exchange: (exchange: Exchange) => void
  /** How far a load scenario is; it counts what is not kept as an exchange, too. */
  readonly load: (progress: LoadProgress) => void
  /** A line of its own: budgets, k6 being built, a scenario that starts. */
  readonly line: (text: string) => void
  readonly end: () => void
}

/** Each stage is published here as it begins: `npm run bench` tells from it what each one costs. */
const stages = channel('platform-api-suite.stage')

/** So often time goes on for a person to see, even where nothing comes. Milliseconds. */
const tickMs = 1000

/** Writes progress: a line that moves for a person, a line now and then for a log. */
export function progressWriter(terminal: Terminal, redact: Redact): ProgressWriter {
  let state = progressStart(Date.now())
  let progress: StageProgress | null = null
  let endsAt: number | null = null
  const show = (more: Partial<StageProgress>) => {
    if (progress === null) return
    progress = { ...progress, ...more }
    const now = Date.now()
    // Nothing is heard while a limit is waited for, and time goes on.
    const told = endsAt === null || progress.share === 1 ? progress : { ...progress, leftMs: Math.max(1, endsAt - now) }
    const step = progressStep(state, told, now, terminal)
    state = step.state
    if (step.text !== '') stderr.write(step.text)
  }
  const timer = setInterval(() => show({}), tickMs)
  timer.unref()
  const wipe = () => {
    stderr.write(progressEnd(state, terminal))
    // A log keeps its lines: nothing is to be written again.
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
      // Load counts its own: not each of its requests is kept.
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
      // A pipeline's log keeps a line in one piece; on a screen no word is cut by its edge.
      const lines = terminal.interactive ? wrapped(redact(text), terminal.columns, '    ') : [redact(text)]
      stderr.write(`${lines.join('\n')}\n`)
    },
    end,
    [Symbol.dispose]: end,
  }
}
