import { mkdir, mkdtemp, rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UsageError } from '../../evidence/usage-error.ts'
import { type Environment, runChild } from './child.ts'
import { goEnvironment } from './environment.ts'

/** The scenarios were written for this version of k6 and tried with it. */
export const wantedK6 = '1.8.1'
const module = `go.k6.io/k6@v${wantedK6}`

/** What a user can do where k6 is missing. */
export const remedies = `install k6 v${wantedK6} on the PATH, name it in K6_BIN, or install Go so that \`go install ${module}\` can build it`

export interface K6Build {
  readonly go: string
  /** The folder where k6 is built and kept. `file`: the path of the finished k6 in it. */
  readonly directory: string
  readonly file: string
  /** The environment of this process. Its PATH is searched, and `go` gets the variables that it needs. */
  readonly environment: Environment
  readonly progress: (text: string) => void
  readonly signal?: AbortSignal | undefined
}

const tickMs = 10_000
/** A lock that nobody touched for so long is abandoned. Milliseconds. */
const staleMs = 4 * tickMs

/** The directory is the lock: who makes it builds k6, and all others wait for the file. Returns true for the builder. */
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
 * Builds k6 by Go, once for all suites of this user that start together. k6 is built beside its place and moved there at the end, so that
 * an interrupted build leaves no half of a k6. Throws a `UsageError` with what failed and the remedies in one sentence.
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
