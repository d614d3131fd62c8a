import { constants } from 'node:fs'
import { access, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Environment } from '../../load/engine/child.ts'
import { NotThere, type StartOptions } from './limiter.ts'
import { outputOf } from './program.ts'

/** A program with what it needs of the environment to find its libraries. */
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
 * A program of this machine, or out of Debian's packages, which are unpacked into our cache: nothing is installed, so no
 * service is started and nothing of the system changes.
 *
 * @param fromPackage The package that holds it, where that has another name.
 * @throws NotThere where there is neither.
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
