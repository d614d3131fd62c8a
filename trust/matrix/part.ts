import { stderr, stdout } from 'node:process'
import { type Verdict, verdicts } from '../../evidence/verdict.ts'
import type { Deployment } from '../../fixtures/deployment.ts'
import { differs } from '../../fixtures/faults/differs.ts'
import { faults } from '../../fixtures/faults/faults.ts'
import { createService } from '../../fixtures/service/service.ts'
import { decoys } from '../../fixtures/styles/decoys.ts'
import { styles } from '../../fixtures/styles/styles.ts'
import { type NightsProof, proveNights, proveTwins } from '../nights/proof.ts'
import { isRight, replayFault } from '../nights/replayed.ts'
import { detailedOperations, isForContracts, passShare, runAgainst, tryFault, violationsOf } from './narrowed.ts'

/** The result of one part of the long matrix. A process of its own prints it as JSON: `part.ts styles 0/2`. */
export interface PartResult {
  readonly rows: readonly string[]
  /** One line for each thing that is not as it must be. */
  readonly trouble: readonly string[]
}

type Make = () => Promise<Deployment> | Deployment

const deployments: readonly { readonly name: string; readonly make: Make }[] = [
  { name: 'reference', make: () => createService({ limit: 'none' }) },
  ...styles,
]

/** The seeds of the matrix. Nothing else uses them, and every change of a check brings new ones. */
export const seeds = {
  whole: [153, 154],
  detailed: Array.from({ length: 20 }, (_, index) => 731 + index),
  faults: 327,
  decoys: 427,
  nights: { first: 886, nights: 10, twins: 20 },
} as const

/** The deployments that faults are planted on: they differ in all about which the specification is silent. */
const faultBackgrounds = [
  'reference',
  'nested',
  'problem-type',
  'two-tongues',
  'keyed',
  'header-only',
  'picky',
  'pressed',
  'owning-nothing',
]

/** The deployments that decoys are put around: the first is asked all operations, the others the detailed ones. */
const decoyBackgrounds = ['flat', 'problem-type', 'owning-nothing', 'domains']

/** Runs at once in one process: while one waits, the others work. More would bring nothing. */
const atOnce = 3

const trouble: string[] = []

