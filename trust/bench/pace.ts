import { stdout } from 'node:process'
import {
  concurrency,
  epochWindow,
  fixedWindow,
  type Limiter,
  slidingCounter,
  slidingLog,
  tokenBucket,
} from '../../fixtures/limiters.ts'
import { gcra } from '../simulation/limiters.ts'
import { knowingSeconds, type PacedFigures, type PacedScene, pacedRun } from '../simulation/paced-run.ts'
import { chanceRun } from '../simulation/refused-by-chance.ts'
import { scriptWords } from '../tools/script.ts'
import { sum } from './measuring.ts'

/** A limit, and the deployment that has it. */
export interface PaceRow extends PacedScene {
  readonly name: string
}

const near = { latencyMs: 0, jitter: 0 } as const
const mid = { latencyMs: 50, jitter: 0.2 } as const
const far = { latencyMs: 200, jitter: 0.2 } as const
const told = { retryAfter: 'seconds' } as const
/** The limit for a client that knows it. Such a client is never refused, so its refusals need not count. */
const looked = { known: () => slidingLog(50, 1_000) } as const
const untold = { retryAfter: 'absent' } as const

const row = (
  name: string,
  perSecond: number,
  make: () => Limiter,
  per: PacedScene['per'],
  more: Pick<PacedScene, 'latencyMs' | 'jitter' | 'retryAfter'> & Partial<PacedScene>,
): PaceRow => ({ name, perSecond, make, per, ...more })

/** A limit on requests under way. A client that knows it keeps all places taken. */
function underWay(
  places: number,
  per: PacedScene['per'],
  more: Pick<PacedScene, 'latencyMs' | 'jitter'> & { readonly workMs: number },
): PaceRow {
  const perSecond = (places * 1_000) / more.workMs
  const known = () => tokenBucket(places, perSecond)
  return row(`${places} under way`, perSecond, () => concurrency(places), per, { ...untold, ...more, known })
}

export const paceRows: readonly PaceRow[] = [
  row('fixed window 10/s', 10, () => fixedWindow(10, 1_000), 'address', { ...mid, ...told }),
  row('fixed window 15/s', 15, () => fixedWindow(15, 1_000), 'address', { ...near, ...told }),
  row('fixed window 15/s', 15, () => fixedWindow(15, 1_000), 'address', { ...mid, ...told }),
  row('fixed window 15/s', 15, () => fixedWindow(15, 1_000), 'credential', { ...mid, ...told }),
  row('fixed window 50/s', 50, () => fixedWindow(50, 1_000), 'credential', { ...near, ...told }),
  row('fixed window 50/s', 50, () => fixedWindow(50, 1_000), 'credential', { ...mid, ...told }),
  row('fixed window 50/s', 50, () => fixedWindow(50, 1_000), 'credential', { ...far, ...told }),
  row('fixed window 100 per 2 s', 50, () => fixedWindow(100, 2_000), 'address', { ...mid, ...told }),
  row('clock window 100 per 2 s', 50, () => epochWindow(100, 2_000, 700), 'address', { ...far, ...told }),
  row('clock window 600 per min', 10, () => epochWindow(600, 60_000, 20_000), 'address', { ...mid, ...told }),
  row('sliding log 10/s', 10, () => slidingLog(10, 1_000), 'credential', { ...mid, ...told }),
  row('sliding log 50/s', 50, () => slidingLog(50, 1_000), 'address', { ...mid, ...told }),
  row('sliding log 50/s, refused count', 50, () => slidingLog(50, 1_000, true), 'address', {
    ...mid,
    ...told,
    ...looked,
  }),
  row('sliding log 50/s, refused count', 50, () => slidingLog(50, 1_000, true), 'address', {
    ...mid,
    ...untold,
    ...looked,
  }),
  row('sliding log 40/s, untold', 40, () => slidingLog(40, 1_000), 'product', { ...mid, ...untold }),
  row('sliding counter 15/s', 15, () => slidingCounter(15, 1_000), 'address', { ...mid, ...told }),
  row('sliding counter 50/s', 50, () => slidingCounter(50, 1_000), 'credential', { ...mid, ...told }),
  row('token bucket 10 at 10/s', 10, () => tokenBucket(10, 10), 'address', { ...mid, ...told }),
  row('token bucket 100 at 10/s', 10, () => tokenBucket(100, 10), 'credential', { ...mid, ...told }),
  row('token bucket 50 at 50/s', 50, () => tokenBucket(50, 50), 'credential', { ...far, ...told }),
  row('token bucket 40 at 40/s, untold', 40, () => tokenBucket(40, 40), 'credential', { ...mid, ...untold }),
  row('token bucket 40 at 40/s', 40, () => tokenBucket(40, 40), 'product', { ...mid, ...told }),
  row('token bucket 5 at 5/s', 5, () => tokenBucket(5, 5), 'credential and product', { ...mid, ...told }),
  row('token bucket 2 at 1/s', 1, () => tokenBucket(2, 1), 'operation', { ...mid, ...told }),
  row('leaky bucket 15/s, 5 deep', 15, () => gcra(5, 15), 'address', { ...mid, ...told }),
  row('leaky bucket 50/s, 10 deep', 50, () => gcra(10, 50), 'credential', { ...mid, ...told }),
  row('leaky bucket 50/s, 10 deep', 50, () => gcra(10, 50), 'address', { ...far, ...told }),
  row('fixed window 50/s, slow operations', 50, () => fixedWindow(50, 1_000), 'address', {
    ...mid,
    ...told,
    slowEvery: 40,
  }),
  underWay(4, 'address', { ...near, workMs: 50 }),
  underWay(4, 'address', { ...mid, workMs: 50 }),
  underWay(4, 'credential', { ...mid, workMs: 50 }),
  underWay(3, 'product', { ...mid, workMs: 50 }),
  underWay(10, 'address', { ...mid, workMs: 50 }),
  underWay(4, 'address', { ...mid, workMs: 5 }),
  row('fixed window 15/s, untold', 15, () => fixedWindow(15, 1_000), 'address', { ...mid, ...untold }),
  row('fixed window 15/s, untold', 15, () => fixedWindow(15, 1_000), 'credential', { ...mid, ...untold }),
  row('fixed window 100 per 10 s, untold', 10, () => fixedWindow(100, 10_000), 'credential', { ...mid, ...untold }),
  row('clock window 600 per min, untold', 10, () => epochWindow(600, 60_000, 20_000), 'address', { ...mid, ...untold }),
  row('token bucket 5 at 5/s, untold', 5, () => tokenBucket(5, 5), 'credential and product', { ...mid, ...untold }),
]

