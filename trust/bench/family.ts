import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** As the scripts of package.json start a run: what was compiled before is read from where it is kept. */
export const asScripts = ['--import', fileURLToPath(new URL('../../node-version.mjs', import.meta.url))]

/** A program that ran to its end: what it said, how long it took, and what memory it and all that it started held. */
export interface EndedFamily {
  readonly output: string
  readonly code: number | null
  readonly ms: number
  /** The peaks of resident memory of every process of the family, added up. Bytes. */
  readonly peakBytes: number
}

/** Peak of resident memory of a process and of its children, by process; nothing of one that is gone. */
export function peaks(pid: number, into: Map<number, number>): void {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    if (kilobytes !== undefined) into.set(pid, Number(kilobytes) * 1024)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    for (const child of children) peaks(Number(child), into)
  } catch {
    // Gone meanwhile.
  }
}

/** How a program is run. */
export interface FamilyOptions {
  readonly cwd: string
  readonly environment?: Readonly<Record<string, string>>
  /** It is ended after so many milliseconds. @default five minutes */
  readonly mostMs?: number
}

/** Runs this Node with some words to its end, with nothing of our environment but path and home. */
export async function runNode(
  words: readonly string[],
  { cwd, environment, mostMs = 300_000 }: FamilyOptions,
): Promise<EndedFamily> {
  const { PATH = '', HOME = '' } = process.env
  const begun = performance.now()
  const child = spawn(process.execPath, words, {
    cwd,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const seen = new Map<number, number>()
  const looking = setInterval(() => peaks(child.pid ?? 0, seen), 50)
  const late = setTimeout(() => child.kill('SIGKILL'), mostMs)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      output += String(bytes)
    })
  }
  const code = await new Promise<number | null>((ended) => child.on('close', ended))
  clearInterval(looking)
  clearTimeout(late)
  const peakBytes = [...seen.values()].reduce((sum, bytes) => sum + bytes, 0)
  if (code === null) output += `ended after ${Math.round(performance.now() - begun)} ms`
  return { output, code, ms: performance.now() - begun, peakBytes }
}

/** A program that goes on until it is ended, and the first line that it said. */
export interface Helper {
  readonly said: string
  readonly end: () => void
}

/** Starts this Node with some words. It ends with its standard input. */
export async function startHelper(words: readonly string[]): Promise<Helper> {
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  const said = await new Promise<string>((found, failed) => {
    let text = ''
    child.stdout.on('data', (bytes) => {
      text += String(bytes)
      if (text.includes('\n')) found(text.trim())
    })
    child.on('close', () => failed(new Error(`${words.join(' ')} ended before it said anything`)))
  })
  return { said, end: () => child.stdin.end() }
}
