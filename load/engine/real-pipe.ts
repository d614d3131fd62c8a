import { spawnSync } from 'node:child_process'
import { closeSync, constants, mkdtempDisposableSync, openSync, readSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A pipe of the system, for a program's output. */
export interface RealPipe {
  /** The end for the program: a file descriptor. */
  readonly writing: number
  /** Closes our own copy of that end, once the program has one. */
  readonly letGo: () => void
  /** Hands on what comes, until the function that it returns is called: that takes the rest, and closes the pipe. */
  readonly read: (onBytes: (bytes: Buffer) => void) => () => void
}

/** It is looked into so often, so that nobody is woken for each line. Milliseconds. */
const lookMs = 20

/** So much of its log k6 holds back before it writes, where that is a file: `recording.ts` pushes it on. Bytes. */
export const heldBackBytes = 4096

/** What a pipe holds. Bytes. */
const pipeBytes = 65_536

/**
 * A pipe that a program can open again by its name, `/dev/stdout`: those that Node makes are sockets, which cannot be opened.
 * It stands in no folder any more. Null where the system has none.
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

/** How many bytes were read; none where nothing stands there yet. */
function readNow(reading: number, room: Buffer): number {
  try {
    return readSync(reading, room)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0
    throw error
  }
}
