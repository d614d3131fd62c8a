import { expect, test } from 'vitest'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { operationAt } from '../../fixtures/catalog/routes.ts'
import { type Back, type Deployed, refused, reset, type Sent, status, wire } from '../../trust/fabricated/wire.ts'
import { judge } from '../judge.ts'

const pathOf = (request: Sent) => /\/api\/[^?]*/.exec(request.target)?.[0] ?? ''
const isListed = (request: Sent) => operationAt(request.method, pathOf(request)) !== null
const refusal = status(401, [], { error: { code: 'authentication_required' } })

/** Answers 401 to listed operations and `back` to unlisted routes. */
const unlistedAs =
  (back: Back): Deployed =>
  (request) =>
    isListed(request) ? refusal : back

const asked = (deployed: Deployed) => wire(deployed, { operations: catalogue, concurrency: 16 })

/** The findings of reachability but that of `/api/pay/{shortId}`: every path of its form is listed. */
const reachable = ({ findings }: ReturnType<typeof judge>) =>
  findings.filter(({ check, operation }) => check === 'catalog.reachable' && operation !== 'GET /api/pay/{shortId}')

test.for([
  ['are hung up on', reset],
  ['are never answered', null],
] as const)('where unlisted routes %s, any answer of a listed operation is proof', async ([, back]) => {
  const run = await asked(unlistedAs(back))
  expect(run.stopped).toBeNull()
  const verdicts = new Set(reachable(judge(run)).map(({ verdict, cause }) => `${verdict} ${cause}`))
  expect(verdicts).toEqual(new Set(['pass unlike-unknown-routes']))
  expect(run.tookMs).toBeLessThan(200_000)
})

test('a listed operation that is not answered either is a violation there', async () => {
  const missing = 'GET /api/team/general/all'
  const run = await asked((request, ...more) =>
    pathOf(request) === '/api/team/general/all' ? reset : unlistedAs(reset)(request, ...more),
  )
  expect(reachable(judge(run)).find(({ operation }) => operation === missing)).toMatchObject({
    verdict: 'violation',
    cause: 'no-answer',
  })
})

test('a listed operation that answers 404 is inconclusive there', async () => {
  const run = await asked((request, ...more) =>
    pathOf(request) === '/api/team/general/all' ? status(404) : unlistedAs(reset)(request, ...more),
  )
  const verdict = reachable(judge(run)).find(({ operation }) => operation === 'GET /api/team/general/all')?.verdict
  expect(verdict).toBe('inconclusive')
})

test.for([
  ['always', 0],
  ['from the twentieth on', 20],
] as const)('where a limit refuses unlisted routes %s, all listed operations are asked', async ([, served]) => {
  let unlisted = 0
  const limited = status(429, [['Retry-After', '10']], { error: { code: 'rate_limited' } })
  const run = await asked((request) => {
    if (isListed(request)) return refusal
    unlisted += 1
    return unlisted > served ? limited : status(404)
  })
  expect(run.stopped).toBeNull()
  expect(run.tookMs).toBeLessThan(500_000)
  const { findings } = judge(run)
  const passed = findings.filter(({ check, verdict }) => check === 'auth.missing-credential' && verdict === 'pass')
  // All but the audience choice, which is shown to need no key.
  expect(passed).toHaveLength(catalogue.length - 1)
  expect(findings.filter(({ cause }) => cause === 'out-of-time')).toEqual([])
})

test('unlisted routes are asked through a limit whose waits are rounded down', async () => {
  const windows = new Map<number, number>()
  const served = new Set<string>()
  await asked((request, _, clock) => {
    if (isListed(request)) return refusal
    const nth = Math.floor(clock.monotonic() / 1_000)
    windows.set(nth, (windows.get(nth) ?? 0) + 1)
    if ((windows.get(nth) ?? 0) > 4) return status(429, [['Retry-After', '0']], { error: { code: 'rate_limited' } })
    served.add(pathOf(request))
    return status(404)
  })
  expect(served.size).toBeGreaterThan(50)
})

