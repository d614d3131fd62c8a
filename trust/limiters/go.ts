import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { goEnvironment } from '../../load/engine/environment.ts'
import { type RealLimiter, type Running, type StartOptions, slidingCounter, tokenBucket } from './limiter.ts'
import { outputOf, startProgram } from './program.ts'

const source = join(import.meta.dirname, 'go')

/** Builds the program at each start: Go compiles only the files that changed. */
async function build({ cache, signal }: StartOptions): Promise<string> {
  await mkdir(cache, { recursive: true })
  const file = join(cache, process.platform === 'win32' ? 'go-limiters.exe' : 'go-limiters')
  const environment = goEnvironment(process.env, cache)
  await outputOf('go', ['build', '-mod=readonly', '-trimpath', '-o', file, '.'], {
    signal,
    directory: source,
    environment,
  })
  return file
}

async function start(name: string, surroundings: StartOptions): Promise<Running> {
  const { port, signal } = surroundings
  const command = await build(surroundings)
  return startProgram({ command, args: ['-limiter', name, '-port', String(port)], port, signal })
}

export const goLimiters: readonly RealLimiter[] = [
  {
    name: 'golang.org/x/time/rate',
    truth: tokenBucket(20, 20, 'NewLimiter(20, 20)'),
    start: (surroundings) => start('x-time-rate', surroundings),
  },
  {
    name: 'juju/ratelimit, in steps',
    truth: tokenBucket(20, 20, 'NewBucketWithQuantum(500 ms, 20, 10)'),
    start: (surroundings) => start('juju', surroundings),
  },
  {
    name: 'throttled (GCRA)',
    truth: tokenBucket(20, 20, 'PerSec(20), MaxBurst 19'),
    start: (surroundings) => start('throttled', surroundings),
  },
  {
    name: 'go-chi/httprate',
    truth: slidingCounter(20, 1500, 'Limit(20, 1500 ms)'),
    start: (surroundings) => start('httprate', surroundings),
  },
]
