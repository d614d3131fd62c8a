import { writeFileSync } from 'node:fs'
import { stderr, stdout } from 'node:process'
import { type Verdict, verdicts } from '../../evidence/verdict.ts'
import type { Deployment } from '../../fixtures/deployment.ts'
import { differs } from '../../fixtures/faults/differs.ts'
import { faults } from '../../fixtures/faults/faults.ts'
import { createService } from '../../fixtures/service/service.ts'
import { styles } from '../../fixtures/styles/styles.ts'
import { traps } from '../../fixtures/styles/traps.ts'
import { detailedOperations, isForContracts, passShare, runAgainst, tryFault, violationsOf } from './narrowed.ts'

/**
 * The long matrix of `npm run test:trust`: every conforming deployment, every fault on several of them, every trap. Writes
 * its table to TRUST.md beside it with `--write`; exit 1 where anything is not as it must be.
 */

type Make = () => Promise<Deployment> | Deployment

const deployments: readonly { readonly name: string; readonly make: Make }[] = [
  { name: 'reference', make: () => createService({ limit: 'none' }) },
  ...styles,
]

const seeds = {
  whole: [101, 102],
  detailed: Array.from({ length: 20 }, (_, index) => 201 + index),
  faults: 301,
  traps: 401,
}

/** What faults are planted on: unlike one another wherever the specification is silent. */
const faultBackgrounds = [
  'reference',
  'nested',
  'problem-type',
  'two-tongues',
  'owning-nothing',
  'header-only',
  'picky',
]
const trapBackgrounds = ['flat', 'problem-type', 'owning-nothing', 'domains']

/** Several at a time, since most of a run is waiting; not more than the machine has room for. */
const atOnce = 3

const trouble: string[] = []

async function each<T>(items: readonly T[], title: string, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0
  let done = 0
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      await work(item)
      done += 1
      if (done % 25 === 0 || done === items.length) stderr.write(`${title}: ${done} of ${items.length}\n`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

const named = (names: readonly string[]) => deployments.filter(({ name }) => names.includes(name))

async function stylesTable(only: readonly string[]): Promise<readonly string[]> {
  const wanted = only.length === 0 ? deployments : named(only)
  const rows = new Map<string, string>()
  await each(wanted, 'styles', async ({ name, make }) => {
    const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>
    let total = 0
    let violations = 0
    let share = 1
    for (const [seed, operations] of [
      ...seeds.whole.map((seed) => [seed, undefined] as const),
      ...seeds.detailed.map((seed) => [seed, detailedOperations] as const),
    ]) {
      const run = await runAgainst(await make(), operations === undefined ? { seed } : { seed, operations })
      const wrong = violationsOf(run)
      violations += wrong.length
      for (const { check, operation } of wrong) trouble.push(`${name}, seed ${seed}: ${check} on ${operation}`)
      if (operations !== undefined) share = Math.min(share, passShare(run))
      else {
        for (const { verdict } of run.findings) counts[verdict] += 1
        total += run.findings.length
      }
    }
    const shares = verdicts
      .filter((verdict) => verdict !== 'violation')
      .map((verdict) => `${Math.round((counts[verdict] * 100) / total)} %`)
    rows.set(name, `| ${name} | ${violations} | ${shares.join(' | ')} | ${Math.round(share * 100)} % |`)
  })
  return [
    '| deployment | violations | pass | undocumented | inconclusive | not-exercised | least pass on the detailed operations |',
    '|---|---|---|---|---|---|---|',
    ...wanted.map(({ name }) => rows.get(name) ?? ''),
  ]
}

async function faultsTable(): Promise<readonly string[]> {
  const rows: string[] = ['| background | faults that show there | caught | strays |', '|---|---|---|---|']
  for (const { name, make } of named(faultBackgrounds)) {
    let shown = 0
    let caught = 0
    let strays = 0
    await each(faults.filter(isForContracts), `faults on ${name}`, async (fault) => {
      if (fault.only !== undefined && fault.only !== name) return
      if (!(await differs(await make(), fault.plant(await make()), fault.shows))) return
      shown += 1
      const result = await tryFault(fault, make, seeds.faults)
      strays += result.strays.length
      if (result.caught) caught += 1
      else trouble.push(`${name}: ${fault.name} is not caught by ${fault.check}`)
      for (const { check, operation } of result.strays)
        trouble.push(`${name}: ${fault.name} strays to ${check} on ${operation}`)
    })
    rows.push(`| ${name} | ${shown} | ${caught} | ${strays} |`)
  }
  return rows
}

async function trapsTable(): Promise<readonly string[]> {
  let violations = 0
  const jobs = named(trapBackgrounds).flatMap(({ name, make }) => traps.map((trap) => ({ name, make, trap })))
  await each(jobs, 'traps', async ({ name, make, trap }) => {
    const deployment = await make()
    const trapped = { ...deployment, handle: trap.trap(deployment.handle, deployment.settings) }
    const run = await runAgainst(trapped, { seed: seeds.traps })
    for (const { check, operation } of violationsOf(run)) {
      violations += 1
      trouble.push(`${name} with ${trap.name}: ${check} on ${operation}`)
    }
  })
  return [
    `${traps.length} traps on ${trapBackgrounds.length} deployments (${trapBackgrounds.join(', ')}): ${violations} violations.`,
  ]
}

const words = process.argv.slice(2)
const wants = (part: string) =>
  !words.some((word) => ['styles', 'faults', 'traps'].includes(word)) || words.includes(part)
const parts = [
  ...(wants('styles') ? ['## Conforming deployments', ...(await stylesTable([]))] : []),
  ...(wants('faults') ? ['', '## Planted faults', ...(await faultsTable())] : []),
  ...(wants('traps') ? ['', '## Traps', ...(await trapsTable())] : []),
]
const table = [
  '# What the suite was proven on',
  '',
  `Made by \`npm run test:trust\` on ${new Date().toISOString().slice(0, 10)}. Seeds: whole catalogue ${seeds.whole.join(', ')}; detailed operations ${seeds.detailed[0]} to ${seeds.detailed.at(-1)}; faults ${seeds.faults}; traps ${seeds.traps}.`,
  '',
  ...parts,
  '',
  trouble.length === 0 ? 'Nothing is amiss.' : `Amiss:\n${trouble.map((line) => `- ${line}`).join('\n')}`,
  '',
].join('\n')
stdout.write(table)
if (words.includes('--write')) writeFileSync(new URL('TRUST.md', import.meta.url), table)
process.exit(trouble.length === 0 ? 0 : 1)
