import { constants } from 'node:fs'
import { access, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Environment } from '../../load/engine/child.ts'
import { NotThere, type StartOptions } from './limiter.ts'
import { outputOf } from './program.ts'

/** A program, and the variables by which it finds its libraries. */
export interface DebianPackage {
  readonly command: string
  readonly environment: Environment
}

const isThere = (file: string) =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  )

/**
 * Finds a program on this machine, or unpacks its Debian packages into our cache. Nothing is installed: no service starts, and the system
 * does not change. `fromPackage`: the package that holds the program, if it has another name. Throws a `NotThere` where the program is not
 * there and cannot be fetched.
 */
export async function findProgram(
  name: string,
  surroundings: Pick<StartOptions, 'cache' | 'signal' | 'progress'>,
  fromPackage = name,
): Promise<DebianPackage> {
  const places = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  for (const place of places.filter((path) => path !== '')) {
    const command = join(place, name)
    if (await isThere(command)) return { command, environment: {} }
  }
  const root = join(surroundings.cache, `debian-${name}`)
  const command = join(root, 'usr', 'sbin', name)
  if (!(await isThere(command))) await unpack(fromPackage, root, surroundings)
  const libraries = await readdir(join(root, 'usr', 'lib')).catch(() => [])
  const paths = ['', ...libraries].map((directory) => join(root, 'usr', 'lib', directory))
  return { command, environment: { LD_LIBRARY_PATH: paths.join(delimiter) } }
}

async function unpack(
  name: string,
  root: string,
  { signal, progress }: Pick<StartOptions, 'signal' | 'progress'>,
): Promise<void> {
  if (!(await isThere('/usr/bin/apt-get'))) throw new NotThere(`${name} is not installed, and this is no Debian`)
  progress(`${name}: fetched from Debian, once`)
  const draft = `${root}.${process.pid}`
  const files = join(draft, 'packages')
  await mkdir(files, { recursive: true })
  try {
    const simulate = () => outputOf('apt-get', ['--simulate', '--no-install-recommends', 'install', name], { signal })
    const simulated = await simulate().catch(async () => {
      // A fresh container has no lists of packages; only root may fetch them.
      await outputOf('apt-get', ['update'], { signal })
      return simulate()
    })
    const packages = [...simulated.matchAll(/^Inst (\S+)/gm)].map(([, found = '']) => found)
    await outputOf('apt-get', ['download', ...packages], { signal, directory: files })
    for (const file of await readdir(files)) await outputOf('dpkg', ['-x', join(files, file), draft], { signal })
    await rm(files, { recursive: true })
    await rename(draft, root)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
