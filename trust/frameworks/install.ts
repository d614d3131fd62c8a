import { createHash } from 'node:crypto'
import { access, cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { goEnvironment } from '../../load/engine/environment.ts'
import { outputOf } from '../limiters/program.ts'
import type { Surroundings } from './framework.ts'

/** The source folder of a language's deployments. */
export const sourceOf = (language: string) => join(import.meta.dirname, language)

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/**
 * A folder in our cache that `make` fills once. Its name holds a hash of these files.
 * So a change of the files makes a new folder.
 */
async function madeOnce(
  kind: string,
  files: readonly string[],
  { cache, progress }: Surroundings,
  make: (home: string) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256')
  for (const file of files) hash.update(await readFile(join(sourceOf(kind), file)))
  const home = join(cache, `${kind}-${hash.digest('hex').slice(0, 12)}`)
  if (await exists(join(home, 'done'))) return home
  progress(`${kind}: installed once, into ${home}`)
  await rm(home, { recursive: true, force: true })
  await mkdir(home, { recursive: true })
  await make(home)
  await mkdir(join(home, 'done.draft'))
  await rename(join(home, 'done.draft'), join(home, 'done'))
  return home
}

/** A folder with the npm packages and a copy of the deployments, which find the packages there. */
export async function npmHome(surroundings: Surroundings): Promise<string> {
  const { signal } = surroundings
  const home = await madeOnce('npm', ['package.json', 'package-lock.json'], surroundings, async (directory) => {
    for (const file of ['package.json', 'package-lock.json'])
      await cp(join(sourceOf('npm'), file), join(directory, file))
    await outputOf('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { signal, directory })
  })
  for (const file of await readdir(sourceOf('npm'))) {
    if (/\.m[jt]s$/.test(file)) await cp(join(sourceOf('npm'), file), join(home, file))
  }
  return home
}

/** The path of the interpreter of a virtual environment with the required packages. */
export async function pythonHome(surroundings: Surroundings): Promise<string> {
  const { signal } = surroundings
  const home = await madeOnce('python', ['requirements.txt'], surroundings, async (directory) => {
    await outputOf('python3', ['-m', 'venv', directory], { signal })
    const python = join(directory, 'bin', 'python')
    const requirements = join(sourceOf('python'), 'requirements.txt')
    await outputOf(python, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements], { signal })
  })
  return join(home, 'bin', 'python')
}

/** The path of the program with all Go deployments. Built at each call: Go compiles only the files that changed. */
export async function goProgram({ cache, signal }: Surroundings): Promise<string> {
  await mkdir(cache, { recursive: true })
  const file = join(cache, 'go-frameworks')
  await outputOf('go', ['build', '-mod=readonly', '-trimpath', '-o', file, '.'], {
    signal,
    directory: sourceOf('go'),
    environment: goEnvironment(process.env, cache),
  })
  return file
}

/** The path of the axum deployment. Built at each call: Cargo compiles only the files that changed. */
export async function rustProgram({ cache, signal, progress }: Surroundings): Promise<string> {
  const target = join(cache, 'rust')
  progress('rust: built by cargo where something changed')
  await outputOf('cargo', ['build', '--release', '--locked', '--quiet'], {
    signal,
    directory: sourceOf('rust'),
    environment: { CARGO_TARGET_DIR: target, CARGO_HOME: process.env['CARGO_HOME'] },
  })
  return join(target, 'release', 'frameworks')
}

/** The path of the Spring Boot deployment's archive. */
export async function javaArchive(surroundings: Surroundings): Promise<string> {
  const { cache, signal } = surroundings
  const source = 'src/main/java/platform/Application.java'
  const files = ['pom.xml', source, 'src/main/resources/application.properties']
  const home = await madeOnce('java', files, surroundings, async (directory) => {
    for (const file of files) await cp(join(sourceOf('java'), file), join(directory, file))
    const args = ['--quiet', '--batch-mode', `-Dmaven.repo.local=${join(cache, 'maven')}`, 'package']
    await outputOf('mvn', args, { signal, directory })
  })
  return join(home, 'target', 'frameworks.jar')
}
