// @module-tag external
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import { weaknessNamed } from '../fixtures/faults/load-weaknesses.ts'
import { type Front, listen } from '../fixtures/front/front.ts'
import { createService } from '../fixtures/service/service.ts'
import { eventually } from '../trust/processes/processes.ts'
import { executable } from '../trust/tools/executable.ts'
import { k6ForTests } from '../trust/tools/k6-for-tests.ts'
import { type LoadRunOptions, runLoad } from '../trust/tools/load-run.ts'
import type { K6 } from './engine/find-k6.ts'
import { readThresholds } from './thresholds.ts'

let k6: K6
let room = ''
beforeAll(async () => {
  k6 = await k6ForTests()
  room = mkdtempSync(join(tmpdir(), 'platform-api-suite-weak-'))
}, 900_000)
afterAll(() => rmSync(room, { recursive: true, force: true }))

const reads = catalogue.filter(({ id }) => ['GET /api/team/general/all', 'GET /api/ads/bidding/all'].includes(id))
/** An operation that is selected too, but gets no load: its product has no reads. */
const write = catalogue.filter(({ id }) => id === 'POST /api/events/general/create')
const thresholds = readThresholds(
  Object.fromEntries(
    ['average', 'soak'].map((name) => [
      name,
      { '*': { p50: 300, p95: 300 }, Teams: { failed: 0.01 }, Ads: { failed: 0.01 }, Events: { p95: 350 } },
    ]),
  ),
  ['Teams', 'Ads', 'Events'],
)

const fast = readThresholds({ average: { '*': { p50: 500, p95: 500 } } }, ['Teams', 'Ads', 'Events'])

async function served(name: string | null): Promise<Front> {
  const service = await createService({ limit: 'none' })
  return await listen((name === null ? undefined : weaknessNamed(name))?.plant(service) ?? service)
}

async function loadOf(front: Front, more: Partial<LoadRunOptions> = {}) {
  const loadKey = front.deployment.settings['LOAD_API_KEY'] ?? ''
  const judged = await runLoad({
    k6,
    loadKey,
    thresholds,
    baseUrl: front.url,
    operations: [...reads, ...write],
    scenarios: ['average'],
    ratePerSecond: 40,
    durationMs: 5000,
    timeoutMs: 6000,
    ...more,
  })
  const told = judged.findings.filter(({ verdict }) => verdict === 'violation' || verdict === 'inconclusive')
  const [scenario] = judged.results.scenarios
  return { told: told.map(({ check, cause }) => `${check} ${cause}`), judged, scenario }
}

async function withService<Value>(name: string | null, use: (front: Front) => Promise<Value>): Promise<Value> {
  const front = await served(name)
  try {
    return await use(front)
  } finally {
    await front.close()
  }
}

/** Runs load, and sends signals to k6 once it has sent some requests. */
async function whileItRuns(
  front: Front,
  more: Partial<LoadRunOptions>,
  interfere: (signal: (name: NodeJS.Signals) => void) => Promise<unknown>,
) {
  const own = mkdtempSync(join(room, 'k6-'))
  const pid = join(own, 'pid')
  const wrapper = executable(join(own, 'k6'), `echo $$ > ${pid}\nexec ${k6.binary} "$@"`)
  const loaded = loadOf(front, { ...more, k6: { ...k6, binary: wrapper } })
  await eventually(() => front.record.length > 20, 60_000)
  await interfere((name) => process.kill(Number(readFileSync(pid, 'utf8')), name))
  return await loaded
}