/** As many requests as a nightly sends to the reference service. */
const requests = Number(process.env['REQUESTS'] ?? 3_000)
const seed = Number(process.env['SEED'] ?? 1)
const percent = (share: number) => `${(share * 100).toFixed(1)} %`

/** A line with the means of several runs, and with the sum of requests that left early. */
function line(row: PaceRow, runs: readonly PacedFigures[]): string {
  const { name, per, latencyMs, retryAfter } = row
  const mean = (of: 'requests' | 'idealSeconds' | 'seconds' | 'used' | 'refusedShare') =>
    sum(runs.map((run) => run[of])) / runs.length
  const cells = [
    name,
    per,
    `${latencyMs} ms`,
    retryAfter,
    mean('requests').toFixed(0),
    mean('idealSeconds').toFixed(1),
    knowingSeconds({ requests, ...row }).toFixed(1),
    mean('seconds').toFixed(1),
    percent(mean('used')),
    percent(mean('refusedShare')),
    String(sum(runs.map(({ early }) => early))),
  ]
  return `| ${cells.join(' | ')} |`
}

const head = [
  'limit',
  'counted by',
  'round trip',
  'Retry-After',
  'requests',
  'ideal s',
  'knowing s',
  'took s',
  'used',
  'refused',
  'early',
]

/** The table of how much of a limit is used, in virtual time. Each row runs a whole nightly for each seed. */
export async function paceTable(rows: readonly PaceRow[], seeds: readonly number[]): Promise<string> {
  const lines: string[] = []
  for (const one of rows) {
    const runs: PacedFigures[] = []
    for (const own of seeds) runs.push(await pacedRun({ requests, seed: own, ...one }))
    lines.push(line(one, runs))
  }
  return [`| ${head.join(' | ')} |`, `|${head.map(() => '---').join('|')}|`, ...lines, ''].join('\n')
}

/** The table of refusals by chance and their cost: of a thousand requests, each refusal makes all wait for a second. */
async function chanceTable(): Promise<string> {
  const lines: string[] = []
  for (const latencyMs of [20, 100]) {
    for (const share of [0.01, 0.02, 0.05, 0.1]) {
      const { seconds, waitsAlone, early } = await chanceRun({ share, latencyMs, requests: 1_000, seed })
      const cells = [percent(share), `${latencyMs} ms`, waitsAlone.toFixed(0), seconds.toFixed(0), String(early)]
      lines.push(`| ${cells.join(' | ')} |`)
    }
  }
  return [
    '| refused by chance | round trip | waits alone s | took s | early |',
    '|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}

if (import.meta.main) {
  const { positionals: wanted } = scriptWords({
    call: 'npm run bench:pace -- [N…]',
    about: 'How far what a limit permits is used, a whole nightly a row, in virtual time. Numbers choose rows, from 0.',
    options: {},
    words: 'any',
  })
  const rows = paceRows.filter((_, nth) => wanted.length === 0 || wanted.includes(String(nth)))
  if (process.env['WAVES'] === undefined)
    stdout.write(`${await paceTable(rows, [seed])}\n${wanted.length === 0 ? await chanceTable() : ''}`)
  else
    for (const one of rows) {
      const figures = await pacedRun({ requests, seed, ...one })
      stdout.write(
        `${line(one, [figures])}\n  refused ${figures.refused} unsettled ${figures.unsettled} waves ${figures.waves.join(' ')}\n`,
      )
    }
}
