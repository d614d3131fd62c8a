import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Exchange } from '../evidence/exchange.ts'
import { readRetryAfter } from '../evidence/retry-after.ts'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import type { Deployment, Handler } from '../fixtures/deployment.ts'
import { keyHeader } from '../fixtures/errors.ts'
import { faultNamed } from '../fixtures/faults/faults.ts'
import { listen } from '../fixtures/front/front.ts'
import { createService } from '../fixtures/service/service.ts'
import { k6ForTests } from '../trust/tools/k6-for-tests.ts'
import type { K6 } from './engine/find-k6.ts'
import { judgeLoad } from './judge.ts'
import type { CodeOf } from './judged.ts'
import type { LoadOptions } from './load-options.ts'
import { runLoad } from './run-load.ts'

let k6: K6
let room = ''
beforeAll(async () => {
  k6 = await k6ForTests()
  room = await mkdtemp(join(tmpdir(), 'load-test-'))
}, 900_000)
afterAll(() => rm(room, { recursive: true, force: true }))

const limitedOperation = 'GET /api/video/details/all'
/** One read of each of some products: enough for the smoke, and quick. */
const operations = catalogue.filter(({ id }) =>
  [limitedOperation, 'GET /api/team/general/all', 'GET /api/ads/bidding/all'].includes(id),
)

interface Answered {
  readonly at: number
  readonly answeredAt: number
  readonly key: string
  readonly target: string
  readonly agent: string
  readonly waitMs: number | null
  readonly inFlight: number
}

/** A deployment with a record of its own of when it answered and what it told. */
function watched(deployment: Deployment): { readonly deployment: Deployment; readonly answers: Answered[] } {
  const answers: Answered[] = []
  let inFlight = 0
  const handle: Handler = async (request) => {
    const value = (name: string) => request.headers.find(([header]) => header.toLowerCase() === name)?.[1] ?? ''
    inFlight += 1
    const seen = { at: request.at, target: request.target, agent: value('user-agent'), inFlight }
    const reply = await deployment.handle(request)
    inFlight -= 1
    const headers = reply.kind === 'answer' && reply.status === 429 ? reply.headers : []
    const values = headers.filter(([name]) => name.toLowerCase() === 'retry-after').map(([, text]) => text)
    const answeredAt = Date.now()
    const read = readRetryAfter(values, undefined, answeredAt)
    const waitMs = read.kind === 'seconds' || read.kind === 'date' ? read.waitMs : null
    answers.push({ ...seen, answeredAt, key: value(keyHeader.toLowerCase()), waitMs })
    return reply
  }
  return { deployment: { ...deployment, handle }, answers }
}

const codeOf: CodeOf = (exchange) => {
  const [, code] = /"code":\s*"(\w+)"/.exec(exchange.response?.body.text ?? '') ?? []
  return code === undefined ? { kind: 'none' } : { kind: 'code', code }
}

async function loadOf(made: Deployment, more: Partial<LoadOptions> = {}) {
  const { deployment, answers } = watched(made)
  const front = await listen(deployment)
  const key = deployment.settings['LOAD_API_KEY'] ?? ''
  const recorded: Exchange[] = []
  const said: string[] = []
  try {
    const recording = await runLoad({
      k6,
      baseUrl: front.url,
      operations,
      rateLimitOperation: limitedOperation,
      scenarios: ['limits', 'smoke'],
      loadKey: key,
      otherKey: deployment.settings['API_KEY'] ?? null,
      quietKey: true,
      extraHeaders: [['X-Extra', 'extra-secret']],
      timeoutMs: 5000,
      redact: (text) => text.replaceAll(key, '[redacted]'),
      record: (exchange) => recorded.push(exchange),
      progress: (text) => said.push(text),
      environment: { ...process.env, K6_ITERATIONS: '77' },
      runId: 'run-1',
      suiteVersion: '9.9.9',
      dashboardDirectory: null,
      ...more,
    })
    const judged = judgeLoad(recording, recorded, codeOf)
    const outcome = { ...judged, recording, exchanges: recorded, requests: recorded.length }
    return { outcome, answers, recorded, said, key, front }
  } finally {
    await front.close()
  }
}

type Loaded = Awaited<ReturnType<typeof loadOf>>

function verdictOf({ outcome }: Loaded, check: string): string {
  const found = outcome.findings.filter((finding) => finding.check === check)
  expect(found, check).toHaveLength(1)
  return `${found[0]?.verdict} ${found[0]?.cause}`
}

/**
 * Requests that arrived within a wait that the service had told, though they were sent after k6 had been told. What is in
 * flight when a refusal comes is not early, and on a busy machine may arrive late: so each arrival is paired with its
 * sending. The one question that is meant to go into the wait (O17) is left out.
 */
