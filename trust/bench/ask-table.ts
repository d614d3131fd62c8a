import { fileURLToPath } from 'node:url'
import { asScripts, runNode, startHelper } from './family.ts'
import { type BenchSetup, middle, seconds, times, whole } from './measuring.ts'
import type { Pass } from './pass.ts'

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** A line of the table. `most` sends only the first requests, where all would take minutes. `once` makes one pass each way. */
interface Line {
  readonly latencyMs: number
  readonly concurrency: number
  readonly most?: number
  readonly once?: true
}

const lines: readonly Line[] = [
  { latencyMs: 0, concurrency: 1 },
  { latencyMs: 0, concurrency: 16 },
  { latencyMs: 0, concurrency: 32 },
  { latencyMs: 0, concurrency: 64 },
  { latencyMs: 50, concurrency: 1, most: 100, once: true },
  { latencyMs: 50, concurrency: 16, once: true },
  { latencyMs: 50, concurrency: 32 },
  { latencyMs: 50, concurrency: 64, once: true },
]
const ways = ['http', 'supertest', 'suite'] as const

/** Makes one pass in a fresh process against a fresh server. `profile` names a file for its profile. Throws where it fails. */
export async function passOf(
  way: (typeof ways)[number],
  { latencyMs, concurrency, most = 0 }: Line,
  given: BenchSetup,
  profile = '',
): Promise<Pass> {
  const tape = given.tapes.nightly
  const server = await startHelper([file('./taped-server.ts'), tape, String(latencyMs)])
  const words = [
    file('./pass.ts'),
    way,
    tape,
    `http://127.0.0.1:${server.said}`,
    String(concurrency),
    String(most),
    profile,
  ]
  const { output, code } = await runNode([...asScripts, ...words], { cwd: given.room })
  server.end()
  if (code !== 0) throw new Error(`${way} at ${latencyMs} ms and ${concurrency} at once: ${output}`)
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Pass
}

async function rowOf(line: Line, given: BenchSetup): Promise<string> {
  const { latencyMs, concurrency } = line
  given.say(`asking at ${latencyMs} ms, ${concurrency} at once`)
  const seen: Record<(typeof ways)[number], Pass[]> = { http: [], supertest: [], suite: [] }
  for (let pass = 0; pass < (line.once ? 1 : given.passes); pass += 1) {
    for (const way of ways) seen[way].push(await passOf(way, line, given))
  }
  const [http, supertest, suite] = ways.map((way) => middle(seen[way], ({ ms }) => ms)) as [Pass, Pass, Pass]
  const each = (pass: Pass) => pass.ms / pass.requests
  const network = latencyMs === 0 ? '' : times(each(suite) / (latencyMs / concurrency))
  const cpu = [http, supertest, suite].map((pass) => whole((1000 * pass.cpuMs) / pass.requests)).join(' / ')
  return `| ${[
    ...[`${latencyMs} ms`, String(concurrency), whole(suite.requests)],
    ...[http, supertest, suite].map(({ ms }) => seconds(ms)),
    ...[times(each(suite) / each(supertest)), times(each(suite) / each(http)), network, cpu],
  ].join(' | ')} |`
}

/** The table of the ask stage beside bare loops. */
export async function askTable(given: BenchSetup): Promise<readonly string[]> {
  const rows: string[] = []
  for (const line of lines) rows.push(await rowOf(line, given))
  return [
    '## Asking',
    '',
    'The requests of a whole nightly, sent three ways to a server that answers what the reference service answered to them. The suite',
    'decides what comes next, keeps limits, redacts and records; the loops know all requests beforehand and keep nothing. Each pass is',
    'the first of a fresh process against a fresh server; at 50 ms with 1, 16 or 64 at once there is one, and with 1 at once only the',
    'first requests are sent. All three are started as the scripts of package.json start a run: what was compiled before is read from',
    'where it is kept. The network needs requests × latency ÷ concurrency.',
    '',
    '| latency | at once | requests | node:http | supertest | suite | suite ÷ supertest | suite ÷ node:http | suite ÷ network | processor a request, µs: node:http / supertest / suite |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ]
}
