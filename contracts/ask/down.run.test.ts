import { describe, expect, test } from 'vitest'
import type { HeaderLine } from '../../evidence/exchange.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { operationAt } from '../../fixtures/catalog/routes.ts'
import { seededRandom } from '../../fixtures/random.ts'
import { type Deployed, type Sent, status, type Wired, wire } from '../../trust/fabricated/wire.ts'
import { judge } from '../judge.ts'

const pathOf = ({ target }: Sent) => /\/api\/[^?]*/.exec(target)?.[0] ?? ''
const operationOf = (request: Sent) => operationAt(request.method, pathOf(request))
const healthy: Deployed = (request) =>
  operationOf(request) === null
    ? status(404, [], { error: { code: 'not_found' } })
    : status(401, [], { error: { code: 'authentication_required' } })

/** The answer of a gateway in front of the service. */
const page = (code: number, headers: readonly HeaderLine[] = []) => ({
  head: { status: code, headers: [['Content-Type', 'text/html'] as const, ...headers] },
  body: Buffer.from('<h1>No server is available to handle this request.</h1>'),
})
const inASecond: readonly HeaderLine[] = [['Retry-After', '1']]

const where =
  (isDown: (request: Sent, now: number) => boolean, code = 503, headers: readonly HeaderLine[] = []): Deployed =>
  (request, count, clock) =>
    isDown(request, clock.monotonic()) ? page(code, headers) : healthy(request, count, clock)

const asked = (deployed: Deployed) =>
  wire(deployed, { operations: catalogue, concurrency: 16, latencyMs: 50, facts: { profile: 'gate' } })
const blamed = (run: Wired) => {
  const { findings } = judge(run)
  const violations = findings.filter(({ check, verdict }) => check === 'errors.server-error' && verdict === 'violation')
  return new Set(violations.map(({ operation }) => operation))
}
const idsWhere = (isDown: (operation: (typeof catalogue)[number], nth: number) => boolean) =>
  new Set(catalogue.filter(isDown).map(({ id }) => id as string))

const payments = (request: Sent) => /^\/api\/(payment|pay)\//.test(pathOf(request))
const team = (request: Sent) => pathOf(request).startsWith('/api/team/')
const tenth = idsWhere((_, nth) => nth % 10 === 3)
const isTenth = (request: Sent) => tenth.has(operationOf(request)?.id ?? '')
const healthyMs = asked(healthy).then(({ tookMs }) => tookMs)

describe('O5d: operations that answer 503 for ever are blamed, and nobody else waits for them', () => {
  const teams = idsWhere(({ product }) => product === 'Teams')
  test.for([
    ['a product', team, 503, [], teams, 5],
    ['a product, 502', team, 502, [], teams, 5],
    ['a product, 504', team, 504, [], teams, 5],
    ['a product that tells to wait', team, 503, inASecond, teams, 20],
    ['a large product', payments, 503, [], null, 25],
    ['every tenth operation', isTenth, 503, [], tenth, 15],
    ['every tenth operation, told to wait', isTenth, 503, inASecond, tenth, 25],
  ] as const)('%s', async ([, isDown, code, headers, operations, seconds]) => {
    const run = await asked(where(isDown, code, headers))
    expect(run.stopped).toBeNull()
    expect(run.unsent).toEqual({})
    if (operations !== null) expect(blamed(run)).toEqual(operations)
    else expect(blamed(run).size).toBeGreaterThan(100)
    expect(run.tookMs).toBeLessThan((await healthyMs) * 1.5 + seconds * 1_000)
  })

  test('and do not count as load shedding', async () => {
    const { findings } = judge(await asked(where(team)))
    expect(findings.filter(({ cause }) => cause === 'load-shedding')).toEqual([])
  })
})

test.for([1_000, 4_000])('a product that comes back after %i ms is judged by what it answers then', async (backMs) => {
  const run = await asked(where((request, now) => team(request) && now < backMs))
  expect(blamed(run)).toEqual(new Set())
  const last = Map.groupBy(run.exchanges, ({ probe }) => probe)
  expect([...last.values()].filter((attempts) => attempts.at(-1)?.response?.status === 503)).toEqual([])
})

test.for([
  ['comes back, and is judged by what it answers then', 60_000],
  ['does not, and is blamed', Number.POSITIVE_INFINITY],
] as const)('a product that is down for long is asked right before the run ends: it %s', async ([, backMs]) => {
  const maintained = where((request, now) => team(request) && now > 1_500 && now < backMs)
  // A silent operation is waited for last, for half a minute.
  const run = await asked((request, count, clock) =>
    pathOf(request) === '/api/video/category/all' ? null : maintained(request, count, clock),
  )
  expect(run.tookMs).toBeGreaterThan(60_000)
  const teams = idsWhere(({ product }) => product === 'Teams')
  expect(blamed(run)).toEqual(backMs === 60_000 ? new Set() : teams)
})

test('a product that goes down in the middle is blamed, and does not end the run', async () => {
  const run = await asked(where((request, now) => team(request) && now > 1_500))
  expect(run.stopped).toBeNull()
  expect(blamed(run)).toEqual(idsWhere(({ product }) => product === 'Teams'))
})

describe('O5d: nobody is blamed', () => {
  test.for([0.02, 0.1])('where a share of %d of all requests gets 503 by chance', async (share) => {
    const random = seededRandom(5)
    expect(blamed(await asked(where(() => random() < share)))).toEqual(new Set())
  })

  test.for([
    ['fifty in two seconds', 50, 2_000],
    ['ten in a second', 10, 1_000],
  ] as const)('for a limit of each product that answers 503, %s', async ([, quota, windowMs]) => {
    const counts = new Map<string, number>()
    const run = await asked(
      where((request, now) => {
        const key = `${operationOf(request)?.product} ${Math.floor(now / windowMs)}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
        return (counts.get(key) ?? 0) > quota
      }),
    )
    expect(blamed(run)).toEqual(new Set())
    expect(run.stopped).toBeNull()
  })
})

test('a deployment that answers 503 to everything is given up at once', async () => {
  const run = await asked(where(() => true))
  expect(run.stopped).toBe('maintenance')
  expect(run.sent.length).toBeLessThan(100)
  expect(run.tookMs).toBeLessThan(10_000)
})
