import { mkdir, mkdtemp, rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UsageError } from '../../evidence/usage-error.ts'
import { type Environment, runChild } from './child.ts'
import { goEnvironment } from './environment.ts'

/** The version that the scenarios were written for and tried with. */
export const wantedK6 = '1.8.1'
const module = `go.k6.io/k6@v${wantedK6}`

/** What a user can do where there is no k6. */
export const remedies = `install k6 v${wantedK6} on the PATH, name it in K6_BIN, or install Go so that \`go install ${module}\` can build it`

export interface K6Build {
  readonly go: string
  /** Where it is built and kept, and the file that it becomes there. */
  readonly directory: string
  readonly file: string
  /** The process's: its PATH is searched, and `go` gets what it needs of it. */
  readonly environment: Environment
  readonly progress: (text: string) => void
  readonly signal?: AbortSignal | undefined
}

const tickMs = 10_000
/** A lock that was not touched for so long belongs to nobody any more. */
const staleMs = 4 * tickMs

/** The directory is the lock: whoever makes it builds; everybody else waits for the file. True for the builder. */
async function claim(lock: string, file: string, signal: AbortSignal | undefined): Promise<boolean> {
  for (;;) {
    try {
      await mkdir(lock)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (signal?.aborted) throw new UsageError('The build of k6 was interrupted.')
    await sleep(250)
    if (await stat(file).catch(() => null)) return false
    const touched = await stat(lock).catch(() => null)
    if (touched !== null && Date.now() - touched.mtimeMs > staleMs) await rm(lock, { recursive: true, force: true })
  }
}

/**
 * Builds k6 by Go, once for all suites of this user that start together. Beside the place, and moved there at the end, so that an
 * interrupted build leaves no half of a k6.
 *
 * @throws UsageError with what failed and the remedies in one sentence.
 */
export async function buildK6(build: K6Build): Promise<void> {
  const lock = join(build.directory, 'building')
  try {
    await mkdir(build.directory, { recursive: true })
    if (!(await claim(lock, build.file, build.signal))) return
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(
      `k6 cannot be kept in ${build.directory} (${(error as NodeJS.ErrnoException).code}): ${remedies}.`,
    )
  }
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  build.progress(`building k6 v${wantedK6} by Go, once (about a minute or two) …`)
  using _ticking = setInterval(() => {
    build.progress(`building k6 v${wantedK6}: ${seconds()} s`)
    utimes(lock, new Date(), new Date()).catch(() => undefined)
  }, tickMs)
  try {
    await install(build, await mkdtemp(join(lock, 'bin-')))
    build.progress(`built k6 v${wantedK6} in ${seconds()} s: ${build.file}`)
  } finally {
    await rm(lock, { recursive: true, force: true })
  }
}

async function install({ go, environment, signal, file }: K6Build, workshop: string): Promise<void> {
  let said = ''
  const end = await runChild({
    command: go,
    args: ['install', module],
    environment: goEnvironment(environment, workshop),
    directory: workshop,
    maxMs: 15 * 60_000,
    signal,
    onError: (bytes) => {
      said = (said + bytes.toString('utf8')).slice(-2000)
    },
  })
  if (end.by === 'interrupt') throw new UsageError('The build of k6 was interrupted.')
  if (end.code !== 0) {
    const last = said.trim().split('\n').at(-1) ?? ''
    throw new UsageError(`k6 could not be built by \`go install ${module}\` (${last || end.by}): ${remedies}.`)
  }
  await rename(join(workshop, basename(file)), file)
}
