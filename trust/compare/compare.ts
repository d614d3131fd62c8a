import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stdout } from 'node:process'
import type { Deployment } from '../../fixtures/deployment.ts'
import { each, otherwise, text, whole } from '../../run/options/option.ts'
import { startSuite } from '../processes/child-run.ts'
import { scriptWords } from '../tools/script.ts'
import { type CheckoutRun, findingDifferences, lineOf, requestDifferences } from './differences.ts'

const { values, positionals } = scriptWords({
  call: 'npm run test:compare -- BEFORE [options]',
  about: `
Two checkouts of the suite on the same services with the same seed: lists each request and each finding in which they differ, and
the memory of both. The services are those of the checkout before; what it did is kept in reports/out/compare.`,
  options: {
    after: otherwise(text('DIR', 'the other checkout (this one)'), resolve(import.meta.dirname, '../..')),
    out: text('FILE', 'writes there what is printed'),
    service: each('NAME', 'one service; may be repeated', String),
    shown: otherwise(whole({ least: 0, most: 100_000 }, 'N', 'so many differences of each service (12)'), 12),
  },
  words: 'one',
})
const before = resolve(...positionals)
const kept = resolve(import.meta.dirname, '../../reports/out/compare')
mkdirSync(kept, { recursive: true })

const from = (file: string) => import(join(before, file)) as Promise<Record<string, unknown>>
const { listen } = (await from('fixtures/front/front.ts')) as unknown as typeof import('../../fixtures/front/front.ts')
const { createService } = (await from(
  'fixtures/service/service.ts',
)) as unknown as typeof import('../../fixtures/service/service.ts')
const { styles } = (await from(
  'fixtures/styles/styles.ts',
)) as unknown as typeof import('../../fixtures/styles/styles.ts')
const { faults } = (await from(
  'fixtures/faults/faults.ts',
)) as unknown as typeof import('../../fixtures/faults/faults.ts')

interface Service {
  readonly make: () => Promise<Deployment> | Deployment
  readonly production?: boolean
}

/** The reference service with one fault of each check at once: its `nth`, counted round. No faults of limits, load and HTTP. */
async function withFaults(nth: number): Promise<Deployment> {
  const own = faults.filter(({ check }) => !/^(limits|load|http)\./.test(check))
  const ofEach = [...new Set(own.map(({ check }) => check))].flatMap((check) => {
    const rows = own.filter((fault) => fault.check === check)
    return rows[nth % rows.length] ?? []
  })
  return ofEach.reduce((planted, fault) => fault.plant(planted), await createService())
}

const styleNames = [
  ...['flat', 'nested', 'problem-type', 'two-tongues', 'owning-nothing', 'header-only', 'unvouched', 'catch-all'],
  ...['fixed-window', 'in-pieces', 'trusting', 'domains'],
]
const services: Readonly<Record<string, Service>> = {
  reference: { make: () => createService() },
  'reference, as production': { make: () => createService({ production: true }), production: true },
  ...Object.fromEntries([0, 1, 2].map((nth) => [`faults ${nth}`, { make: () => withFaults(nth) }])),
  ...Object.fromEntries(styles.filter(({ name }) => styleNames.includes(name)).map((style) => [style.name, style])),
}

async function see(checkout: string, { make, production }: Service): Promise<CheckoutRun> {
  const front = await listen(await make())
  const prefix = production ? '' : 'DEV_'
  const settings = Object.fromEntries(
    Object.entries({ ...front.deployment.settings, BASE_URL: front.url }).map(([name, value]) => [
      prefix + name,
      value,
    ]),
  )
  const words = [production ? 'cutover' : 'nightly', '--only', 'contracts', '--seed', '7', '--concurrency', '1']
  const suite = join(checkout, 'suite.ts')
  const { ended } = startSuite(['run', ...words, '--out', 'OUT', '--quiet'], { suite, settings, mostMs: 300_000 })
  const { code, results, peakBytes, durationMs, output } = await ended
  const requests = front.record.map(lineOf)
  await front.close()
  if (results === null) throw new Error(`no results of ${checkout}: ${output.slice(0, 500)}`)
  const findings = results.findings.map(({ id, check, operation, verdict, cause }) => {
    return { id, check, operation, verdict, cause }
  })
  return { code, requests, findings, peakBytes, durationMs }
}

async function seeOnce(name: string, service: Service): Promise<CheckoutRun> {
  const file = join(kept, `${name}.json`)
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(await see(before, service)))
  return JSON.parse(readFileSync(file, 'utf8')) as CheckoutRun
}

const mega = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`
function section(name: string, was: CheckoutRun, is: CheckoutRun): string {
  const requests = requestDifferences(was.requests, is.requests)
  const findings = findingDifferences(was.findings, is.findings)
  const shown = (lines: readonly string[]) => {
    const more = lines.length > values.shown ? [`… and ${lines.length - values.shown} more`] : []
    return [...lines.slice(0, values.shown), ...more].map((line) => `- \`${line}\``)
  }
  return [
    `## ${name}`,
    '',
    `exit ${was.code} → ${is.code}, requests ${was.requests.length} → ${is.requests.length} (${requests.length} lines differ), findings ${was.findings.length} → ${is.findings.length} (${findings.length} kinds of difference), peak ${mega(was.peakBytes)} → ${mega(is.peakBytes)}, ${was.durationMs} → ${is.durationMs} ms`,
    '',
    ...shown(findings),
    ...shown(requests),
    '',
  ].join('\n')
}

const report: string[] = [`# ${before} and ${values.after}`, '']
for (const [name, service] of Object.entries(services)) {
  if (values.service.length > 0 && !values.service.includes(name)) continue
  const text = section(name, await seeOnce(name, service), await see(values.after, service))
  stdout.write(`${text}\n`)
  report.push(text)
}
if (values.out !== null) writeFileSync(values.out, report.join('\n'))
