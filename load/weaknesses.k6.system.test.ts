import { spawn } from 'node:child_process'
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

describe.concurrent('the scripts alone, as a k6 user runs them', () => {
  const script = (name: string) => resolve(import.meta.dirname, `scenarios/${name}.ts`)

  async function k6With(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const child = spawn(k6.binary, args, { env: { PATH: process.env['PATH'], HOME: room, ...env } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += String(bytes)))
    const code = await new Promise<number | null>((ended) => child.on('close', ended))
    return { code, output }
  }

  test.for(['smoke', 'average', 'stress', 'spike', 'soak', 'breakpoint', 'limits'])(
    '%s: inspect, archive and run',
    async (name) => {
      const inspected = await k6With(['inspect', script(name)])
      expect(inspected.code, inspected.output).toBe(0)
      const executor = name === 'limits' ? 'shared-iterations' : 'ramping-arrival-rate'
      expect(JSON.parse(inspected.output).scenarios[name].executor).toBe(executor)
      const archive = join(room, `${name}.tar`)
      expect((await k6With(['archive', '-O', archive, script(name)])).code).toBe(0)
      if (name === 'limits') return
      await withService(null, async (front) => {
        const key = front.deployment.settings['LOAD_API_KEY'] ?? ''
        const summary = join(room, `${name}.json`)
        const quiet = ['run', '-q', '--no-usage-report', '--address', '', '--summary-export', summary]
        const settings = ['-e', `BASE_URL=${front.url}`, '-e', 'RATE=20', '-e', 'DURATION=2']
        const ran = await k6With([...quiet, ...settings, script(name)], { API_KEY: key })
        expect(ran.code, ran.output).toBe(0)
        expect(ran.output).toMatch(new RegExp(`^${name}: \\d+ requests, 0 limited \\(429\\), 0 failed`, 'm'))
        for (const text of [ran.output, readFileSync(summary, 'utf8'), readFileSync(archive, 'latin1')])
          expect(text).not.toContain(key)
      })
    },
  )

  test('an archive that was made for another load says so, and sends nothing', async () => {
    const archive = join(room, 'slow.tar')
    expect((await k6With(['archive', '-e', 'DURATION=2', '-O', archive, script('stress')])).code).toBe(0)
    await withService(null, async (front) => {
      const key = front.deployment.settings['LOAD_API_KEY'] ?? ''
      const quiet = ['run', '-q', '--no-usage-report', '--address', '', '-e', `BASE_URL=${front.url}`]
      const other = await k6With([...quiet, '-e', 'RATE=20', archive], { API_KEY: key })
      expect(other.code).not.toBe(0)
      expect(other.output).toContain('made for RATE=10, which does not change any more: make it anew by k6 archive')
      expect(other.output).toMatch(/^stress: 0 requests/m)
      const same = await k6With([...quiet, '-e', 'RATE=10', archive], { API_KEY: key })
      expect(same.code, same.output).toBe(0)
    })
  })

  test('limits tells what it saw of the limit', async () => {
    const service = await createService({ limit: 'fixed-window:20/1s' })
    const front = await listen(service)
    try {
      const key = front.deployment.settings['LOAD_API_KEY'] ?? ''
      const quiet = ['run', '-q', '--no-usage-report', '--address', '']
      const ran = await k6With([...quiet, '-e', `BASE_URL=${front.url}`, script('limits')], { API_KEY: key })
      expect(ran.code, ran.output).toBe(0)
      expect(ran.output).toMatch(/20 answered, then 429; served again after .* s, three of three/)
      expect(ran.output).not.toContain(key)
    } finally {
      await front.close()
    }
  })

  test('breakpoint ends where it is refused, and tells before which rate', async () => {
    const front = await listen(await createService({ limit: 'fixed-window:3/1s' }))
    try {
      const key = front.deployment.settings['LOAD_API_KEY'] ?? ''
      const quiet = ['run', '-q', '--no-usage-report', '--address', '']
      const settings = ['-e', `BASE_URL=${front.url}`, '-e', 'RATE=100', '-e', 'DURATION=20']
      const ran = await k6With([...quiet, ...settings, script('breakpoint')], { API_KEY: key })
      const [, rate] = /it gave way before ([0-9.]+) requests a second/.exec(ran.output) ?? []
      expect(Number(rate), ran.output).toBeGreaterThan(3)
      expect(Number(rate)).toBeLessThan(80)
      expect(ran.output).toContain('✗ gave_way rate<=0.1')
      expect(ran.code, "k6's own code for a crossed threshold").toBe(99)
    } finally {
      await front.close()
    }
  }, 60_000)

  test('a file of thresholds is found from the folder where k6 was started', async () => {
    writeFileSync(join(room, 'own.json'), '\ufeff{"average":{"*":{"p95":400}}}')
    const settings = ['-e', `PWD=${room}`, '-e', 'LOAD_THRESHOLDS=own.json']
    const inspected = await k6With(['inspect', ...settings, script('average')])
    expect(inspected.code, inspected.output).toBe(0)
    expect(inspected.output).toContain(String.raw`p(95)\u003c=400`)
    writeFileSync(join(room, 'own.json'), '{"average":')
    const half = await k6With(['inspect', ...settings, script('average')])
    expect(half.output).toContain('LOAD_THRESHOLDS: own.json: ')
  })

  test('a missing or wrong setting is told in a sentence, before anything is sent', async () => {
    const none = await k6With(['run', '-q', '--no-usage-report', '--address', '', script('average')])
    expect(none.code).not.toBe(0)
    expect(none.output).toContain('BASE_URL is not set')
    const rate = await k6With(['run', '-q', '-e', 'BASE_URL=http://127.0.0.1:9', '--address', '', script('stress')])
    expect(rate.output).toContain('RATE is not set, and stress has no usual one: add -e RATE=20')
    const key = await k6With(['run', '-q', '-e', 'BASE_URL=http://127.0.0.1:9', '--address', '', script('average')])
    expect(key.code).not.toBe(0)
    expect(key.output).toContain('API_KEY is not set: API_KEY=… k6 run -e BASE_URL=https://… SCRIPT')
    expect(key.output).toMatch(/^average: 0 requests/m)
    const limits = await k6With(['run', '-q', '-e', 'BASE_URL=http://127.0.0.1:9', '--address', '', script('limits')])
    expect(limits.output).toContain('API_KEY is not set')
    expect(limits.code).not.toBe(0)
    const user = await k6With([
      'run',
      '-q',
      '-e',
      'BASE_URL=http://u:p@127.0.0.1:9',
      '--address',
      '',
      script('average'),
    ])
    expect(user.code).not.toBe(0)
    expect(user.output).toContain('BASE_URL must be http://… or https://…, without query, user and password')
    const unit = await k6With(['run', '-q', '-e', 'DURATION=4s', '--address', '', script('average')])
    expect(unit.output).toContain("DURATION takes a number above zero, without a unit, not '4s'")
    const typo = await k6With(['run', '-q', '-e', 'LOAD_OPERATIONS=GET /api/nope', '--address', '', script('average')])
    expect(typo.code).not.toBe(0)
    expect(typo.output).toContain('LOAD_OPERATIONS: GET /api/nope is no read that is listed')
  })
})
