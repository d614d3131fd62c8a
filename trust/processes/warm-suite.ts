import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'vitest'
import { triesAll } from '../tools/rounds.ts'
import { type ChildResult, endedSuite, filesIn, resultsIn } from './child-run.ts'
import type { WarmAnswer, WarmQuestion } from './warm-host.ts'

/** How a command line ended, whichever process ran it. */
export type EndedSuite = Pick<ChildResult, 'code' | 'output' | 'files' | 'results'>

/**
 * Starting Node takes half of a short run. So only the first command line of a test file and every eighth after it have a process
 * of their own; the others share one. In the nightly tests no process is shared.
 */
const processEvery = 8

/** Command lines that were run so far, by test file. */
const asked = new Map<string, number>()
let questions = 0
/** The shared process. It ends with the test worker that started it. */
let host: ChildProcess | null = null
const waiting = new Map<number, PromiseWithResolvers<WarmAnswer>>()

function startHost(): ChildProcess {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
  // An empty folder: no `.env` and no baseline of ours is read.
  const cwd = mkdtempSync(join(tmpdir(), 'platform-api-suite-warm-'))
  const modules = resolve(import.meta.dirname, '../../node-version.mjs')
  const started = fork(resolve(import.meta.dirname, 'warm-host.ts'), [], {
    cwd,
    env: { PATH, HOME, TMPDIR },
    execArgv: ['--import', modules],
  })
  started.on('message', (answer: WarmAnswer) => {
    waiting.get(answer.id)?.resolve(answer)
    waiting.delete(answer.id)
  })
  started.on('exit', (code, signal) => {
    rmSync(cwd, { recursive: true, force: true })
    for (const { reject } of waiting.values()) reject(new Error(`the process of the runs ended: ${code ?? signal}`))
    waiting.clear()
    host = null
  })
  return started
}

/** Runs a command line with these settings to its end. `OUT` among its words stands for the run folder. */
export async function ranSuite(
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<EndedSuite> {
  const { testPath = '' } = expect.getState()
  const nth = asked.get(testPath) ?? 0
  asked.set(testPath, nth + 1)
  if (triesAll || nth % processEvery === 0) return endedSuite(words, settings)
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
  const home = mkdtempSync(join(tmpdir(), 'platform-api-suite-warm-run-'))
  const directory = join(home, 'run')
  questions += 1
  const question: WarmQuestion = {
    id: questions,
    words: words.map((word) => (word === 'OUT' ? directory : word)),
    environment: { PATH, HOME, TMPDIR, HISTORY_FILE: join(home, 'history.ndjson'), ...settings },
  }
  const ended = Promise.withResolvers<WarmAnswer>()
  waiting.set(question.id, ended)
  host ??= startHost()
  host.send(question)
  try {
    const { code, output } = await ended.promise
    const files = filesIn(directory)
    return { code, output, files, results: resultsIn(files) }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
