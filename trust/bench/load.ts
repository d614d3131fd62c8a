/**
 * What load costs: `npm run bench:load` prints it in one run, `--write` puts it into load/BENCH.md.
 *
 * CPU of k6 a request with the suite's recorder over a bare script with the same tags; and the memory of the whole family of
 * processes from 5,000 to 100,000 requests.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { argv, stderr, stdout, version } from 'node:process'
import { fileURLToPath } from 'node:url'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { k6Environment } from '../../load/engine/environment.ts'
import { planLoad } from '../../load/plan.ts'
import { variables } from '../../load/wire.ts'
import { k6ForTests } from '../tools/k6-for-tests.ts'
import { bare, recorded } from './scripts.ts'

const rounds = 5
/** What a request costs is what these differ by: not the start, nor the exchanges that are kept of a scenario of any length. */
const [few, many] = [2000, 18_000]
const memory = { ratePerSecond: 500, few: 5000, many: 100_000 } as const
const ownSuite = resolve(import.meta.dirname, '../../suite.ts')

const median = (values: readonly number[]) => values.toSorted((one, two) => one - two)[values.length >> 1] ?? 0

interface Server {
  readonly url: string
  readonly end: () => void
}

async function serve(): Promise<Server> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./plain-server.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const port = await new Promise<string>((found) => child.stdout.once('data', (text) => found(String(text).trim())))
  return { url: `http://127.0.0.1:${port}`, end: () => child.stdin.end() }
}

/** Seconds of CPU that a program took, its children included. */
async function cpuOf(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const timed = ['-c', 'TIMEFORMAT="cpu %U %S"; time "$@" 2>&1', 'bash', command, ...args]
  const child = spawn('bash', timed, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  // Read as the suite reads it, and dropped.
  child.stdout.resume()
  child.stderr.on('data', (text) => {
    said += String(text)
  })
  await new Promise((ended) => child.on('close', ended))
  const [, user, system] = /cpu ([\d.]+) ([\d.]+)/.exec(said) ?? []
  if (user === undefined) throw new Error(`no time was told: ${said}`)
  return Number(user) + Number(system)
}

/** The order of a smoke as the suite makes it. */
function order(requests: number) {
  const [planned] = planLoad({
    ...{ scenarios: ['smoke'], operations: catalogue, limitedOperation: 'GET /api/video/details/all' },
    ...{ targets: { extra: [], ids: {}, getOnly: false }, ratePerSecond: 1000, durationMs: requests, processes: 1 },
    ...{ thresholds: [], hasKey: true, hasOtherKey: false, timeoutMs: 10_000 },
  }).scenarios
  return { ...planned?.order, userAgent: 'bench', startAt: null }
}

interface Ratio {
  readonly status: number
  readonly bareUs: number
  readonly recordedUs: number
  readonly ratios: readonly number[]
}

async function cost(binary: string, url: string, status: number, room: string): Promise<Ratio> {
  const environmentFor = (requests: number) =>
    k6Environment(process.env, {
      [variables.baseUrl]: status === 429 ? `${url}/429` : url,
      [variables.key]: 'bench-key',
      [variables.order]: JSON.stringify(order(requests)),
    }) as NodeJS.ProcessEnv
  const quiet = ['run', '--no-usage-report', '--address', '', '--log-format', 'raw', '--log-output=stdout', '-q']
  const file = join(room, 'script.ts')
  const of = async (script: (requests: number) => string) => {
    const took = async (requests: number) => {
      writeFileSync(file, script(requests))
      return await cpuOf(binary, [...quiet, file], environmentFor(requests))
    }
    return ((await took(many)) - (await took(few))) / (many - few)
  }
  const pairs = []
  for (let round = 0; round < rounds; round += 1) pairs.push({ bare: await of(bare), own: await of(recorded) })
  return {
    status,
    bareUs: 1e6 * median(pairs.map((pair) => pair.bare)),
    recordedUs: 1e6 * median(pairs.map((pair) => pair.own)),
    ratios: pairs.map((pair) => pair.own / pair.bare).toSorted((one, two) => one - two),
  }
}

/** Peak of resident memory and children of a process; nothing once it is gone. */
function peaks(pid: number, into: Map<number, number>): void {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    if (kilobytes !== undefined) into.set(pid, Number(kilobytes) * 1024)
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    for (const child of children) peaks(Number(child), into)
  } catch {
    // Gone meanwhile.
  }
}

