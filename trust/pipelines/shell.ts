import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { top } from '../documents/files.ts'

/** The exit code of a command (137 where it has none), and all that it printed. */
export interface ShellResult {
  readonly code: number
  readonly output: string
}

const notLinked = new Set(['.git', '.env', 'baseline'])

/** Makes a folder with links to all of this checkout except `.git`, `.env` and the baseline; gives its path. */
export function workspace(home: string): string {
  const folder = mkdtempSync(join(home, 'workspace-'))
  for (const name of readdirSync(top)) if (!notLinked.has(name)) symlinkSync(join(top, name), join(folder, name))
  return folder
}

/** Runs bash with these words. From our environment, it gets only PATH and HOME. */
export function inShell(
  words: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<ShellResult> {
  const { PATH = '', HOME = '' } = process.env
  const options = { cwd: folder, env: { PATH, HOME, ...environment }, maxBuffer: 2 ** 26, timeout: 240_000 }
  return new Promise((done) => {
    execFile('bash', words, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 137
      done({ code, output: stripVTControlCharacters(`${stdout}${stderr}`) })
    })
  })
}
