import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pid } from 'node:process'
import { UsageError } from '../evidence/usage-error.ts'
import { notWritten, systemWords, writing } from './files.ts'

/** The folder for run folders, unless a user names another. */
export const defaultFolder = resolve(import.meta.dirname, '../reports/out')

/** A link to the last run in this folder. */
export const latestRun = join(defaultFolder, 'latest')

/** The folder of a run: the named one, else one of its own in the default folder. */
export function runFolder(out: string | null, id: string): string {
  return resolve(out ?? join(defaultFolder, id))
}

/** The first file of a run: the run that creates it owns the folder. */
const claimOf = (directory: string) => join(directory, 'plan.json')

const heldAlready = (directory: string) =>
  new UsageError(`${directory} holds a run already, or what is left of one: name another folder, or remove it`)

/** Throws a `UsageError` where a folder already holds a run, even one that goes on or was cut off. */
export function refuseFolderOfAnotherRun(directory: string): void {
  if ([claimOf(directory), join(directory, 'results.json')].some((file) => existsSync(file)))
    throw heldAlready(directory)
}

/** Makes the folder of a run and claims it. Throws a `UsageError` where it holds another run, or cannot be made. */
export function makeRunFolder(directory: string): void {
  refuseFolderOfAnotherRun(directory)
  try {
    makeFolder(directory)
  } catch (error) {
    throw new UsageError(
      `The run folder ${directory} cannot be made${systemWords(error)}. Name another folder by --out`,
    )
  }
  try {
    closeSync(openSync(claimOf(directory), 'wx'))
  } catch (error) {
    // Of two runs that begin at once one is refused: else their exchanges would mix in one file.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw heldAlready(directory)
    throw notWritten(claimOf(directory), error)
  }
}

/** Makes a folder and its parents, one by one: Node's recursive `mkdir` never returns below a folder like `/proc`. */
export function makeFolder(directory: string): void {
  if (isFolder(directory)) return
  const parent = dirname(directory)
  if (parent !== directory) makeFolder(parent)
  try {
    mkdirSync(directory)
  } catch (error) {
    // Another shard may have made it meanwhile.
    if (!isFolder(directory)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Points the link `latest` to a run folder in the default folder. */
export function pointLatestTo(directory: string): void {
  if (dirname(directory) !== defaultFolder) return
  const beside = `${latestRun}.${pid}`
  writing(latestRun, () => {
    // In a container process ids repeat: an earlier run may have been killed at this point.
    rmSync(beside, { force: true })
    symlinkSync(relative(defaultFolder, directory), beside)
    // One atomic step: between removing and creating the link another run could put its own.
    renameSync(beside, latestRun)
  })
}
