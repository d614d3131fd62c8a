import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { stderr, stdout, version } from 'node:process'
import { fileURLToPath } from 'node:url'
import { k6Environment } from '../../load/engine/environment.ts'
import { realPipe } from '../../load/engine/real-pipe.ts'
import { logTo } from '../../load/engine/run-k6.ts'
import { variables } from '../../load/wire.ts'
import { flag } from '../../run/options/option.ts'
import { k6ForTests } from '../tools/k6-for-tests.ts'
import { scriptWords } from '../tools/script.ts'
import { memoryTable } from './load-memory.ts'
import { median, sum } from './measuring.ts'
import { type Blocks, inTurns, markUrl, orderOf, quietly } from './scripts.ts'

const { values } = scriptWords({
  call: 'npm run bench:load -- [options]',
  about: `
What load costs: CPU of k6 a request with the suite's recorder over a bare script with the same tags, and the memory of the whole
family of processes from 5,000 to 100,000 requests.`,
  options: { write: flag('writes load/BENCH.md') },
  words: 'none',
})

const size = 2000
/** Two ways to send: at an arrival rate, as scenarios do, and as fast as one VU can. */
const ways: readonly (Blocks & { readonly how: string })[] = [
  { how: 'arriving, 1000/s to 200 users', count: 33, size, arriving: { ratePerSecond: 1000, users: 200 } },
  { how: 'one user after the other answer', count: 43, size, arriving: null },
]
/** Blocks that are not counted: in them k6 starts, and the recorder keeps more exchanges than later. */
const warmUp = 2
const counted = ({ count }: Blocks) => (count - 1 - warmUp) / 2

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

/** Seconds of CPU that all threads of a process have taken so far. */
function cpuOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const spent = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return spent.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e9
}

/** Seconds of CPU of each block, in order. */
interface Cost {
  readonly bare: readonly number[]
  readonly recorded: readonly number[]
}

async function cost(binary: string, url: string, status: number, blocks: Blocks, room: string): Promise<Cost> {
  const file = join(room, 'script.ts')
  writeFileSync(file, inTurns(blocks))
  const marks: number[] = []
  const marking = createServer((_, response) => {
    marks.push(cpuOf(child.pid ?? 0))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(marking, 'listening')
  const env = k6Environment(process.env, {
    [variables.baseUrl]: status === 429 ? `${url}/429` : url,
    [variables.key]: 'bench-key',
    [variables.order]: orderOf(blocks.count * blocks.size),
    [markUrl]: `http://127.0.0.1:${(marking.address() as AddressInfo).port}`,
  }) as NodeJS.ProcessEnv
  const pipe = realPipe()
  const child = spawn(binary, [...quietly, logTo(pipe), file], {
    env,
    stdio: ['ignore', pipe?.writing ?? 'pipe', 'inherit'],
  })
  pipe?.letGo()
  // Reads the log of k6 as the suite does, and drops it.
  const endReading = pipe?.read(() => undefined)
  child.stdout?.resume()
  await once(child, 'close')
  endReading?.()
  marking.close()
  if (marks.length < blocks.count) throw new Error(`k6 told ${marks.length} of ${blocks.count} blocks`)
  const taken = marks
    .slice(1, blocks.count)
    .map((cpu, index) => cpu - (marks[index] ?? 0))
    .slice(warmUp)
  return { bare: taken.filter((_, index) => index % 2 === 0), recorded: taken.filter((_, index) => index % 2 === 1) }
}

const share = (ratio: number) => `${ratio >= 1 ? '+' : ''}${Math.round(1000 * (ratio - 1)) / 10} %`

/** Microseconds for a request, from the seconds of a block. */
const us = (seconds: number) => Math.round((1e7 * seconds) / size) / 10

const room = mkdtempSync(join(tmpdir(), 'platform-api-suite-bench-'))
const [others = 0] = loadavg()
const { binary, version: k6Version } = await k6ForTests()
const server = await serve()
try {
  const rows = []
  for (const blocks of ways) {
    for (const status of [200, 429]) {
      const { bare, recorded } = await cost(binary, server.url, status, blocks, room)
      const ratios = recorded.map((seconds, index) => seconds / (bare[index] ?? 0)).toSorted((one, two) => one - two)
      const [low = 0, high = 0] = [ratios[ratios.length >> 2], ratios[(3 * ratios.length) >> 2]]
      const [bareUs, recordedUs] = [us(sum(bare) / bare.length), us(sum(recorded) / recorded.length)]
      rows.push(
        `| ${blocks.how} | ${status} | ${counted(blocks)} | ${bareUs} µs | ${recordedUs} µs | ${share(sum(recorded) / sum(bare))} | ${share(median(ratios))} (${share(low)} … ${share(high)}) |`,
      )
      stderr.write(`${rows.at(-1)}\n`)
    }
  }
  const text = `# What load costs

Measured by \`npm run bench:load -- --write\` on ${new Date().toISOString().slice(0, 10)}: k6 ${k6Version}, Node ${version}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}) with a load of ${others.toFixed(1)} by others.

CPU of k6 for a request, all threads, in blocks of ${size} requests bare and with the recorder in turns. Bare sends the same requests with the same tags and records nothing. Arriving is how all scenarios but \`limits\` send; one user that sends when it was answered never lets k6 rest, so a request costs least there and what is added weighs most.

| sent | answer | blocks of each | bare | with recorder | more | of a pair of blocks: median (half of all) |
|---|---|---|---|---|---|---|
${rows.join('\n')}

${await memoryTable({ binary, url: server.url, room })}
`
  stdout.write(text)
  if (values.write) writeFileSync(resolve(import.meta.dirname, '../../load/BENCH.md'), text)
} finally {
  server.end()
  rmSync(room, { recursive: true, force: true })
}
