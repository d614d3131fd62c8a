// @module-tag external
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Exchange, loadFacts } from '../evidence/exchange.ts'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import type { Handler, PlainAnswer, Reply } from '../fixtures/deployment.ts'
import { faultNamed } from '../fixtures/faults/faults.ts'
import { loadDecoys } from '../fixtures/faults/load-decoys.ts'
import { createService } from '../fixtures/service/service.ts'
import { k6ForTests } from '../trust/tools/k6-for-tests.ts'
import { limitedOperation } from '../trust/tools/load-run.ts'
import type { WatchedAnswer } from '../trust/tools/watched.ts'
import { loadOf, verdictOf, type WatchedLoad } from '../trust/tools/watched-load.ts'
import type { K6 } from './engine/find-k6.ts'

let k6: K6
let room = ''
beforeAll(async () => {
  k6 = await k6ForTests()
  room = await mkdtemp(join(tmpdir(), 'load-test-'))
}, 900_000)
afterAll(() => rm(room, { recursive: true, force: true }))

/** Phases that send requests while a limit holds, to learn its scope, its end, or whether the told wait is true. */
const asksOnPurpose = new Set(['control', 'early', 'experiment', 'vote', 'scope', 'turn'])

/**
 * Requests that k6 sent after it had been told to wait, and that arrived before the wait was over. A request in flight when
 * a refusal comes is not early, but may arrive late on a busy machine: so each arrival is paired with its sending. The
 * phases that ask during a wait on purpose (O17) are left out.
 */
function early({ answers, key, outcome }: WatchedLoad): readonly WatchedAnswer[] {
  const arrived = answers
    .filter((answer) => answer.key === key && answer.target === '/api/video/details/all')
    .sort((one, other) => one.at - other.at)
  const sent = outcome.exchanges
    .filter((exchange) => {
      const facts = loadFacts(exchange)
      const byOtherKey =
        (facts?.phase === 'scope' && facts.whom === 'key') ||
        (facts?.phase === 'vote' && facts.variant === 'credential')
      return exchange.operation === limitedOperation && !byOtherKey
    })
    .sort((one, other) => one.startedAt - other.startedAt)
  expect(sent).toHaveLength(arrived.length)
  return arrived.filter(({ at }, index) => {
    const { startedAt } = sent[index] as Exchange
    const phase = loadFacts(sent[index] as Exchange)?.phase ?? ''
    const told = arrived.filter((other, position) => {
      const { startedAt: from, endMs } = sent[position] as Exchange
      return other.waitMs !== null && from + endMs < startedAt && at < other.answeredAt + other.waitMs
    })
    return !asksOnPurpose.has(phase) && told.length > 0
  })
}

