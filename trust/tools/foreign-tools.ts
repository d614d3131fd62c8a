import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { goEnvironment } from '../../load/engine/environment.ts'
import { outputOf } from '../limiters/program.ts'

const cache = join(homedir(), '.cache', 'platform-api-suite', 'tools')

/** Fills a place in our cache once: in a folder beside it, which is then moved there whole. Several may do so at a time. */
async function once(place: string, fill: (workshop: string) => Promise<void>): Promise<string> {
  if (existsSync(place)) return place
  await mkdir(dirname(place), { recursive: true })
  const workshop = await mkdtemp(`${place}.`)
  await fill(workshop)
  await rename(workshop, place).catch(() => rm(workshop, { recursive: true, force: true }))
  return place
}

const signal = AbortSignal.timeout(240_000)

/** The folder of an unpacked PyPI package that needs no others: for `PYTHONPATH`, or for the data in it. */
export function pythonPackage(requirement: string): Promise<string> {
  return once(join(cache, requirement), async (workshop) => {
    const words = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--target', workshop]
    await outputOf('python3', [...words, requirement], { signal })
  })
}

/** The path of the program that `go install` makes of a module. */
export async function goProgram(module: string): Promise<string> {
  const [path = '', version = ''] = module.split('@')
  const name = basename(path)
  const folder = await once(join(cache, `${name}-${version}`), async (workshop) => {
    const environment = goEnvironment(process.env, workshop)
    await outputOf('go', ['install', module], { signal, environment })
  })
  return join(folder, name)
}