/** The whole family's peak for so many requests at one rate, bytes. */
async function familyPeak(url: string, count: number, room: string): Promise<number> {
  const seconds = Math.round(count / memory.ratePerSecond)
  const out = mkdtempSync(join(room, 'run-'))
  const words = [
    '--only',
    'load',
    '--scenario',
    'smoke',
    '--rate',
    `${memory.ratePerSecond}`,
    '--duration',
    `${seconds}`,
  ]
  const settings = { DEV_BASE_URL: url, DEV_API_KEY: 'bench-key', HISTORY_FILE: join(out, 'history.ndjson') }
  const args = [ownSuite, 'run', 'nightly', ...words, '--out', join(out, 'run'), '--quiet']
  const child = spawn(process.execPath, args, { env: { ...process.env, ...settings }, cwd: out, stdio: 'ignore' })
  const seen = new Map<number, number>()
  const looking = setInterval(() => peaks(child.pid ?? 0, seen), 200)
  await new Promise((ended) => child.on('close', ended))
  clearInterval(looking)
  const results = JSON.parse(readFileSync(join(out, 'run', 'results.json'), 'utf8')) as {
    readonly load: { readonly scenarios: readonly { readonly sent: number }[] }
  }
  const sent = results.load.scenarios[0]?.sent ?? 0
  if (sent < 0.9 * count) throw new Error(`only ${sent} of ${count} requests were sent: the machine is too busy`)
  return [...seen.values()].reduce((sum, bytes) => sum + bytes, 0)
}

const mib = (bytes: number) => Math.round(bytes / 2 ** 20)
const share = (ratio: number) => `${ratio >= 1 ? '+' : ''}${Math.round(1000 * (ratio - 1)) / 10} %`

const room = mkdtempSync(join(tmpdir(), 'platform-api-suite-bench-'))
const { binary, version: k6Version } = await k6ForTests()
const server = await serve()
try {
  const rows = []
  for (const status of [200, 429]) rows.push(await cost(binary, server.url, status, room))
  for (const { status, ratios } of rows) stderr.write(`${status}: ${ratios.map(share).join(', ')} over bare\n`)
  const small = await familyPeak(server.url, memory.few, room)
  const large = await familyPeak(server.url, memory.many, room)
  const bytes = (large - small) / (memory.many - memory.few)
  const text = `# What load costs

Measured by \`npm run bench:load -- --write\` on ${new Date().toISOString().slice(0, 10)}: k6 ${k6Version}, Node ${version}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}).

CPU of k6 for a request, user and system: what ${many} requests take more than ${few}, ${rounds} rounds in turns, 4 virtual users, medians. Bare is a script that sends the same requests with the same tags and records nothing.

| answer | bare | with recorder | more | lowest and highest round |
|---|---|---|---|---|
${rows.map(({ status, bareUs, recordedUs, ratios }) => `| ${status} | ${Math.round(bareUs)} µs | ${Math.round(recordedUs)} µs | ${share(median(ratios))} | ${share(ratios[0] ?? 0)} … ${share(ratios.at(-1) ?? 0)} |`).join('\n')}

Peak of memory of all processes together, suite and k6, at ${memory.ratePerSecond} requests a second (${2 * memory.ratePerSecond} virtual users):

| requests | peak |
|---|---|
| ${memory.few} | ${mib(small)} MiB |
| ${memory.many} | ${mib(large)} MiB |

That is ${Math.round(bytes)} bytes a request more: 8 are the suite's, the rest is what k6 itself keeps of each of its trends for its summary.
`
  stdout.write(text)
  if (argv.includes('--write')) writeFileSync(resolve(import.meta.dirname, '../../load/BENCH.md'), text)
} finally {
  server.end()
  rmSync(room, { recursive: true, force: true })
}