describe.concurrent('the limits scenario, run by k6', () => {
  test('keeps a Retry-After in seconds three times, sends nothing early, and is judged once for each check', {
    concurrent: false,
  }, async () => {
    const loaded = await loadOf(k6, await createService({ limit: 'fixed-window:20/1s' }), {
      dashboardDirectory: room,
      limitsBudget: { requests: 1500, ms: 75_000 },
      traceId: 'a'.repeat(32),
    })
    const { outcome, answers, key } = loaded
    const { exchanges: recorded, said } = outcome
    expect(verdictOf(loaded, 'limits.code')).toBe('pass rate-limited')
    expect(verdictOf(loaded, 'limits.retry-after')).toBe('pass readable')
    expect(verdictOf(loaded, 'limits.recovers')).toBe('pass served-again')
    expect(verdictOf(loaded, 'limits.isolation')).toBe('pass apart')
    expect(verdictOf(loaded, 'load.delivered:limits')).toBe('pass delivered')
    expect(verdictOf(loaded, 'load.delivered:smoke')).toBe('pass delivered')
    const [limit] = outcome.results.limits
    // Late answers on a starved machine blur the window: then "inconclusive" is right as well, but a wrong name never is.
    const late = recorded.filter(({ endMs }) => endMs > 50).length
    const named = { algorithm: 'fixed-window', quota: 20 }
    const isBlurred = late > 0 && limit?.algorithm === 'inconclusive'
    expect(limit).toMatchObject(isBlurred ? { algorithm: 'inconclusive', quota: null } : named)
    expect(limit).toMatchObject({
      operation: limitedOperation,
      retryAfter: { form: 'seconds', trials: 3, recovered: 3 },
    })
    expect(limit?.seen).toMatch(/^\d+ answered, then 429; served again after .* s, three of three$/)
    let since = 0
    for (const { kind } of limit?.timeline ?? []) {
      since = kind === 'wait' ? 0 : since + (kind === 'accepted' || kind === 'recovered' ? 1 : 0)
      // A window may end, and the next one begin, between two waits; on a starved machine another one, too.
      expect(since).toBeLessThanOrEqual((late > 0 ? 3 : 2) * 20)
    }
    expect(early(loaded)).toEqual([])
    expect(new Set(recorded.map(({ id }) => id)).size).toBe(recorded.length)
    expect(new Set(answers.map(({ agent }) => agent))).toEqual(
      new Set([`platform-api-suite/9.9.9 run/run-1 k6/${k6.version}`]),
    )
    const traces = new Set(answers.map(({ trace }) => trace))
    expect(traces.size).toBe(answers.length)
    expect([...traces].filter((trace) => !/^00-a{32}-[0-9a-f]{16}-01$/.test(trace))).toEqual([])
    const told = recorded.map(({ request }) => request.headers.find(([name]) => name === 'traceparent')?.[1] ?? '')
    expect(told.filter((trace) => !traces.has(trace))).toEqual([])
    expect(said[0]).toBe(`limits: at most 1500 requests within 75 s to ${limitedOperation}`)
    const smoke = outcome.results.scenarios.find(({ name }) => name === 'smoke')
    const counts = Object.values(smoke?.products ?? {}).map(({ requests }) => requests)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(smoke?.sent)
    expect(outcome.results.scenarios.reduce((sum, { sent }) => sum + sent, 0)).toBe(answers.length)
    const files = (await readdir(room)).filter((name) => name.endsWith('.html'))
    const texts = [
      JSON.stringify(outcome),
      ...(await Promise.all(files.map((name) => readFile(join(room, name), 'utf8')))),
    ]
    expect(files).toEqual(expect.arrayContaining(['k6-limits.html', 'k6-smoke.html']))
    for (const text of texts) {
      expect(text).not.toContain(key)
      expect(text).not.toContain('extra-secret')
    }
  })

  test.for([
    ['fixed-window:20/1s,retry-after=date', 'pass readable'],
    ['fixed-window:20/1s,retry-after=absent', 'pass absent'],
    ['fixed-window:20/1s,retry-after=ms', 'undocumented wait-overstated'],
  ] as const)('%s: %s', async ([limit, retryAfter]) => {
    const loaded = await loadOf(k6, await createService({ limit }), { scenarios: ['limits'] })
    expect(verdictOf(loaded, 'limits.code')).toBe('pass rate-limited')
    expect(verdictOf(loaded, 'limits.retry-after')).toBe(retryAfter)
    const recovers = limit.endsWith('=ms') ? 'not-exercised longer-than-budget' : 'pass served-again'
    expect(verdictOf(loaded, 'limits.recovers')).toBe(recovers)
    expect(early(loaded)).toEqual([])
  })

  test('leaves all checks of limits not exercised where there is no limit, and keeps its budget', async () => {
    const loaded = await loadOf(k6, await createService({ limit: 'none' }), {
      scenarios: ['limits'],
      limitsBudget: { requests: 100, ms: 5000 },
    })
    for (const check of ['limits.code', 'limits.retry-after', 'limits.recovers', 'limits.isolation'])
      expect(verdictOf(loaded, check)).toBe('not-exercised no-refusal')
    expect(loaded.answers.length).toBeLessThanOrEqual(100)
  })

  const refusals = (change: (headers: PlainAnswer['headers']) => Reply) => async () => {
    const service = await createService({ limit: 'fixed-window:20/1s' })
    const handle: Handler = async (request) => {
      const reply = await service.handle(request)
      return reply.kind === 'answer' && reply.status === 429 ? change(reply.headers) : reply
    }
    return { ...service, handle }
  }
  const told = (status: number, line?: string): Reply => ({
    kind: 'answer',
    status,
    headers: [['Content-Type', 'application/json'], ...(line === undefined ? [] : [['Retry-After', line] as const])],
    body: JSON.stringify({ code: status === 429 ? 'rate_limited' : 'unavailable' }),
  })

  test.for([
    ['503', refusals(() => told(503)), 'violation limit-without-429'],
    ['a reset', refusals(() => ({ kind: 'reset' })), 'violation limit-without-429'],
  ] as const)('finds a limit that answers %s, with one request in flight (O14)', async ([, made, verdict]) => {
    const loaded = await loadOf(k6, await made(), { scenarios: ['limits'] })
    expect(verdictOf(loaded, 'limits.code')).toBe(verdict)
    expect(loaded.outcome.results.limits[0]?.seen).toMatch(/^\d+ answered, then (503|no answer)/)
  })

  test('names neither a limit nor its absence where refusals are redirects (O18)', async () => {
    const redirecting = refusals(() => ({ kind: 'answer', status: 302, headers: [['Location', '/wait']], body: '' }))
    const { outcome } = await loadOf(k6, await redirecting(), { scenarios: ['limits'] })
    expect(outcome.results.limits[0]).toMatchObject({ algorithm: 'inconclusive', verdict: 'inconclusive' })
    expect(outcome.results.limits[0]?.seen).toMatch(/^\d+ answered, then 302/)
    expect(outcome.findings.filter(({ cause }) => cause === 'no-refusal')).toEqual([])
  })

  test('times nothing out where a queue delays and refuses nothing', async () => {
    const queue = loadDecoys.find(({ name }) => name === 'queues')
    if (queue === undefined) throw new Error('no such decoy')
    const loaded = await loadOf(k6, queue.plant(await createService({ limit: 'none' })), { scenarios: ['limits'] })
    expect(loaded.outcome.exchanges.filter(({ response }) => response === null)).toEqual([])
    expect(verdictOf(loaded, 'load.delivered:limits')).toBe('pass delivered')
    expect(loaded.outcome.results.limits[0]).toMatchObject({ algorithm: 'inconclusive', verdict: 'inconclusive' })
  })

  test('asks during a wait told as a Unix time, and tells that a client would lose time (O15)', async () => {
    const unix = refusals(() => told(429, String(Math.floor(Date.now() / 1000) + 2)))
    const loaded = await loadOf(k6, await unix(), { scenarios: ['limits'] })
    expect(verdictOf(loaded, 'limits.retry-after')).toBe('undocumented wait-overstated')
    expect(loaded.outcome.results.limits[0]?.seen).toMatch(/^20 answered, then 429; told to wait .*, and served after/)
  })

  test.for([
    ['limit-without-code', 'limits.code', 'violation code-wrong'],
    ['limit-as-long-page', 'limits.code', 'violation code-wrong'],
    ['retry-after-unit', 'limits.retry-after', 'violation malformed'],
    ['limit-never-resets', 'limits.recovers', 'violation refused-again'],
    ['load-is-unauthenticated', 'limits.code', 'violation refused-under-load'],
    ['load-crashes', 'errors.server-error:limits', 'violation server-error-under-load'],
    ['load-resets', 'http.completes:limits', 'violation broke-off-under-load'],
    ['load-halves-bodies', 'envelope.schema:limits', 'violation no-envelope-under-load'],
  ] as const)('the fault %s is caught by %s', async ([name, check, verdict]) => {
    const fault = faultNamed(name)
    if (fault === undefined) throw new Error(`no fault ${name}`)
    const service = await createService({ limit: 'fixed-window:20/1s' })
    const loaded = await loadOf(k6, fault.plant(service), { scenarios: ['limits'] })
    expect(verdictOf(loaded, check)).toBe(verdict)
    const others = loaded.outcome.findings.filter((finding) => finding.verdict === 'violation')
    expect(others.map((finding) => finding.check)).toEqual([check])
  })
})

