import { counted } from '../../evidence/counted.ts'
import { duration, oneLine, present, shortened } from '../plain-text.ts'
import { styled, type Terminal } from './terminal.ts'

/** How far a stage of a run is. */
export interface StageProgress {
  /** `contracts`, `load`, `judging` … */
  readonly stage: string
  /** From 0 to 1; null where it is not known. */
  readonly share: number | null
  readonly requests: number
  /** How many answers were refusals of a limit so far. */
  readonly limited: number
  /** True while the suite waits for a limit. */
  readonly isWaiting: boolean
  /** Requests a second over the last second; only load tells it. */
  readonly ratePerSecond?: number
  /** Milliseconds left, where this is known better than from the share done. Without a share it is an upper bound. */
  readonly leftMs?: number
}

/** What the last call wrote. The next call needs it to know whether a line is due. */
export interface ProgressState {
  readonly startedAt: number
  readonly writtenAt: number | null
  readonly stage: string | null
  /** True where the last progress was the end of its stage. A second end of the stage waits for the pause. */
  readonly ended: boolean
}

/** The shortest pause between two lines. A person sees ten a second, a log gets one in five seconds and the last. */
const pauseMs = { interactive: 100, log: 5000 } as const
const barWidth = 20
const clear = '\r\u001b[2K'

/** The state before anything was written. */
export function progressStart(now: number): ProgressState {
  return { startedAt: now, writtenAt: null, stage: null, ended: false }
}

/** The text to write now, `''` for nothing, and the state for the next call. */
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

/** The text to write at the very end. It wipes an interactive line; a log needs none. */
export function progressEnd(state: ProgressState, terminal: Terminal): string {
  return terminal.interactive && !terminal.quiet && state.writtenAt !== null ? clear : ''
}

/** One line: the stage, the share, requests sent and limited, and the time left or gone. */
export function progressLine(progress: StageProgress, elapsedMs: number, terminal: Terminal): string {
  const { stage, share, requests, limited, isWaiting, ratePerSecond, leftMs } = progress
  const text = present(
    oneLine(stage, 30),
    share !== null && `${Math.floor(Math.min(1, share) * 100)} %`,
    requests > 0 && counted(requests, 'request'),
    ratePerSecond !== undefined && `${ratePerSecond}/s`,
    limited > 0 && `${limited} limited`,
    isWaiting && (limited > 0 ? 'waiting as a limit asks' : 'waiting for the service'),
    leftMs === undefined ? time(share, elapsedMs) : left(share === null ? 'at most' : 'about', leftMs),
  ).join('  ')
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

/** The time left, estimated from the share done. Without a share, the time gone. */
function time(share: number | null, elapsedMs: number): string {
  if (share === null || share >= 1) return elapsedMs < 1000 ? '' : duration(elapsedMs)
  if (share === 0 || elapsedMs < 1000) return ''
  return left('about', ((1 - share) * elapsedMs) / share)
}

const left = (how: 'about' | 'at most', ms: number) =>
  ms > 0 ? `${how} ${duration(Math.ceil(ms / 1000) * 1000)} left` : ''
