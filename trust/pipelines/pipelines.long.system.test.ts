import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Results } from '../../evidence/results.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import type { Deployment } from '../../fixtures/deployment.ts'
import { faultNamed } from '../../fixtures/faults/faults.ts'
import { type Front, listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { asDevelopment } from '../processes/child-run.ts'
import { k6ForTests } from '../tools/k6-for-tests.ts'
import { runWorkflow } from './github.ts'
import { runJobs } from './gitlab.ts'

/** The operations that are excluded, so that a pipeline takes seconds in the test. */
const others = catalogue
  .filter(({ product }) => product !== 'Embeds')
  .map(({ id }) => id)
  .join(',')

let home = ''
let fronts: Front[] = []
let chat: Server
let told: { readonly path: string; readonly body: string }[] = []
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'pipelines-'))
  for (const folder of ['artifacts', 'cache']) mkdirSync(join(home, folder))
  told = []
  chat = createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    told.push({ path: request.url ?? '', body })
    response.end('ok')
  })
  await new Promise<void>((done) => chat.listen(0, '127.0.0.1', done))
})
afterEach(async () => {
  for (const front of fronts) await front.close()
  fronts = []
  chat.close()
  rmSync(home, { recursive: true })
})

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
async function served(deployment?: Deployment): Promise<Readonly<Record<string, string>>> {
  const front = await listen(deployment ?? (await createService({ limit: 'fixed-window:20/1s' })))
  fronts.push(front)
  return { ...front.deployment.settings, BASE_URL: front.url, EXCLUDE_OPERATIONS: others }
}
const faulty = async () => faultNamed('embed-create-answers-201')?.plant(await createService()) as Deployment
const resultsIn = (...path: readonly string[]) =>
  JSON.parse(readFileSync(join(home, 'artifacts', ...path, 'results.json'), 'utf8')) as Results
const filesOfRun = ['index.html', 'summary.md', 'junit.xml', 'metrics.prom', 'message.json', 'exchanges.ndjson']

/** The settings of a deployment as a repository keeps them: addresses as variables, keys as secrets. */
function kept(settings: Readonly<Record<string, string>>) {
  const secret = ([name]: readonly [string, string]) => name.endsWith('API_KEY')
  const entries = Object.entries(settings)
  const vars = Object.fromEntries(entries.filter(([name]) => name.endsWith('BASE_URL')))
  const rest = Object.fromEntries(entries.filter((entry) => !secret(entry) && !entry[0].endsWith('BASE_URL')))
  return { vars, secrets: Object.fromEntries(entries.filter(secret)), settings: rest }
}

