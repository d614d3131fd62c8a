import { spawnSync } from 'node:child_process'
import { closeSync, constants, mkdtempDisposableSync, openSync, readSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A pipe of the operating system, for the output of a program. */
export interface RealPipe {
  /** The program's end of the pipe: a file descriptor. */
  readonly writing: number
  /** Closes our own copy of the program's end, once the program has one. */
  readonly letGo: () => void
  /** Hands on what comes through the pipe. Returns a function that hands on the rest and closes the pipe. */
  readonly read: (onBytes: (bytes: Buffer) => void) => () => void
}

/** How often the pipe is read. Reading in intervals saves waking up for each line. Milliseconds. */
const lookMs = 20

/** k6 holds back so much of its log before it writes, where the log is a file. `recording.ts` fills it up on purpose. Bytes. */
export const heldBackBytes = 4096

/** The capacity of a pipe. Bytes. */
const pipeBytes = 65_536

/**
 * Makes a pipe that a program can open again by the name `/dev/stdout`. Pipes that Node makes are sockets, which cannot be opened.
 * The pipe's file is deleted at once. Null where the system has no such pipes.
 */
export function realPipe(): RealPipe | null {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'platform-api-suite-pipe-'))
  const file = join(folder.path, 'pipe')
  if (spawnSync('mkfifo', ['-m', '600', file]).status !== 0) return null
  const reading = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  const writing = openSync(file, constants.O_WRONLY)
  const room = Buffer.alloc(pipeBytes)
  return {
    writing,
    letGo: () => closeSync(writing),
    read(onBytes) {
      const take = () => {
        let count = pipeBytes
        while (count === pipeBytes) {
          count = readNow(reading, room)
          if (count > 0) onBytes(room.subarray(0, count))
        }
      }
      const looking = setInterval(take, lookMs)
      return () => {
        clearInterval(looking)
        take()
        closeSync(reading)
      }
    },
  }
}

/** Reads what stands in the pipe. Returns the number of bytes, 0 where there is nothing yet. */
function readNow(reading: number, room: Buffer): number {
  try {
    return readSync(reading, room)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0
    throw error
  }
}