describe('weaknesses under load', () => {
  test('a service without a weakness keeps every threshold that has samples', async () => {
    const { told, judged } = await withService(null, (front) => loadOf(front))
    expect(told).toEqual([])
    const events = judged.findings.find(({ check }) => check === 'load.threshold:average.Events.p95')
    expect(events?.verdict, 'a threshold without a sample is not kept').toBe('not-exercised')
  })

  test.for([
    ['slow-under-load', ['load.threshold:average.*.p50 exceeded', 'load.threshold:average.*.p95 exceeded']],
    ['every-tenth-is-slow', ['load.threshold:average.*.p95 exceeded']],
    ['one-product-fails', ['errors.server-error:average unstable', 'load.threshold:average.Teams.failed exceeded']],
  ] as const)('%s is found by thresholds', async ([name, expected]) => {
    const { told } = await withService(name, (front) => loadOf(front))
    expect(told).toEqual(expected)
  })

  test('a k6 that stands still for moments does not make a service look slow', async () => {
    const { told, scenario } = await withService('slow-under-load', (front) =>
      whileItRuns(front, { thresholds: fast, durationMs: 6000 }, async (signal) => {
        for (let stop = 0; stop < 7; stop += 1) {
          signal('SIGSTOP')
          await setTimeout(300)
          signal('SIGCONT')
          await setTimeout(350)
        }
      }),
    )
    expect(scenario?.latencyMs?.p95, 'what it measured is no time of the service').toBeGreaterThan(500)
    expect(told).toContain('load.threshold:average.*.p95 held-up')
    expect(told.filter((one) => one.endsWith('exceeded'))).toEqual([])
  })

  test('a rate that cannot be delivered is told with the iterations that k6 dropped', async () => {
    const { judged, scenario } = await withService('too-slow-for-any-rate', (front) =>
      loadOf(front, { thresholds: [], durationMs: 8000 }),
    )
    expect(judged.findings.find(({ check }) => check === 'load.delivered:average')).toMatchObject({
      verdict: 'inconclusive',
      cause: 'dropped',
    })
    expect(scenario?.dropped).toBeGreaterThan(0)
    const { sent = 0, dropped = 0, planned } = scenario ?? {}
    expect(Math.abs(sent + dropped - (planned?.requests ?? 0))).toBeLessThanOrEqual(1)
  })

  test('latency that grows with time is told, and found by a threshold', async () => {
    const soak = { scenarios: ['soak'], durationMs: 16_000, ratePerSecond: 30 } as const
    const [{ told, scenario }, steady] = await Promise.all([
      withService('slower-with-time', (front) => loadOf(front, soak)),
      withService('every-tenth-is-slow', (front) => loadOf(front, soak)),
    ])
    expect(told).toContain('load.threshold:soak.*.p95 exceeded')
    expect(scenario?.slowed?.toMs).toBeGreaterThan(2 * (scenario?.slowed?.fromMs ?? Number.POSITIVE_INFINITY))
    expect(steady.scenario?.slowed).toBeUndefined()
  })

  test('a request that is in flight when k6 is ended does not count as failed', async () => {
    const ending = new AbortController()
    const { scenario } = await withService('too-slow-for-any-rate', (front) =>
      loadOf(front, {
        ratePerSecond: 100,
        durationMs: 12_000,
        signal: ending.signal,
        progress: ({ requests }) => requests > 0 && ending.abort(),
      }),
    )
    expect(scenario?.sent).toBeGreaterThan(0)
    expect(scenario?.failed).toBe(0)
  })

  test('stress and breakpoint tell the rate at which a service gives way', async () => {
    const asked = { scenarios: ['stress', 'breakpoint'], durationMs: 8000, ratePerSecond: 100, thresholds: [] } as const
    const found = await withService('too-slow-for-any-rate', (front) => loadOf(front, { ...asked, timeoutMs: 1000 }))
    for (const { name, gaveWay } of found.judged.results.scenarios) {
      expect(gaveWay, name).not.toBeNull()
      expect(gaveWay?.ratePerSecond).toBeLessThanOrEqual(100)
    }
  })
})

describe('a k6 that does not do its work never gives a pass', () => {
  test('a script throws in every iteration', async () => {
    const scripts = mkdtempSync(join(room, 'scripts-'))
    const own = resolve(import.meta.dirname, 'scenarios/runtime/arrival-rate.ts')
    writeFileSync(
      join(scripts, 'average.ts'),
      `import { arrivalRateScript } from ${JSON.stringify(own)}
       const script = arrivalRateScript('average')
       export const { options, setup, handleSummary } = script
       export default function () { throw new Error('broken') }`,
    )
    const { judged } = await withService(null, (front) => loadOf(front, { durationMs: 2000, scripts }))
    expect(judged.findings.filter(({ verdict }) => verdict === 'pass' || verdict === 'violation')).toEqual([])
    const delivered = judged.findings.find(({ check }) => check === 'load.delivered:average')
    expect(delivered).toMatchObject({ verdict: 'inconclusive', cause: 'not-sent' })
    expect(delivered?.message).toContain('broken')
  })

  test('k6 is killed from outside', async () => {
    const { judged } = await withService(null, (front) =>
      whileItRuns(front, { durationMs: 20_000 }, async (signal) => signal('SIGKILL')),
    )
    expect(judged.findings.find(({ check }) => check === 'load.delivered:average')).toMatchObject({
      verdict: 'inconclusive',
      cause: 'broke-off',
    })
    const thresholds = judged.findings.filter(({ check }) => check.startsWith('load.threshold'))
    expect(thresholds.filter(({ verdict }) => verdict === 'pass')).toEqual([])
  })
})