test('the nightlies of GitHub and GitLab run two nights with one history', { timeout: 240_000 }, async () => {
  const { binary } = await k6ForTests()
  const settings = { ...asDevelopment(await served()), K6_BIN: binary }
  const { vars, secrets, settings: more } = kept(settings)
  const addresses = { SUITE_WEBHOOK: `${addressOf(chat)}/hook`, PUSHGATEWAY_URL: addressOf(chat) }
  const first = await runWorkflow('docs/pipelines/github/nightly.yml', {
    home,
    settings: more,
    secrets: { ...secrets, ...addresses },
    vars: { ...vars, PUBLISH_REPORT: 'true' },
  })
  expect(first.steps.map(({ code, output }) => (code === 0 ? 0 : output))).toEqual(first.steps.map(() => 0))
  expect(first.summary).toContain('PASSED')
  for (const file of filesOfRun) expect(existsSync(join(home, 'artifacts/nightly', file)), file).toBe(true)
  expect(existsSync(join(home, 'pages/index.html'))).toBe(true)
  expect(resultsIn('nightly').load.scenarios.map(({ name }) => name)).toEqual(['limits', 'smoke'])

  expect(told.map(({ path }) => path)).toEqual(['/hook', '/metrics/job/platform-api-suite/profile/nightly'])
  expect(JSON.parse(told[0]?.body ?? '').text).toMatch(/^PASSED: .*\n[\s\S]*\nhttps:\/\/git\.example\/.*4711$/)
  expect(told[1]?.body).toMatch(/\n# EOF\n$/)

  const [second] = await runJobs(['nightly'], { home, variables: { ...settings, ...addresses } })
  expect(second, second?.output).toMatchObject({ code: 0, missing: [] })
  expect(told).toHaveLength(4)
  expect(resultsIn('nightly/out/nightly').changes?.comparedWith).toBe(resultsIn('nightly').run.id)
  const [pages] = await runJobs(['pages'], { home, variables: {} })
  expect(pages, pages?.output).toMatchObject({ code: 0 })
  expect(existsSync(join(home, 'artifacts/pages/public/index.html'))).toBe(true)
})

test('the gates of GitHub and GitLab ask in two parts and give one verdict', { timeout: 240_000 }, async () => {
  const settings = asDevelopment(await served(await faulty()))
  const { steps, summary } = await runWorkflow('docs/pipelines/github/gate.yml', { home, ...kept(settings) })
  expect(steps.map(({ job, name, code }) => [job, name, code])).toEqual([
    ['part', 'Ask', 0],
    ['part', 'Ask', 0],
    ['gate', 'Judge the whole', 0],
    ['gate', 'State', 1],
  ])
  expect(summary.match(/^# FAILED/gm)).toHaveLength(1)
  const [whole, state] = steps.slice(2)
  expect(whole?.output).toMatch(/^::error title=FAILED::/m)
  expect(state?.output).toMatch(/^::error title=Failed::/)
  for (const file of filesOfRun) expect(existsSync(join(home, 'artifacts/gate', file)), file).toBe(true)

  const jobs = await runJobs(['gate-part', 'gate'], { home, variables: settings })
  expect(jobs.map(({ code, missing }) => [code, missing])).toEqual([
    [0, []],
    [0, []],
    [1, []],
  ])
  const broken = (...path: readonly string[]) =>
    resultsIn(...path)
      .findings.filter(({ verdict }) => verdict === 'violation')
      .map(({ id }) => id)
  expect(broken('gate/out/gate')).toEqual(broken('gate'))
})

test('the cutovers of GitHub and GitLab show a plan, then run with parity', { timeout: 240_000 }, async () => {
  const settings = { ...(await served(await faulty())), ...asDevelopment(await served()) }
  const repository = { home, ...kept(settings), inputs: { 'fail-on-parity': true } }
  const { steps, summary } = await runWorkflow('docs/pipelines/github/cutover.yml', repository)
  expect(steps.map(({ name, code, output }) => [name, code === 0 ? 0 : output])).toEqual([
    ['Show what would be sent', 0],
    ['Ask', 0],
    ['State', 0],
  ])
  expect(summary).toContain('Nothing was sent.')
  expect(existsSync(join(home, 'artifacts/cutover/parity/exchanges.ndjson'))).toBe(true)
  const jobs = await runJobs(['cutover-plan', 'cutover'], { home, variables: settings })
  expect(jobs.map(({ code, missing }) => [code, missing])).toEqual([
    [0, []],
    [0, []],
  ])
})

test('the pipelines tell no trustworthy answer from a violation', { timeout: 120_000 }, async () => {
  const settings = { ...asDevelopment(await served()), DEV_BASE_URL: 'http://127.0.0.1:9' }
  const { steps } = await runWorkflow('docs/pipelines/github/gate.yml', { home, ...kept(settings) })
  expect(steps.at(-1)).toMatchObject({ name: 'State', code: 2 })
  expect(steps.at(-1)?.output).toMatch(/^::error title=No trustworthy answer::/)
  const { DEV_LOAD_API_KEY: _, ...secrets } = kept(settings).secrets
  const night = await runWorkflow('docs/pipelines/github/nightly.yml', { home, ...kept(settings), secrets })
  expect(night.steps.at(-1)).toMatchObject({ name: 'State', code: 2 })
  expect(night.steps[0]?.output).not.toContain('DEV_LOAD_API_KEY is set')
  const nothing = await runWorkflow('docs/pipelines/github/gate.yml', { home, vars: {}, secrets: {} })
  expect(nothing.steps[0]).toMatchObject({ name: 'Ask', code: 2 })
  expect(nothing.steps[0]?.output).toMatch(/DEV_(BASE_URL|API_KEY)/)
})