test('a product that is down is blamed, and ends no run while others are served', async () => {
  const run = await asked((request) =>
    pathOf(request).startsWith('/api/team/') ? status(503) : isListed(request) ? refusal : status(404),
  )
  expect(run.stopped).toBeNull()
  const { findings } = judge(run)
  const blamed = findings.filter(({ check, verdict }) => check === 'errors.server-error' && verdict === 'violation')
  const team = catalogue.filter(({ product }) => product === 'Teams').map(({ id }) => id)
  expect(new Set(blamed.map(({ operation }) => operation))).toEqual(new Set(team))
})

test('O12: where no request with a body is ever answered, time is left to wait long for one of them', async () => {
  const deployed: Deployed = (request) => (request.body === null && isListed(request) ? refusal : null)
  const scene = { operations: catalogue, concurrency: 16, maxDurationMs: 300_000, facts: { silenceMs: 30_000 } }
  const blamed = judge(await wire(deployed, scene)).findings.filter(({ verdict }) => verdict === 'violation')
  expect(new Set(blamed.map(({ cause }) => cause))).toEqual(new Set(['no-answer-silence', 'no-answer']))
})

test.for([150, 1_500])(
  'O5d: where every request with a body gets 504 after %i ms, time is left to find some of them at fault',
  async (ms) => {
    const gatewayTimesOut = { ...status(504), afterMs: ms }
    const deployed: Deployed = (request) => (request.body === null ? refusal : gatewayTimesOut)
    const scene = { operations: catalogue, concurrency: 16, maxDurationMs: 300_000, facts: { silenceMs: 30_000 } }
    const { findings } = judge(await wire(deployed, scene))
    const told = findings.filter(({ check }) => check === 'errors.server-error')
    expect(told.some(({ verdict }) => verdict === 'violation')).toBe(true)
    expect(told.filter(({ cause }) => cause === 'unstable')).toEqual([])
  },
)

test('a run ends when its time is over, also while it finds out who refuses by itself', async () => {
  const operations = catalogue.filter(({ path }) => /^.api.(team.category|events)/.test(path))
  const deployed: Deployed = (request) =>
    pathOf(request).startsWith('/api/team/') ? { ...status(504), afterMs: 1_500 } : refusal
  for (let maxDurationMs = 20_000; maxDurationMs < 80_000; maxDurationMs += 1_000) {
    const { tookMs } = await wire(deployed, { operations, maxDurationMs })
    expect(tookMs).toBeLessThan(maxDurationMs + 5_000)
  }
})

test('a target that dies in the middle is given up', async () => {
  const run = await asked((request, count) => (count > 300 ? reset : isListed(request) ? refusal : status(404)))
  expect(run.stopped).toBe('no-answers')
  expect(judge(run).findings.filter(({ verdict }) => verdict === 'violation')).toEqual([])
})

test.for([
  ['refuses connections', refused, 300],
  ['drops connections', reset, 1_000],
  ['answers 500', status(500), 1_000],
  ['refuses connections for longer', refused, 4_500],
] as const)('O12: a service that restarts and %s meanwhile is waited for', async ([, back, ms]) => {
  const run = await asked((request, _count, clock) => {
    const since = clock.monotonic() - 500
    if (since >= 0 && since < ms) return { ...back, afterMs: 2 }
    return isListed(request) ? refusal : status(404)
  })
  expect(run.stopped).toBeNull()
  const blamed = judge(run).findings.filter(({ verdict }) => verdict === 'violation')
  expect(new Set(blamed.map(({ check }) => check))).toEqual(new Set(['auth.open-operation']))
})

test('a target that dies when only one operation is left is given up', async () => {
  const operations = catalogue.filter(({ detail }) => detail === 'embed-create')
  const run = await wire((_, count) => (count < 200 ? refusal : refused), { operations, concurrency: 16 })
  expect(run.stopped).toBe('no-answers')
  expect(run.sent.length).toBeLessThan(350)
})