function early({ answers, key, outcome }: Loaded): readonly Answered[] {
  const arrived = answers
    .filter((answer) => answer.key === key && answer.target === '/api/video/details/all')
    .sort((one, other) => one.at - other.at)
  const sent = outcome.exchanges
    .filter(({ operation, facts }) => operation === limitedOperation && facts?.['whom'] !== 'key')
    .sort((one, other) => one.startedAt - other.startedAt)
  expect(sent).toHaveLength(arrived.length)
  return arrived.filter(({ at }, index) => {
    const { startedAt, facts } = sent[index] as Exchange
    const told = arrived.filter((other, position) => {
      const { startedAt: from, endMs } = sent[position] as Exchange
      return other.waitMs !== null && from + endMs < startedAt && at < other.answeredAt + other.waitMs
    })
    return facts?.['phase'] !== 'control' && told.length > 0
  })
}

describe.concurrent('the limits of a service, met by k6', () => {
  test('Retry-After in seconds: kept three times, nothing early, everything judged once', async ({ expect }) => {
    const loaded = await loadOf(await createService({ limit: 'fixed-window:20/1s,work=120ms' }), {
      dashboardDirectory: room,
    })
    const { outcome, answers, recorded, said, key } = loaded
    expect(verdictOf(loaded, 'limits.code')).toBe('pass rate-limited')
    expect(verdictOf(loaded, 'limits.retry-after')).toBe('pass readable')
    expect(verdictOf(loaded, 'limits.recovers')).toBe('pass served-again')
    expect(verdictOf(loaded, 'limits.isolation')).toBe('pass apart')
    expect(verdictOf(loaded, 'load.delivered:limits')).toBe('pass delivered')
    expect(verdictOf(loaded, 'load.delivered:smoke')).toBe('pass delivered')
    expect(outcome.results.limits[0]).toMatchObject({
      operation: limitedOperation,
      scope: 'credential+product',
      algorithm: 'inconclusive',
      retryAfter: { form: 'seconds', longestMs: 1000, trials: 3, recovered: 3 },
    })
    expect(early(loaded)).toEqual([])
    expect(Math.max(...answers.map(({ inFlight }) => inFlight))).toBeGreaterThanOrEqual(16)
    expect(outcome.requests).toBe(answers.length)
    expect(new Set(recorded.map(({ id }) => id)).size).toBe(recorded.length)
    expect(new Set(answers.map(({ agent }) => agent))).toEqual(new Set(['platform-api-suite/9.9.9 run/run-1 k6/1.8.1']))
    expect(said[0]).toBe(`limits: at most 400 requests within 45 s to ${limitedOperation}`)
    expect(new Set(outcome.findings.map(({ id }) => id)).size).toBe(outcome.findings.length)
    const smoke = outcome.results.scenarios.find(({ name }) => name === 'smoke')
    expect(smoke?.latency.map(({ product, count }) => [product, count])).toEqual([
      ['Ads', 2],
      ['Livestream', 2],
      ['Teams', 2],
    ])
    const files = (await readdir(room)).filter((name) => name.endsWith('.html'))
    const texts = [
      JSON.stringify(outcome),
      ...(await Promise.all(files.map((name) => readFile(join(room, name), 'utf8')))),
    ]
    expect(files).toContain('k6-limits.html')
    for (const text of texts) {
      expect(text).not.toContain(key)
      expect(text).not.toContain('extra-secret')
    }
  })

  test.for([
    ['fixed-window:20/1s,retry-after=date', 'pass readable'],
    ['fixed-window:20/1s,retry-after=asctime', 'pass readable'],
    ['fixed-window:20/1s,retry-after=absent', 'pass absent'],
    ['token-bucket:20@20/s', 'pass readable'],
    ['fixed-window:20/1s,retry-after=ms', 'not-exercised longer-than-budget'],
  ] as const)('%s: %s', async ([limit, retryAfter], { expect }) => {
    const loaded = await loadOf(await createService({ limit }), { scenarios: ['limits'] })
    expect(verdictOf(loaded, 'limits.code')).toBe('pass rate-limited')
    expect(verdictOf(loaded, 'limits.retry-after')).toBe(retryAfter)
    const recovers = limit.endsWith('=ms') ? 'not-exercised longer-than-budget' : 'pass served-again'
    expect(verdictOf(loaded, 'limits.recovers')).toBe(recovers)
    expect(early(loaded)).toEqual([])
  })

  test('no limit: not exercised, with what was sent', async ({ expect }) => {
    const loaded = await loadOf(await createService({ limit: 'none' }), {
      scenarios: ['limits'],
      budgets: { limits: { requests: 100, ms: 5000 } },
    })
    for (const check of ['limits.code', 'limits.retry-after', 'limits.recovers', 'limits.isolation'])
      expect(verdictOf(loaded, check)).toBe('not-exercised no-refusal')
    expect(loaded.answers.length).toBeLessThanOrEqual(100)
    expect(verdictOf(loaded, 'load.delivered:limits')).toBe('pass delivered')
  })

  test.for([
    ['none', ['none']],
    ['concurrency:5,work=25ms', ['concurrency', 'inconclusive']],
  ] as const)('the experiment on %s says one of %j', async ([limit, names], { expect }) => {
    const loaded = await loadOf(await createService({ limit }), { scenarios: ['limits'], experiment: true })
    const [result] = loaded.outcome.results.limits
    expect(names).toContain(result?.algorithm)
    expect(result?.why).not.toContain('no experiment')
    expect(verdictOf(loaded, 'load.delivered:limits')).toBe('pass delivered')
    expect(loaded.outcome.requests).toBe(loaded.answers.length)
  })

  test.for([
    ['limit-without-code', 'limits.code', 'violation code-wrong'],
    ['retry-after-unit', 'limits.retry-after', 'violation malformed'],
    ['retry-after-twice', 'limits.retry-after', 'violation malformed'],
    ['limit-never-resets', 'limits.recovers', 'violation refused-again'],
    ['load-is-unauthenticated', 'limits.code', 'violation refused-under-load'],
    ['load-crashes', 'errors.server-error:load', 'violation server-error-under-load'],
    ['load-resets', 'http.completes:load', 'violation broke-off-under-load'],
  ] as const)('the fault %s is caught by %s', async ([name, check, verdict], { expect }) => {
    const fault = faultNamed(name)
    if (fault === undefined) throw new Error(`no fault ${name}`)
    const service = await createService({ limit: 'fixed-window:20/1s' })
    const loaded = await loadOf(fault.plant(service), { scenarios: ['limits'] })
    expect(verdictOf(loaded, check)).toBe(verdict)
    const others = loaded.outcome.findings.filter((finding) => finding.verdict === 'violation')
    expect(others.map((finding) => finding.check)).toEqual([check])
  })
})

