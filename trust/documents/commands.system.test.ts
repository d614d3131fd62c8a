import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { execPath } from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import type { Deployment } from '../../fixtures/deployment.ts'
import { faultNamed } from '../../fixtures/faults/faults.ts'
import { type Front, listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { inShell } from '../pipelines/shell.ts'
import { asDevelopment } from '../processes/child-run.ts'
import { documentedCommands } from './commands.ts'
import { top } from './files.ts'

/** The commands that run here, in the order of the documents, with their exit codes. Development has one fault, production none. */
const here: Readonly<Record<string, number>> = {
  'cp .env.example .env': 0,
  'npx suite check': 0,
  'npm run cutover': 0,
  'npx suite run --help': 0,
  'npx suite rejudge reports/out/latest': 0,
  'npx suite report reports/out/latest': 0,
  'npx suite serve --list': 0,
  'npx suite run gate --dry-run': 0,
  'npx suite run gate': 1,
  'npx suite replay 46f26453768b reports/out/latest': 1,
  'npx suite known add 46f26453768b --reason PAY-17 --owner payments --until 2026-12-31': 0,
  'npx suite known list': 0,
  'npx suite baseline accept reports/out/latest': 0,
  'npx suite catalog import openapi.yaml --out more.json': 0,
  'npx suite --version': 0,
}

const pipelines = 'trust/pipelines/pipelines.long.system.test.ts'
const shards = 'trust/nights/shards.system.test.ts'

/** The commands that do not run here, with the file that runs them instead. */
const elsewhere: Readonly<Record<string, string>> = {
  'npm ci && npm start': '.ci/run',
  'npm test': '.ci/run',
  'npm run demo': 'commands/demo.system.test.ts',
  'npm run nightly': pipelines,
  'npm run gate': pipelines,
  'RUN_DIR=reports/out/latest npx vitest run --project contracts -t "POST /api/vote/embed/create"':
    'trust/processes/specs.system.test.ts',
  'npx suite serve --port 4010 --fault NAME > served.env &': 'trust/matrix/command-line.ts',
  'npx suite run nightly --only contracts --settings served.env': 'trust/matrix/command-line.ts',
  'npx suite run gate --product Embeds,Payments': shards,
  'npx suite run gate --shard 1/2 --seed 7 --out shard-1': shards,
  'npx suite run gate --shard 2/2 --seed 7 --out shard-2': shards,
  'npx suite merge shard-1 shard-2 --out whole': shards,
  'npx suite replay 46f26453768b': 'trust/nights/replay.system.test.ts',
  'npx suite run gate --only load --scenario stress --rate 50 --duration 120': 'load/weaknesses.k6.system.test.ts',
  'npx suite run nightly --only load --scenario average --load-processes 4':
    'trust/processes/several.k6.system.test.ts',
  'API_KEY=… k6 run -e BASE_URL=https://dev.example.com load/scenarios/average.ts': 'load/alone.k6.system.test.ts',
  'npx suite export k6 --scenario stress --rate 2000 --parallelism 4 --out stress':
    'trust/processes/export.k6.system.test.ts',
  'git apply docs/adding/operation.patch docs/adding/setting.patch docs/adding/check.patch':
    'trust/documents/adding.system.test.ts',
  'npm run docs && npm run types && npm run lint && npm run unit': 'trust/documents/adding.system.test.ts',
  'npx suite parity RUN_A RUN_B': 'trust/nights/nights.system.test.ts',
  "API_KEY=… K6_PROMETHEUS_RW_TREND_STATS='p(95),p(99)' k6 run -e BASE_URL=https://dev.example.com -o experimental-prometheus-rw load/scenarios/average.ts":
    'trust/pipelines/dashboards.k6.system.test.ts',
}

const notCopied = new Set(['node_modules', '.git', '.env', 'out', 'baseline', '.stryker-tmp'])
let copy = ''
let fronts: readonly Front[] = []
let settings: Readonly<Record<string, string>> = {}
beforeAll(async () => {
  copy = join(mkdtempSync(join(tmpdir(), 'Bücher und ')), 'die Suite')
  cpSync(top, copy, { recursive: true, filter: (source) => !notCopied.has(basename(source)) })
  symlinkSync(join(top, 'node_modules'), join(copy, 'node_modules'))
  const faulty = faultNamed('embed-create-answers-201')?.plant(await createService()) as Deployment
  fronts = [await listen(faulty), await listen(await createService())]
  const [development, production] = fronts.map(({ url, deployment }) => ({
    ...deployment.settings,
    BASE_URL: url,
    EXCLUDE_OPERATIONS: catalogue.flatMap(({ id, product }) => (product === 'Embeds' ? [] : [id])).join(','),
  }))
  settings = { ...production, ...asDevelopment(development ?? {}) }
  const openapi = execFileSync(execPath, ['suite.ts', 'catalog', '--format', 'openapi'], {
    cwd: copy,
    encoding: 'utf8',
  })
  writeFileSync(join(copy, 'openapi.yaml'), openapi.replaceAll('/api/', '/api/next/'))
})
afterAll(async () => {
  for (const front of fronts) await front.close()
  rmSync(join(copy, '..'), { recursive: true })
})

const documented = [...new Set(documentedCommands().map(({ line }) => line))]
const inThirtyDays = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)

test('every command of the documents is run here, or by the named file', () => {
  const known = [...Object.keys(here), ...Object.keys(elsewhere)]
  expect(documented.filter((line) => !known.includes(line))).toEqual([])
  expect(
    known.filter((line) => !documented.includes(line)),
    'no document says it any more',
  ).toEqual([])
  expect(Object.values(elsewhere).filter((file) => !existsSync(join(top, file)))).toEqual([])
})

test.for(documented.filter((line) => line in here))('%s', { timeout: 120_000 }, async (line) => {
  const command = line.replace('npx suite', 'node suite.mjs').replace(/(--until) \S+/, `$1 ${inThirtyDays}`)
  // The runs are narrowed to be short. `check` is short by itself.
  const { DEV_EXCLUDE_OPERATIONS: narrowed = '', ...whole } = settings
  const own = line.endsWith('check') ? whole : { ...whole, DEV_EXCLUDE_OPERATIONS: narrowed }
  const { code, output } = await inShell(['-c', command], copy, own)
  expect(code, output).toBe(here[line])
})