test('an interrupt ends k6 at once, and the recorded part is judged', async () => {
  const stop = new AbortController()
  const service = await createService({ limit: 'fixed-window:20/8s' })
  let stoppedAt = 0
  const handle: Handler = async (request) => {
    const reply = await service.handle(request)
    // After a refusal the scenario waits, much longer than the test allows it to take to end.
    if (reply.kind === 'answer' && reply.status === 429 && stoppedAt === 0) {
      stoppedAt = Date.now()
      stop.abort()
    }
    return reply
  }
  const loaded = await loadOf(k6, { ...service, handle }, { signal: stop.signal })
  expect(stoppedAt).toBeGreaterThan(0)
  expect(Date.now() - stoppedAt).toBeLessThan(8000)
  expect(verdictOf(loaded, 'load.delivered:limits')).toBe('inconclusive interrupted')
  expect(verdictOf(loaded, 'load.delivered:smoke')).toBe('not-exercised skipped')
  expect(verdictOf(loaded, 'limits.recovers')).toBe('inconclusive not-delivered')
})

test('an operation that is no plain read is not put under load', async () => {
  const more = {
    limitedOperation: 'POST /api/vote/embed/create',
    operations: catalogue,
    scenarios: ['limits'] as const,
  }
  const loaded = await loadOf(k6, await createService(), more)
  expect(verdictOf(loaded, 'limits.code')).toBe('not-exercised skipped')
  expect(loaded.outcome.results.limits[0]?.verdict).toBe('not-exercised')
})
