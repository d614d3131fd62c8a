/*
 * What virtual users need of the wire, apart from the rest: there are many of them, and each holds all that it imports.
 */

/** So much of its log k6 holds back before it writes, where that is a file (`real-pipe.ts`). Bytes. */
export const heldBackBytes = 4096

/** How much of a body is kept: enough for any error, too little to be a copy of somebody's data. Bytes. */
export const keptBytes = 2048

/** One request of an arrival rate, in short. */
export interface ShortLine {
  /** The iteration's number in the whole test, over all processes: its remainder tells the operation. */
  readonly turn: number
  /** 0 where no whole answer came. */
  readonly status: number
  /** k6's own timing, from sending to the last byte, milliseconds to the nanosecond. */
  readonly durationMs: number
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** The line did not tell when it began: that was taken from the lines before it. */
  readonly guessed?: true
}

/** Writes a short line. It is written for nearly every request, so `asking.ts` has it in full, which is cheaper. */
export function shortLine(turn: number, status: number, durationMs: number): string {
  return `r ${turn} ${status} ${durationMs}`
}

/** Writes a short line that tells its time. */
export function timedLine(line: ShortLine): string {
  return `${shortLine(line.turn, line.status, line.durationMs)} ${line.startedAt}`
}
