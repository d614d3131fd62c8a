// @module-tag external
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Results } from '../../evidence/results.ts'
import { planted } from '../../fixtures/faults/planting.ts'
import { type Front, listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { top } from '../documents/files.ts'
import { keysOf, secretsIn } from '../safety/secret-scan.ts'
import { asDevelopment, type ChildOptions, type ChildRun, startSuite } from './child-run.ts'
import { descendantsOf, eventually, type Process, stillThere } from './processes.ts'

let limited: Front
beforeAll(async () => {
  limited = await listen(await createService({ limit: 'fixed-window:20/30s' }))
})
afterAll(() => limited.close())

const answered = 20

/** A service for one run that stops answering after a while, so that requests are under way at the interruption. */
async function hanging(): Promise<Front> {
  let asked = 0
  const deployment = planted(
    await createService(),
    'hangs',
    null,
    () => ++asked > answered,
    () => ({ kind: 'silence' }),
  )
  const front = await listen(deployment)
  onTestFinished(() => front.close())
  return front
}

/** The request timeout, milliseconds. It is long, so that a run that waits for it differs from a slow end on a starved machine. */
const timeoutMs = 90_000

const contracts = [
  'run',
  'gate',
  '--only',
  'contracts',
  '--product',
  'Livestream',
  '--out',
  'OUT',
  '--timeout',
  String(timeoutMs),
]
const load = ['run', 'nightly', '--only', 'load', '--scenario', 'limits', '--out', 'OUT']

const settingsOf = ({ url, deployment }: Front) => asDevelopment({ ...deployment.settings, BASE_URL: url })

function start(front: Front, words: readonly string[], options: ChildOptions = {}): ChildRun {
  return startSuite(words, { settings: settingsOf(front), ...options })
}

/** Waits until contracts are under way: answers are recorded, and a request waits for an answer that never comes. */
async function underWay(run: ChildRun, front: Front): Promise<void> {
  const isRecorded = () => existsSync(join(run.directory, 'exchanges.ndjson'))
  await eventually(() => front.record.length > answered && isRecorded(), 60_000)
}
const isK6 = ({ arguments: words }: Process) => /k6 run /.test(words)
const k6Of = (run: ChildRun) => eventually(() => descendantsOf(run.child.pid).find(isK6), 60_000)

describe.concurrent('a signal ends the run in order', () => {
  test.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s', async (signal, { expect }) => {
    const slow = await hanging()
    const run = start(slow, contracts)
    await underWay(run, slow)
    const at = Date.now()
    run.child.kill(signal)
    const result = await run.ended
    expect(result.code, result.output).toBe(130)
    expect(Date.now() - at).toBeLessThan(timeoutMs / 2)
    expect(result.results?.run.exitCode).toBe(130)
    expect(result.results?.summary['not-exercised']).toBeGreaterThan(0)
    expect(result.files.has('index.html')).toBe(true)
    expect(result.output).not.toMatch(/^\s+at /m)
  })

  test('one Ctrl-C that comes twice, as npm hands it on', async ({ expect }) => {
    const slow = await hanging()
    const run = start(slow, contracts)
    await underWay(run, slow)
    run.child.kill('SIGINT')
    setTimeout(() => run.child.kill('SIGINT'), 30)
    const result = await run.ended
    expect(result.code).toBe(130)
    expect(result.files.has('index.html')).toBe(true)
  })

  test('a signal while the run is judged', async ({ expect }) => {
    const run = start(limited, ['run', 'gate', '--out', 'OUT'])
    run.child.stderr?.on('data', (bytes) => {
      if (/^judging$/m.test(String(bytes))) run.child.kill('SIGTERM')
    })
    const { code, results, files } = await run.ended
    expect(code).toBe(130)
    expect(results?.run.exitCode).toBe(130)
    expect(files.get('recording.json')).toContain('"interrupted": "SIGTERM"')
  })

  test('SIGKILL of the parent', async ({ expect }) => {
    const slow = await hanging()
    const run = start(slow, contracts, { byShell: true })
    await underWay(run, slow)
    const own = descendantsOf(run.child.pid)
    expect(own.length).toBeGreaterThan(0)
    run.child.kill('SIGKILL')
    await eventually(() => existsSync(join(run.directory, 'index.html')), timeoutMs / 2)
    await eventually(() => stillThere(own).length === 0, 10_000)
    const { results } = await run.ended
    expect(results?.run.exitCode).toBe(130)
  })

  test('closed output does not end the run', async ({ expect }) => {
    const run = start(limited, [...contracts.slice(0, -2), '--operation', 'GET /api/video/category/all'])
    run.child.stdout?.destroy()
    run.child.stderr?.destroy()
    const code = await new Promise((done) => run.child.on('exit', done))
    expect(code).toBe(0)
  })
})

describe('no k6 is left', () => {
  test.for(['SIGINT', 'SIGTERM'] as const)('after %s', async (signal) => {
    const run = start(limited, load)
    const k6 = await k6Of(run)
    const own = descendantsOf(run.child.pid)
    const keys = keysOf(limited.deployment.settings)
    expect(secretsIn(own.map((one) => one.arguments).join('\n'), keys)).toEqual([])
    run.child.kill(signal)
    const result = await run.ended
    expect(result.code, result.output).toBe(130)
    expect(stillThere([k6, ...own])).toEqual([])
    expect(result.results?.run.exitCode).toBe(130)
    for (const text of [...result.files.values(), result.output]) expect(secretsIn(text, keys)).toEqual([])
  })

  test('after SIGKILL of the parent', async () => {
    const run = start(limited, load, { byShell: true })
    await eventually(() => descendantsOf(run.child.pid).some(isK6), 60_000)
    const own = descendantsOf(run.child.pid)
    run.child.kill('SIGKILL')
    await eventually(() => stillThere(own).length === 0, 20_000)
    await run.ended
  })

  // A shell between npm and the suite survives the signal.
  test('after SIGKILL of npm', async () => {
    const home = mkdtempSync(join(tmpdir(), 'platform-api-suite-npm-'))
    const words = ['run', 'nightly', '--', ...load.slice(2).map((word) => (word === 'OUT' ? join(home, 'run') : word))]
    const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
    const own = { PATH, HOME, TMPDIR, HISTORY_FILE: join(home, 'history.ndjson') }
    const npm = spawn('npm', words, { cwd: top, env: { ...own, ...settingsOf(limited) }, stdio: 'ignore' })
    await eventually(() => descendantsOf(npm.pid).some(isK6), 60_000)
    const started = descendantsOf(npm.pid)
    npm.kill('SIGKILL')
    await eventually(() => stillThere(started).length === 0, 20_000)
    const { run } = JSON.parse(readFileSync(join(home, 'run', 'results.json'), 'utf8')) as Results
    expect(run.exitCode).toBe(130)
    rmSync(home, { recursive: true })
  })

  test('after SIGKILL of the suite itself', async () => {
    const run = start(limited, load)
    await k6Of(run)
    const own = descendantsOf(run.child.pid)
    run.child.kill('SIGKILL')
    await eventually(() => stillThere(own).length === 0, 20_000)
    await run.ended
  })
})
