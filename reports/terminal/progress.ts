import { counted } from '../../evidence/counted.ts'
import { duration, oneLine, shortened } from '../plain-text.ts'
import { styled, type Terminal } from './terminal.ts'

/** How far a stage of a run is. */
export interface StageProgress {
  /** `contracts`, `load`, `judging` … */
  readonly stage: string
  /** From 0 to 1; null where nobody can tell. */
  readonly share: number | null
  readonly requests: number
  /** How many answers were refusals of a limit so far. */
  readonly limited: number
  /** True while a limit is waited for. */
  readonly isWaiting: boolean
  /** Requests a second over the last second, where load says it. */
  readonly ratePerSecond?: number
  /** Milliseconds that are left, at most where there is no share, where that is known better than by what was done so far. */
  readonly leftMs?: number
}

/** What was written last, so that the next call knows whether it is time. */
export interface ProgressState {
  readonly startedAt: number
  readonly writtenAt: number | null
  readonly stage: string | null
  /** The last line said that the stage was done: what comes after it says nothing more. */
  readonly ended: boolean
}

/** A person sees ten lines a second; a log gets one every five seconds, and the last. */
const pauseMs = { interactive: 100, log: 5000 } as const
const barWidth = 20
const clear = '\r\u001b[2K'

/** The state before anything was written. */
export function progressStart(now: number): ProgressState {
  return { startedAt: now, writtenAt: null, stage: null, ended: false }
}

/** What to write now, `''` for nothing, and the state to call with next. */
export function progressStep(
  state: ProgressState,
  progress: StageProgress,
  now: number,
  terminal: Terminal,
): { readonly state: ProgressState; readonly text: string } {
  const fresh = state.stage !== progress.stage
  const startedAt = fresh && state.stage !== null ? now : state.startedAt
  const ended = progress.share !== null && progress.share >= 1
  const isEnd = ended && (fresh || !state.ended)
  const pause = terminal.interactive ? pauseMs.interactive : pauseMs.log
  const due = fresh || isEnd || state.writtenAt === null || now - state.writtenAt >= pause
  if (terminal.quiet || !due) return { state: { ...state, startedAt, stage: progress.stage, ended }, text: '' }
  const line = progressLine(progress, now - startedAt, terminal)
  return {
    state: { startedAt, writtenAt: now, stage: progress.stage, ended },
    text: terminal.interactive ? `${clear}${line}` : `${line}\n`,
  }
}

/** What to write when nothing follows: an interactive line is wiped away, a log needs nothing. */
export function progressEnd(state: ProgressState, terminal: Terminal): string {
  return terminal.interactive && !terminal.quiet && state.writtenAt !== null ? clear : ''
}

/** One line: stage, share, how many requests were sent and limited, and the time that is left or went by. */
export function progressLine(progress: StageProgress, elapsedMs: number, terminal: Terminal): string {
  const { stage, share, requests, limited, isWaiting, ratePerSecond, leftMs } = progress
  const parts = [
    ...(share === null ? [] : [`${Math.floor(Math.min(1, share) * 100)} %`]),
    ...(requests > 0 ? [counted(requests, 'request')] : []),
    ...(ratePerSecond === undefined ? [] : [`${ratePerSecond}/s`]),
    ...(limited > 0 ? [`${limited} limited`] : []),
    ...(isWaiting ? ['waiting as a limit asks'] : []),
    leftMs === undefined ? time(share, elapsedMs) : left(share === null ? 'at most' : 'about', leftMs),
  ]
  const text = `${oneLine(stage, 30)}  ${parts.filter((part) => part !== '').join('  ')}`.trimEnd()
  if (!terminal.interactive) return text
  const room = terminal.columns - barWidth - 4
  return share === null || room < 30
    ? shortened(text, terminal.columns - 1)
    : `${styled('cyan', bar(share), terminal)}  ${shortened(text, room)}`
}

function bar(share: number): string {
  const full = Math.floor(Math.min(1, share) * barWidth)
  return '━'.repeat(full) + '─'.repeat(barWidth - full)
}

/** An estimate from what was done so far; where nothing is known, how long it has taken. */
function time(share: number | null, elapsedMs: number): string {
  if (share === null || share >= 1) return elapsedMs < 1000 ? '' : duration(elapsedMs)
  if (share === 0 || elapsedMs < 1000) return ''
  return left('about', ((1 - share) * elapsedMs) / share)
}

const left = (how: 'about' | 'at most', ms: number) =>
  ms > 0 ? `${how} ${duration(Math.ceil(ms / 1000) * 1000)} left` : ''
