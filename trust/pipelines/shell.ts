import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { top } from '../documents/files.ts'

/** How a command ended, and what it said. */
export interface ShellResult {
  readonly code: number
  readonly output: string
}

const notLinked = new Set(['.git', '.env', 'baseline'])

/** A folder of its own that looks like a checkout with everything installed. */
export function workspace(home: string): string {
  const folder = mkdtempSync(join(home, 'workspace-'))
  for (const name of readdirSync(top)) if (!notLinked.has(name)) symlinkSync(join(top, name), join(folder, name))
  return folder
}

/** Runs bash with these words: of our environment it has the path and the home alone. */
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
