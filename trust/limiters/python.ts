import { access, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  fixedWindow,
  type RealLimiter,
  type Running,
  type StartOptions,
  slidingCounter,
  slidingLog,
} from './limiter.ts'
import { outputOf, startProgram } from './program.ts'

const source = join(import.meta.dirname, 'python')
const requirements = join(source, 'requirements.txt')

/** The interpreter of a virtual environment in our cache. Its name holds the required versions: new ones make a new one. */
async function interpreter({ cache, signal, progress }: StartOptions): Promise<string> {
  const wanted = (await readFile(requirements, 'utf8')).trim()
  const home = join(cache, `python-${wanted.replaceAll(/[^\w.=-]+/g, '-')}`)
  const python = join(home, 'bin', 'python')
  const done = join(home, 'done')
  if (
    await access(done).then(
      () => true,
      () => false,
    )
  )
    return python
  progress(`${wanted}: installed by pip, once`)
  await rm(home, { recursive: true, force: true })
  await mkdir(cache, { recursive: true })
  await outputOf('python3', ['-m', 'venv', home], { signal })
  await outputOf(python, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements], { signal })
  await mkdir(`${done}.draft`, { recursive: true })
  await rename(`${done}.draft`, done)
  return python
}

async function start(strategy: string, surroundings: StartOptions): Promise<Running> {
  const { port, signal } = surroundings
  const command = await interpreter(surroundings)
  return startProgram({ command, args: [join(source, 'service.py'), strategy, String(port)], port, signal })
}

export const pythonLimiters: readonly RealLimiter[] = [
  {
    name: 'limits (Python) fixed window',
    truth: fixedWindow(20, 1000, '20 per 1 second'),
    start: (surroundings) => start('fixed-window', surroundings),
  },
  {
    name: 'limits (Python) moving window',
    truth: slidingLog(20, 1000, '20 per 1 second'),
    start: (surroundings) => start('moving-window', surroundings),
  },
  {
    name: 'limits (Python) sliding window counter',
    truth: slidingCounter(20, 1000, '20 per 1 second'),
    start: (surroundings) => start('sliding-window-counter', surroundings),
  },
]
