import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { k6Environment } from '../../load/engine/environment.ts'
import { virtualUsers } from '../../load/stages.ts'
import { variables } from '../../load/wire.ts'
import { peaks } from './family.ts'
import { mib, sum } from './measuring.ts'
import { bare, orderOf, quietly } from './scripts.ts'

const memory = { ratePerSecond: 500, counts: [5000, 20_000, 100_000] } as const
const ownSuite = resolve(import.meta.dirname, '../../suite.ts')

/** The k6 that is measured, the address that it asks, and a folder for files. */
interface Measuring {
  readonly binary: string
  readonly url: string
  readonly room: string
}

/** Peaks of memory, bytes: of the suite's process, of its child processes, and of a bare k6 that sent the same requests. */
interface Peak {
  readonly suite: number
  readonly k6: number
  readonly bare: number
}

/** The peak of a bare k6 that sends the same requests without the suite, bytes. */
async function barePeak({ binary, url, room }: Measuring, seconds: number): Promise<number> {
  const file = join(room, 'bare.ts')
  writeFileSync(file, bare(memory.ratePerSecond, seconds, virtualUsers(memory.ratePerSecond)))
  const env = k6Environment(process.env, {
    [variables.baseUrl]: url,
    [variables.key]: 'bench-key',
    [variables.order]: orderOf(1),
  }) as NodeJS.ProcessEnv
  const child = spawn(binary, [...quietly, file], { env, stdio: 'ignore' })
  const seen = new Map<number, number>()
  const looking = setInterval(() => peaks(child.pid ?? 0, seen), 200)
  const [code] = await once(child, 'close')
  clearInterval(looking)
  if (code !== 0) throw new Error(`bare k6 ended with ${code}`)
  return sum([...seen.values()])
}

/** The peaks of the whole family for this many requests. Throws where fewer than 90 % of them were sent. */
async function familyPeak({ binary, url, room }: Measuring, count: number): Promise<Peak> {
  const seconds = Math.round(count / memory.ratePerSecond)
  const out = mkdtempSync(join(room, 'run-'))
  const shape = ['--rate', `${memory.ratePerSecond}`, '--duration', `${seconds}`]
  const settings = {
    DEV_BASE_URL: url,
    DEV_API_KEY: 'bench-key',
    HISTORY_FILE: join(out, 'history.ndjson'),
    K6_BIN: binary,
  }
  const args = [
    ownSuite,
    'run',
    'nightly',
    '--only',
    'load',
    '--scenario',
    'smoke',
    ...shape,
    '--out',
    join(out, 'run'),
    '--quiet',
  ]
  const child = spawn(process.execPath, args, { env: { ...process.env, ...settings }, cwd: out, stdio: 'ignore' })
  const seen = new Map<number, number>()
  const looking = setInterval(() => peaks(child.pid ?? 0, seen), 200)
  const [alone] = await Promise.all([barePeak({ binary, url, room: out }, seconds), once(child, 'close')])
  clearInterval(looking)
  const results = JSON.parse(readFileSync(join(out, 'run', 'results.json'), 'utf8')) as {
    readonly load: { readonly scenarios: readonly { readonly sent: number }[] }
  }
  const sent = results.load.scenarios[0]?.sent ?? 0
  if (sent < 0.9 * count) throw new Error(`only ${sent} of ${count} requests were sent: the machine is too busy`)
  const suite = seen.get(child.pid ?? 0) ?? 0
  return { suite, k6: sum([...seen.values()]) - suite, bare: alone }
}

/** The table of memory that the suite's family and a bare k6 take, for few and for many requests. */
export async function memoryTable({ binary, url, room }: Measuring): Promise<string> {
  const found: (Peak & { readonly count: number })[] = []
  for (const count of memory.counts) found.push({ count, ...(await familyPeak({ binary, url, room }, count)) })
  const [small, large] = [found[0], found.at(-1)]
  const more = (who: keyof Peak) =>
    Math.round(((large?.[who] ?? 0) - (small?.[who] ?? 0)) / ((large?.count ?? 0) - (small?.count ?? 0)))
  const peakRow = ({ count, suite, k6, bare: alone }: (typeof found)[number]) =>
    `| ${[count, ...[suite, k6, suite + k6, alone].map(mib)].join(' | ')} |`
  return `Peaks of memory at ${memory.ratePerSecond} requests a second, with ${virtualUsers(memory.ratePerSecond)} virtual users; a bare k6 sends the same beside it, with the same tags and users, and without recorder, thresholds and dashboard:

| requests | suite | k6 | together | bare k6 |
|---|---|---|---|---|
${found.map(peakRow).join('\n')}

That is ${more('suite')} bytes a request more of the suite, which keeps eight of each, and ${more('k6')} of k6, of which a bare one takes ${more('bare')}: ours are ${more('suite') + more('k6') - more('bare')}. A longer run is also a longer time, in which heaps grow before they are collected: trust/bench/TRIED.md says what of k6's is the requests'.`
}
