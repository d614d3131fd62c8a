import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asDevelopment } from '../processes/child-run.ts'
import { asScripts, type EndedFamily, runNode, startHelper } from './family.ts'
import { type BenchSetup, median, mib, middle, seconds, times, whole } from './measuring.ts'
import { wordsOf } from './record-tape.ts'
import type { StageBegun } from './stage-clock.ts'
import { readTape } from './tape.ts'

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const suite = file('../../suite.ts')

/** A whole run: the start of each stage, its time, its peak of memory, and its requests. */
interface WholeRun extends Pick<EndedFamily, 'ms' | 'peakBytes'> {
  readonly stages: readonly StageBegun[]
  readonly requests: number
}

type Settings = Readonly<Record<string, string>>

async function wholeRun(words: readonly string[], settings: Settings, room: string): Promise<WholeRun> {
  const home = mkdtempSync(join(room, 'run-'))
  const [stages, out] = [join(home, 'stages.json'), join(home, 'run')]
  const environment = { ...settings, BENCH_STAGES: stages, HISTORY_FILE: join(home, 'history.ndjson') }
  const ended = await runNode(
    [...asScripts, '--import', file('./stage-clock.ts'), suite, 'run', ...words, '--out', out],
    { cwd: home, environment },
  )
  if (ended.code !== 0) throw new Error(`suite run ${words.join(' ')} ended with ${ended.code}: ${ended.output}`)
  const { run } = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as {
    readonly run: { readonly requests: number }
  }
  const begun = JSON.parse(readFileSync(stages, 'utf8')) as readonly StageBegun[]
  rmSync(home, { recursive: true })
  return { ms: ended.ms, peakBytes: ended.peakBytes, stages: begun, requests: run.requests }
}

/** Processor time of a stage up to the next one, milliseconds. The stage `start` begins with the process. */
function cpuOf({ stages }: WholeRun, stage: 'start' | 'contracts' | 'judging' | 'writing'): number {
  const at = stage === 'start' ? -1 : stages.findIndex((one) => one.stage === stage)
  return (stages[at + 1]?.cpuMs ?? 0) - (stages[at]?.cpuMs ?? 0)
}

const ownCpu = (run: WholeRun) => cpuOf(run, 'start') + cpuOf(run, 'judging') + cpuOf(run, 'writing')

async function stageRow(profile: 'gate' | 'nightly', latencyMs: number, given: BenchSetup): Promise<string> {
  given.say(`whole runs: ${profile} at ${latencyMs} ms`)
  const tape = given.tapes[profile]
  const runs: WholeRun[] = []
  for (let pass = 0; pass < given.passes; pass += 1) {
    const server = await startHelper([file('./taped-server.ts'), tape, String(latencyMs)])
    const settings = { ...readTape(tape).settings, DEV_BASE_URL: `http://127.0.0.1:${server.said}` }
    runs.push(await wholeRun([...wordsOf(profile), '--concurrency', '32'], settings, given.room))
    server.end()
  }
  const run = middle(runs, ownCpu)
  const first = run.stages[0]?.ms ?? 0
  const parts = (['start', 'judging', 'writing'] as const).map((stage) => cpuOf(run, stage))
  const cells = [...parts, ownCpu(run), cpuOf(run, 'contracts'), first, median(runs.map(({ ms }) => ms))].map(seconds)
  return `| ${[profile, `${latencyMs} ms`, whole(run.requests), ...cells, mib(median(runs.map((one) => one.peakBytes)))].join(' | ')} |`
}

/** A whole nightly with a catalogue `timesOver` times as long, against a reference service that has as many operations. */
async function grownRun(timesOver: number, given: BenchSetup): Promise<WholeRun> {
  given.say(`whole run: ${265 * timesOver} operations`)
  const service = await startHelper([file('./grown-service.ts'), String(timesOver), given.room])
  const { settings, extension } = JSON.parse(service.said) as {
    readonly settings: Settings
    readonly extension: string
  }
  const more: Settings = timesOver === 1 ? {} : { CATALOG_EXTENSION: extension }
  const run = await wholeRun(wordsOf('nightly'), { ...asDevelopment(settings), ...more }, given.room)
  service.end()
  return run
}

async function grownRows(given: BenchSetup): Promise<readonly string[]> {
  const sizes = given.quick ? [1] : [1, 10]
  const runs: (readonly [number, WholeRun])[] = []
  for (const size of sizes) runs.push([size, await grownRun(size, given)])
  const [, base] = runs[0] ?? []
  return runs.map(([size, run]) => {
    const cells = [seconds(ownCpu(run)), seconds(cpuOf(run, 'contracts')), mib(run.peakBytes)]
    return `| ${[whole(265 * size), whole(run.requests), ...cells, times(run.peakBytes / (base?.peakBytes ?? 1))].join(' | ')} |`
  })
}

/** The tables of whole runs: processor time of all stages, and memory. */
export async function runTables(given: BenchSetup): Promise<readonly string[]> {
  const rows = [await stageRow('gate', 50, given), await stageRow('nightly', 0, given)]
  return [
    '## Whole runs',
    '',
    'Contracts alone against the same server, 32 at once, in processor seconds of the suite (user and system, all its threads) but for',
    'the two columns that say so; the medians. Memory is the peaks of resident memory of all processes of the run, added up.',
    '',
    '| run | latency | requests | start | judging | writing | these three | asking | first request after (time) | whole (time) | memory |',
    '|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    '## A catalogue ten times as long',
    '',
    'A nightly of the contract half against the reference service, which takes more of the machine than the suite does.',
    '',
    '| operations | requests | start, judging, writing (processor) | asking (processor) | memory | memory ÷ 265 |',
    '|---|---|---|---|---|---|',
    ...(await grownRows(given)),
  ]
}
