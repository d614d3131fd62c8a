// @module-tag external
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Results } from '../../evidence/results.ts'
import { type Front, listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { percentile } from '../../load/engine/measure.ts'
import { ShortLines } from '../../load/wire.ts'
import { k6ForTests } from '../tools/k6-for-tests.ts'
import { developmentAt, endedSuite } from './child-run.ts'

let k6 = ''
let front: Front
let home = ''
let answered = 0
beforeAll(async () => {
  k6 = (await k6ForTests()).binary
  const service = await createService({ limit: 'none' })
  front = await listen({
    ...service,
    handle: (request) => {
      answered += 1
      return service.handle(request)
    },
  })
  home = mkdtempSync(join(tmpdir(), 'platform-api-suite-export-'))
}, 900_000)
afterAll(async () => {
  await front.close()
  rmSync(home, { recursive: true, force: true })
})

const settings = () => developmentAt(front, home)
const suite = (...words: readonly string[]) => endedSuite(words, settings())

/** The environment of the operator's pods, the only place that holds the key. */
const environment = () => ({
  PATH: process.env['PATH'],
  BASE_URL: front.url,
  API_KEY: front.deployment.settings['LOAD_API_KEY'],
})

/** Runs the process of one pod as the operator does: it starts paused, until the starter resumes all pods. */
function pod(archive: string, index: number, of: number, port: number) {
  const at = (place: number) => (place === 0 ? '0' : place === of ? '1' : `${place}/${of}`)
  const sequence = Array.from({ length: of + 1 }, (_, place) => at(place)).join(',')
  const segment = [
    `--execution-segment=${at(index - 1)}:${at(index)}`,
    `--execution-segment-sequence=${sequence}`,
  ] as const
  const own = ['--log-format', 'raw', '--log-output=stdout', '--no-usage-report']
  const address = `--address=127.0.0.1:${port}`
  const tags = ['--paused', '--tag', `instance_id=${index}`, '--tag', 'testrun_name=platform-api-average']
  const args = ['run', '--quiet', ...(of === 1 ? [] : segment), ...own, archive, address, ...tags]
  const child = spawn(k6, args, { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (log += String(bytes)))
  const file = join(home, `pod-${of}-${index}.log`)
  const ended = new Promise<string>((resolve) =>
    child.on('close', () => {
      writeFileSync(file, log)
      resolve(file)
    }),
  )
  return { ended, start: () => resume(`http://127.0.0.1:${port}/v1/status`) }
}

/** Resumes a pod, with the request of the operator's starter. */
async function resume(url: string): Promise<void> {
  const attributes = { paused: false, stopped: false }
  const body = JSON.stringify({ data: { attributes, id: 'default', type: 'status' } })
  for (let tries = 0; tries < 100; tries += 1) {
    const response = await fetch(url, { method: 'PATCH', body }).catch(() => null)
    if (response?.ok) return
    await new Promise((wait) => setTimeout(wait, 100))
  }
  throw new Error(`${url} does not answer`)
}

async function pods(archive: string, of: number, port: number): Promise<readonly string[]> {
  const all = Array.from({ length: of }, (_, index) => pod(archive, index + 1, of, port + index))
  await Promise.all(all.map(({ start }) => start()))
  return await Promise.all(all.map(({ ended }) => ended))
}

const scenarioIn = (directory: string) => {
  const { load } = JSON.parse(readFileSync(join(directory, 'results.json'), 'utf8')) as Results
  const [scenario] = load.scenarios
  if (scenario === undefined) throw new Error('no scenario')
  return scenario
}

test('an exported scenario is judged alike from one pod and from three, and no file of it holds a key', async () => {
  // A fresh folder, since a starved machine may run this test again.
  const room = mkdtempSync(join(home, 'tried-'))
  const out = join(room, 'exported')
  const words = ['--scenario', 'average', '--rate', '40', '--duration', '5', '--parallelism', '3', '--out', out]
  const made = await suite('export', 'k6', ...words)
  expect(made.code, made.output).toBe(0)
  expect(readdirSync(out).sort()).toEqual(['README.md', 'average.tar', 'testrun.yaml'])

  const results = []
  for (const processes of [1, 3]) {
    answered = 0
    const logs = await pods(join(out, 'average.tar'), processes, 17_310 + 10 * processes)
    const merged = join(room, `merged-${processes}`)
    const { code, output } = await suite('merge', '--load', ...logs, '--out', merged)
    const scenario = scenarioIn(merged)
    if (scenario.dropped === 0) expect(code, output).toBe(0)
    expect(scenario.sent).toBe(answered)
    expect(Math.abs(scenario.sent + scenario.dropped - (scenario.planned.requests ?? 0))).toBeLessThanOrEqual(processes)
    // A starved k6 drops some iterations, and tells it.
    const verdict = scenario.dropped > 0 ? 'inconclusive' : 'pass'
    expect(scenario).toMatchObject({ verdict, processes, failed: 0, limited: 0 })
    const shorts = new ShortLines()
    const lines = logs.flatMap((log) => readFileSync(log, 'utf8').split('\n'))
    const durations = lines.flatMap((line) => shorts.read(line)?.durationMs ?? []).sort((one, two) => one - two)
    expect(durations).toHaveLength(scenario.sent)
    for (const [name, share] of [['p50', 0.5] as const, ['p95', 0.95] as const, ['p99', 0.99] as const])
      expect(scenario.latencyMs?.[name]).toBeCloseTo(percentile(durations, share), 9)
    results.push({ scenario, logs })
  }
  const [one, three] = results
  const turns = [one, three].map((run) => (run?.scenario.sent ?? 0) + (run?.scenario.dropped ?? 0))
  expect(Math.abs((turns[1] ?? 0) - (turns[0] ?? 0))).toBeLessThanOrEqual(3)

  const key = front.deployment.settings['LOAD_API_KEY'] ?? ''
  const files = [...readdirSync(out).map((name) => join(out, name)), ...(three?.logs ?? [])]
  for (const file of files) expect(readFileSync(file, 'latin1'), file).not.toContain(key)
  expect(made.output).not.toContain(key)

  const [first = '', second = '', third = ''] = three?.logs ?? []
  const refused = async (...logs: readonly string[]) => {
    const { code, output } = await suite('merge', '--load', ...logs, '--out', join(home, 'none'))
    expect(code, output).toBe(2)
    return output
  }
  expect(await refused(first, third)).toContain('The log of the part 1/3:2/3 is missing')
  expect(await refused(first, second, third, first)).toContain('The part 0:1/3 is there twice')
  expect(await refused(first, second, third, one?.logs[0] ?? '')).toContain('are logs of two tests')
  expect(await refused(join(out, 'README.md'))).toContain('is no log of a script that suite export made')
})

test.for([
  [['--scenario', 'limits'], 'limits cannot be exported: several clients that wait for one instant are a herd'],
  [['--scenario', 'stress'], '--scenario stress needs --rate'],
  [['--scenario', 'average', '--parallelism', '20'], '20 processes cannot share average'],
] as const)('%j is refused: %s', async ([words, why]) => {
  const { code, output } = await suite('export', 'k6', ...words, '--out', join(home, 'refused'))
  expect(code).toBe(2)
  expect(output).toContain(why)
})

test('an export with a client certificate is refused, with what to do', async () => {
  const [certificate, privateKey] = ['client.pem', 'client-key.pem'].map((name) => join(home, name)) as [string, string]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=client']
  expect(spawnSync('openssl', [...made, '-keyout', privateKey, '-out', certificate]).status).toBe(0)
  const withCertificate = { ...settings(), CLIENT_CERT_FILE: certificate, CLIENT_KEY_FILE: privateKey }
  const words = ['export', 'k6', '--scenario', 'average', '--out', join(home, 'refused')]
  const { code, output } = await endedSuite(words, withCertificate)
  expect(code).toBe(2)
  expect(output).toContain('export k6 cannot carry the client certificate of CLIENT_CERT_FILE: use run with')
})

test('the manifest of an export with TRACEPARENT hands the trace id to each pod', async () => {
  const out = join(home, 'traced')
  const words = ['export', 'k6', '--scenario', 'average', '--out', out]
  const { code, output } = await endedSuite(words, { ...settings(), TRACEPARENT: '1' })
  expect(code, output).toBe(0)
  expect(readFileSync(join(out, 'testrun.yaml'), 'utf8')).toMatch(/name: SUITE_TRACE_ID\n +value: "?[0-9a-f]{32}"?\n/)
})
