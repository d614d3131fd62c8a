import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pid } from 'node:process'
import { UsageError } from '../evidence/usage-error.ts'
import { notWritten, systemWords, writing } from './files.ts'

/** Where run folders go unless told otherwise. */
export const defaultFolder = resolve(import.meta.dirname, '../reports/out')

/** The last run that went there. */
export const latestRun = join(defaultFolder, 'latest')

/** The folder of a run: the one that was named, else a default one of its own. */
export function runFolder(out: string | null, id: string): string {
  return resolve(out ?? join(defaultFolder, id))
}

/** The first file of a run: whoever makes it has the folder. */
export const claimOf = (directory: string) => join(directory, 'plan.json')

const heldAlready = (directory: string) =>
  new UsageError(`${directory} holds a run already, or what is left of one: name another folder, or remove it`)

/** Throws a `UsageError` where a folder holds a run already, even one that is under way or was cut off. */
export function refuseFolderOfAnotherRun(directory: string): void {
  if ([claimOf(directory), join(directory, 'results.json')].some((file) => existsSync(file)))
    throw heldAlready(directory)
}

/** Makes the folder of a run, which is then its own. Throws a `UsageError` where it holds another run, or cannot be made. */
export function makeRunFolder(directory: string): void {
  refuseFolderOfAnotherRun(directory)
  try {
    makeFolder(directory)
  } catch (error) {
    throw new UsageError(`The run folder ${directory} cannot be made${systemWords(error)}`)
  }
  try {
    closeSync(openSync(claimOf(directory), 'wx'))
  } catch (error) {
    // Of two runs that begin at once one is refused: their exchanges would stand in one file.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw heldAlready(directory)
    throw notWritten(claimOf(directory), error)
  }
}

/**
 * Makes a folder below the nearest one that is there, one by one: below one that takes no new entries, as `/proc` is, Node's
 * own recursive `mkdir` never returns.
 */
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

/** Points `latest` beside a default run folder to it. */
export function pointLatestTo(directory: string): void {
  if (dirname(directory) !== defaultFolder) return
  const link = join(defaultFolder, 'latest')
  const beside = `${link}.${pid}`
  writing(link, () => {
    // In a container process numbers come again: an earlier run may have been ended here.
    rmSync(beside, { force: true })
    symlinkSync(relative(defaultFolder, directory), beside)
    // At once: between taking it away and putting it back another run may put its own.
    renameSync(beside, link)
  })
}