async function each<T>(items: readonly T[], title: string, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  let done = 0
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      await work(item)
      done += 1
      if (done % 10 === 0 || done === items.length) stderr.write(`${title}: ${done} of ${items.length}\n`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

async function styleRow(name: string, make: Make): Promise<string> {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>
  let violations = 0
  let share = 1
  const note = (run: Awaited<ReturnType<typeof runAgainst>>, seed: number) => {
    const wrong = violationsOf(run)
    violations += wrong.length
    for (const { check, operation } of wrong) trouble.push(`${name}, seed ${seed}: ${check} on ${operation}`)
  }
  for (const seed of seeds.whole) {
    const run = await runAgainst(await make(), { seed })
    note(run, seed)
    for (const { verdict } of run.findings) counts[verdict] += 1
  }
  for (const seed of seeds.detailed) {
    const run = await runAgainst(await make(), { seed, operations: detailedOperations })
    note(run, seed)
    share = Math.min(share, passShare(run))
  }
  const total = verdicts.reduce((sum, verdict) => sum + counts[verdict], 0)
  const percent = (part: number) => `${Math.round((part * 100) / total)} %`
  const shares = verdicts.filter((verdict) => verdict !== 'violation').map((verdict) => percent(counts[verdict]))
  return `| ${name} | ${violations} | ${shares.join(' | ')} | ${Math.round(share * 100)} % |`
}

async function stylesPart(index: number, of: number): Promise<readonly string[]> {
  const own = deployments.filter((_, position) => position % of === index)
  const rows = new Map<string, string>()
  await each(own, `styles ${index + 1}/${of}`, async ({ name, make }) => {
    rows.set(name, await styleRow(name, make))
  })
  return own.map(({ name }) => rows.get(name) ?? '')
}

async function faultsPart(index: number, of: number): Promise<readonly string[]> {
  const backgrounds = deployments.filter(({ name }) => faultBackgrounds.includes(name))
  const rows: string[] = []
  for (const { name, make } of backgrounds.filter((_, position) => position % of === index)) {
    const count = { shown: 0, untold: 0, caught: 0, strays: 0 }
    await each(faults.filter(isForContracts), `faults on ${name}`, async (fault) => {
      if (fault.only !== undefined && fault.only !== name) return
      if (!(await differs(await make(), fault.plant(await make()), fault.shows))) return
      if (fault.breaks !== undefined && !(await fault.breaks(await make()))) {
        count.untold += 1
        return
      }
      const { caught, strays } = await tryFault(fault, make, { seed: seeds.faults })
      count.shown += 1
      count.strays += strays.length
      if (caught) count.caught += 1
      else trouble.push(`${name}: ${fault.name} is not caught by ${fault.check}`)
      for (const { check, operation } of strays)
        trouble.push(`${name}: ${fault.name} strays to ${check} on ${operation}`)
    })
    rows.push(`| ${name} | ${count.shown} | ${count.caught} | ${count.strays} | ${count.untold} |`)
  }
  return rows
}

async function decoysPart(): Promise<readonly string[]> {
  const rows: string[] = []
  for (const { name, make } of deployments.filter((one) => decoyBackgrounds.includes(one.name))) {
    let violations = 0
    const whole = name === decoyBackgrounds[0]
    await each(decoys, `decoys on ${name}`, async (decoy) => {
      const run = await runAgainst(
        decoy.plant(await make()),
        whole ? { seed: seeds.decoys } : { seed: seeds.decoys, operations: detailedOperations },
      )
      for (const { check, operation } of violationsOf(run)) {
        violations += 1
        trouble.push(`${name} with ${decoy.name}: ${check} on ${operation}`)
      }
    })
    rows.push(`| ${name} | ${whole ? 'whole catalogue' : 'detailed operations'} | ${decoys.length} | ${violations} |`)
  }
  return rows
}

/** True for faults that show only by chance or for a moment: a replay may miss them. */
const isByChance = (name: string) => /now-and-then|for-a-moment/.test(name)

async function replaysPart(index: number, of: number): Promise<readonly string[]> {
  const make = () => createService({ limit: 'none' })
  const own = faults.filter(isForContracts).filter((_, position) => position % of === index)
  const count = { faults: 0, violations: 0, right: 0, byChance: 0 }
  await each(own, `replays ${index + 1}/${of}`, async (fault) => {
    if (isByChance(fault.name)) {
      count.byChance += 1
      return
    }
    const rows = await replayFault(fault, make, seeds.faults)
    count.faults += 1
    count.violations += rows.length
    for (const row of rows) {
      if (isRight(row)) count.right += 1
      else trouble.push(`replay of ${fault.name}: ${row.check}: ${row.still}, then ${row.gone}`)
    }
  })
  return [`| ${index + 1} of ${of} | ${count.faults} | ${count.violations} | ${count.right} | ${count.byChance} |`]
}

function told({ row, amiss }: NightsProof): readonly string[] {
  trouble.push(...amiss)
  return [row]
}

const nightsPart = async () => told(await proveNights(seeds.nights.first, seeds.nights.nights))
const twinsPart = async () => told(await proveTwins(seeds.nights.twins))

const parts = {
  styles: stylesPart,
  faults: faultsPart,
  decoys: decoysPart,
  replays: replaysPart,
  nights: nightsPart,
  twins: twinsPart,
}

if (import.meta.main) {
  const [part = '', share = '0/1'] = process.argv.slice(2)
  const [index = 0, of = 1] = share.split('/').map(Number)
  const rows = await parts[part as keyof typeof parts](index, of)
  stdout.write(JSON.stringify({ rows, trouble } satisfies PartResult))
  process.exit(0)
}
