import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Words by which Node starts a script as package.json does: it reads code that was compiled before from a cache. */
export const asScripts = ['--import', fileURLToPath(new URL('../../node-version.mjs', import.meta.url))]

/** A program that ran to its end: its output, its time, and the memory of its whole family of processes. */
export interface EndedFamily {
  readonly output: string
  readonly code: number | null
  readonly ms: number
  /** Sum of the peaks of resident memory of all processes of the family, bytes. */
  readonly peakBytes: number
}

/** Notes the peaks of resident memory of a process and its descendants by pid, bytes. Skips those that are gone. */
export function peaks(pid: number, into: Map<number, number>): void {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    if (kilobytes !== undefined) into.set(pid, Number(kilobytes) * 1024)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    for (const child of children) peaks(Number(child), into)
  } catch {
    // The process has ended meanwhile.
  }
}

export interface FamilyOptions {
  readonly cwd: string
  readonly environment?: Readonly<Record<string, string>>
  /** Milliseconds after which the program is killed. @default five minutes */
  readonly mostMs?: number
}

/** Runs this Node with these words to its end. From our environment it gets only PATH and HOME. */
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

/** A program that runs until `end` is called, and the first line that it printed. */
export interface Helper {
  readonly said: string
  readonly end: () => void
}

/** Starts this Node with these words. The program must end with its standard input. Throws where it ends without a line. */
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
