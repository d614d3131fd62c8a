// @module-tag external
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../trust/processes/processes.ts'
import { executable } from '../../trust/tools/executable.ts'
import { k6ForTests } from '../../trust/tools/k6-for-tests.ts'
import { k6Environment } from './environment.ts'
import { heldBackBytes } from './real-pipe.ts'
import { printedByK6 } from './run-k6.ts'

let room = ''
beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'scenario-test-'))
  // Builds k6 where no earlier test did.
  await k6ForTests()
}, 900_000)
afterAll(() => rm(room, { recursive: true, force: true }))

const environment = k6Environment({ PATH: process.env['PATH'], HOME: process.env['HOME'] }, {})

async function fake(script: string): Promise<string> {
  return executable(join(await mkdtemp(join(room, 'bin-')), 'k6'), script)
}

async function script(text: string): Promise<string> {
  const file = join(await mkdtemp(join(room, 'script-')), 'script.ts')
  await writeFile(file, text)
  return file
}

const isThere = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function gone(pid: number, withinMs: number): Promise<boolean> {
  for (const until = Date.now() + withinMs; Date.now() < until; ) {
    if (!isThere(pid)) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return !isThere(pid)
}

function run(binary: string, file: string, more: object = {}) {
  const lines: string[] = []
  const order = { binary, script: file, environment, maxMs: 30_000, graceMs: 300 }
  return { lines, ended: printedByK6({ ...order, ...more }, (line) => lines.push(line)) }
}

const pidsOf = (lines: readonly string[]) => lines.map(Number)

test.for([
  ['time', { maxMs: 400 }],
  ['silence', { silentMs: 400 }],
] as const)('a k6 that hangs is ended by %s, together with the processes that it started', async ([by, bounds]) => {
  const { lines, ended } = run(
    await fake('trap "" INT TERM; sleep 60 & echo $$; echo $!; wait; sleep 60'),
    'x.ts',
    bounds,
  )
  expect((await ended).by).toBe(by)
  expect(pidsOf(lines)).toHaveLength(2)
  for (const pid of pidsOf(lines)) expect(await gone(pid, 2000)).toBe(true)
})

test('an interrupt ends k6', async () => {
  const stop = new AbortController()
  const { lines, ended } = run(await fake('echo $$; exec sleep 60'), 'x.ts', { signal: stop.signal })
  await eventually(() => lines.length > 0, 60_000)
  stop.abort()
  expect((await ended).by).toBe('interrupt')
  expect(await gone(Number(lines[0]), 2000)).toBe(true)
})

test('nothing is started after an interrupt', async () => {
  const { lines, ended } = run(await fake('echo started'), 'x.ts', { signal: AbortSignal.abort() })
  expect((await ended).by).toBe('interrupt')
  expect(lines).toEqual([])
})

test('a k6 that cannot be started is told as failed, with the error', async () => {
  expect(await run(join(room, 'nothing'), 'x.ts').ended).toMatchObject({ by: 'failed', error: 'ENOENT' })
})

test('the arguments open no port, send no usage report and hold no key', async () => {
  const { lines, ended } = run(await fake('for a; do echo "$a"; done'), 'the-script.ts')
  expect((await ended).code).toBe(0)
  expect(lines).toContain('--no-usage-report')
  expect(lines.at(-1)).toBe('the-script.ts')
  // An empty address opens no port. An empty line of output is not handed on, so the next argument follows.
  expect(lines[lines.indexOf('--address') + 1]).toMatch(/^--/)
  expect(lines.join(' ')).not.toMatch(/KEY|BASE_URL/)
})

const beating = `
  import { setInterval, setTimeout } from 'k6/timers'
  export const options = { scenarios: { s: { executor: 'shared-iterations', vus: 1, iterations: 1, maxDuration: '60s' } } }
  export default async function () {
    setInterval(() => console.log('beat'), 200)
    await new Promise((resolve) => setTimeout(resolve, 50000))
  }`

test('real k6 ends at an interrupt', async () => {
  const { binary } = await k6ForTests()
  const stop = new AbortController()
  const { lines, ended } = run(binary, await script(beating), { signal: stop.signal, graceMs: 3000 })
  await eventually(() => lines.filter((line) => line === 'beat').length > 1, 60_000)
  stop.abort()
  expect((await ended).by).toBe('interrupt')
})

test('lines that are held back come when k6 ends, in their order', async () => {
  const { binary } = await k6ForTests()
  const text = `
    export default function () { for (let line = 0; line < 5000; line += 1) console.log('line ' + line) }
    export const handleSummary = () => ({})`
  const { lines, ended } = run(binary, await script(text), { holdsBack: true })
  expect((await ended).by).toBe('itself')
  expect(lines).toEqual(Array.from({ length: 5000 }, (_, at) => `line ${at}`))
})

test('an exception in a script is told only in the last lines of k6', async () => {
  const { binary } = await k6ForTests()
  const { lines, ended } = run(binary, await script('export default function () { throw new Error("broken") }'))
  expect((await ended).by).toBe('itself')
  expect(lines.join('\n')).toContain('broken')
})

test.for([
  [false, beating],
  [true, beating.replace("'beat'", `'beat'.padEnd(${heldBackBytes})`)],
] as const)(
  'k6 does not outlive a parent that was killed: its next line meets a closed pipe; held back: %s',
  async ([holdsBack, text]) => {
    const { binary } = await k6ForTests()
    const file = await script(text)
    const record = join(room, 'pid')
    const wrapper = await fake(`echo $$ > ${record}; exec ${binary} "$@"`)
    const module = fileURLToPath(new URL('./run-k6.ts', import.meta.url))
    const program = `import { printedByK6 } from ${JSON.stringify(module)}
    await printedByK6({ binary: ${JSON.stringify(wrapper)}, script: ${JSON.stringify(file)}, environment: process.env,
      maxMs: 60000, holdsBack: ${holdsBack} }, (line) => process.stdout.write(line + '\\n'))`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((resolve) => parent.stdout.once('data', resolve))
    const pid = Number(await readFile(record, 'utf8'))
    expect(isThere(pid)).toBe(true)
    parent.kill('SIGKILL')
    expect(await gone(pid, 5000)).toBe(true)
  },
)
