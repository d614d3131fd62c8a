import { duration, oneLine, shortened } from '../plain-text.ts'
import { styled, type Terminal } from './terminal.ts'

/** How far a stage of a run is. */
export interface Progress {
  /** `contracts`, `limits`, `smoke` … */
  readonly stage: string
  readonly done: number
  readonly planned: number
  /** How many answers were refusals of a limit so far. */
  readonly limited: number
  /** Milliseconds that a limit still makes the stage wait, if it does. */
  readonly waitMs?: number
}

/** What was written last, so that the next call knows whether it is time. */
export interface ProgressState {
  readonly startedAt: number
  readonly writtenAt: number | null
  readonly stage: string | null
}

/** A person sees ten lines a second; a log gets one every five seconds, and the last. */
const pauseMs = { interactive: 100, log: 5000 } as const
const barWidth = 20
const clear = '\r\u001b[2K'

/** The state before anything was written. */
export function progressStart(now: number): ProgressState {
  return { startedAt: now, writtenAt: null, stage: null }
}

/** What to write now, `''` for nothing, and the state to call with next. */
export function progressStep(
  state: ProgressState,
  progress: Progress,
  now: number,
  terminal: Terminal,
): { readonly state: ProgressState; readonly text: string } {
  const fresh = state.stage !== progress.stage
  const startedAt = fresh && state.stage !== null ? now : state.startedAt
  const ended = progress.done >= progress.planned
  const pause = terminal.interactive ? pauseMs.interactive : pauseMs.log
  const due = fresh || ended || state.writtenAt === null || now - state.writtenAt >= pause
  if (terminal.quiet || !due) return { state: { ...state, startedAt, stage: progress.stage }, text: '' }
  const line = progressLine(progress, now - startedAt, terminal)
  return {
    state: { startedAt, writtenAt: now, stage: progress.stage },
    text: terminal.interactive ? `${clear}${line}` : `${line}\n`,
  }
}

/** What to write when nothing follows: an interactive line is wiped away, a log needs nothing. */
export function progressEnd(state: ProgressState, terminal: Terminal): string {
  return terminal.interactive && !terminal.quiet && state.writtenAt !== null ? clear : ''
}

/** One line: stage, done of planned, how many were limited, and the time that is left. */
export function progressLine(progress: Progress, elapsedMs: number, terminal: Terminal): string {
  const { stage, done, planned, limited, waitMs } = progress
  const share = planned === 0 ? 1 : Math.min(1, done / planned)
  const waiting = waitMs === undefined || waitMs <= 0 ? '' : `, waiting ${duration(waitMs)}`
  const parts = [
    `${done} of ${planned}`,
    `${Math.floor(share * 100)} %`,
    ...(limited > 0 || waiting !== '' ? [`${limited} limited${waiting}`] : []),
    timeLeft(progress, elapsedMs),
  ]
  const text = `${oneLine(stage, 30)}  ${parts.filter((part) => part !== '').join('  ')}`
  if (!terminal.interactive) return text
  const room = terminal.columns - barWidth - 4
  return room < 30
    ? shortened(text, terminal.columns - 1)
    : `${styled('cyan', bar(share), terminal)}  ${shortened(text, room)}`
}

function bar(share: number): string {
  const full = Math.floor(share * barWidth)
  return '━'.repeat(full) + '─'.repeat(barWidth - full)
}

/** An estimate from what was done so far; nothing is said before it can mean something. */
function timeLeft({ done, planned, waitMs = 0 }: Progress, elapsedMs: number): string {
  if (done >= planned) return duration(elapsedMs)
  if (done === 0 || elapsedMs < 1000) return ''
  const estimate = Math.max(waitMs, ((planned - done) * elapsedMs) / done)
  return `about ${duration(Math.ceil(estimate / 1000) * 1000)} left`
}