test('an interrupt ends k6 at once, and what was recorded is judged', async () => {
  const stop = new AbortController()
  const began = Date.now()
  setTimeout(() => stop.abort(), 1000)
  const loaded = await loadOf(await createService({ limit: 'fixed-window:20/8s' }), { signal: stop.signal })
  expect(Date.now() - began).toBeLessThan(5000)
  expect(verdictOf(loaded, 'load.delivered:limits')).toBe('inconclusive interrupted')
  expect(verdictOf(loaded, 'load.delivered:smoke')).toBe('not-exercised skipped')
  expect(verdictOf(loaded, 'limits.code')).toBe('pass rate-limited')
  expect(verdictOf(loaded, 'limits.recovers')).toBe('inconclusive not-delivered')
})

test('nothing listening: no load, and nothing claimed', async () => {
  const service = await createService()
  const loaded = await loadOf(service, { baseUrl: 'http://127.0.0.1:9', scenarios: ['limits'] })
  expect(verdictOf(loaded, 'load.delivered:limits')).toBe('inconclusive unanswered')
  expect(verdictOf(loaded, 'limits.code')).toBe('inconclusive unanswered')
  expect(loaded.outcome.requests).toBe(2)
})

test('without a key nothing is sent', async () => {
  const loaded = await loadOf(await createService(), { loadKey: null })
  expect(verdictOf(loaded, 'limits.code')).toBe('not-exercised skipped')
  expect(verdictOf(loaded, 'load.delivered:smoke')).toBe('not-exercised skipped')
  expect(loaded.answers).toEqual([])
})

test('a key that the service does not know is not put under load', async () => {
  const loaded = await loadOf(await createService(), { loadKey: 'unknown-key', scenarios: ['limits'] })
  expect(verdictOf(loaded, 'limits.code')).toBe('not-exercised key-refused')
  expect(loaded.answers).toHaveLength(2)
})

test('an operation that is no plain read is not put under load', async () => {
  const service = await createService()
  const loaded = await loadOf(service, { rateLimitOperation: 'POST /api/vote/embed/create', operations: catalogue })
  expect(verdictOf(loaded, 'limits.code')).toBe('not-exercised skipped')
  expect(loaded.outcome.results.limits[0]?.verdict).toBe('not-exercised')
})
