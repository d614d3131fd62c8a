import { describe, expect, test } from 'vitest'
import { oncePer } from '../../../evidence/once-per.ts'
import { catalogue } from '../../../fixtures/catalog/catalog.ts'
import { operationAt } from '../../../fixtures/catalog/routes.ts'
import { jsonOf } from '../../../fixtures/json.ts'
import { fixedWindow, perKey } from '../../../fixtures/limiters.ts'
import { allKnown } from '../../../trust/fabricated/contracts.ts'
import { type Back, type Deployed, type Sent, status, type Wired, wire } from '../../../trust/fabricated/wire.ts'
import { tried } from '../../../trust/tools/rounds.ts'
import { type Judged, judge } from '../../judge.ts'

const keyOf = ({ headers }: Sent) => headers.find(([name]) => name === 'X-Service-API-Key')?.[1] ?? ''
const operationOf = ({ method, target }: Sent) => operationAt(method, /\/api\/[^?]*/.exec(target)?.[0] ?? '')
const { restrictedAccount, restrictedProduct, restrictedPermission } = allKnown.keys
const restricted: readonly (string | null)[] = [restrictedAccount, restrictedProduct, restrictedPermission]
const fromElsewhere = ({ headers }: Sent) => headers.some(([, value]) => value === allKnown.restrictedOrigin)
const coded = (code: number, name: string) => status(code, [], { error: { code: name } })

/** Only listed operations exist, and only the eligible key may ask them. */
const healthy: Deployed = (request) => {
  const operation = operationOf(request)
  if (operation === null) return status(404, [], { message: 'no such route' })
  if (operation.detail === 'audience-choice') return coded(404, 'not_found')
  if (restricted.includes(keyOf(request)) || fromElsewhere(request)) return coded(403, 'not_authorized')
  return keyOf(request) === allKnown.keys.eligible ? coded(404, 'not_found') : coded(401, 'authentication_required')
}

const page = (code: number) => ({
  head: { status: code, headers: [['Content-Type', 'text/html'] as const] },
  body: Buffer.from('<h1>Nobody is here</h1>'),
})

const listing = status(200, [], { data: { id: 'a', status: 'live' }, requestId: 'r' })

const asked = (deployed: Deployed, profile: 'gate' | 'nightly' = 'gate') =>
  wire(deployed, { operations: catalogue, concurrency: 16, latencyMs: 50, facts: { profile } })
/** The judgement of a run. Each run is judged only once. */
const judgedOf = oncePer<Wired, Judged>(judge)
const violations = (run: Wired) => judgedOf(run).findings.filter(({ verdict }) => verdict === 'violation')
const named = (run: Wired) => violations(run).map(({ check, operation, cause }) => `${check} ${operation} ${cause}`)

const away =
  (back: Back, moments: readonly (readonly [from: number, ms: number])[]): Deployed =>
  (request, count, clock) =>
    moments.some(([from, ms]) => clock.monotonic() >= from && clock.monotonic() < from + ms)
      ? back
      : healthy(request, count, clock)

const usual = asked(healthy)

test('nobody is blamed in a run in which nothing happens', async () => {
  expect(named(await usual)).toEqual([])
})

describe('O10: an answer that everybody got for a moment is asked again, and nobody is blamed', () => {
  const moments = [
    ['a page that says 404', page(404), 'gate', [[300, 300]]],
    ['404 in JSON', status(404, [], { message: 'no healthy upstream' }), 'gate', [[1000, 200]]],
    ['twice', page(404), 'nightly', [[700, 300], [3000, 300]]], // biome-ignore format: one row
    ['a captcha', page(403), 'gate', [[400, 1000]]],
    ['a page that says 401, to one product', page(401), 'gate', [[2437, 200]]],
    ['a redirect', page(302), 'gate', [[800, 300]]],
    ['until the end of the run', page(404), 'gate', [[6105, 1000]]],
    ['for half of a run', page(404), 'gate', [[600, 3200]]],
    ['until the end of the run, for half of it', page(403), 'gate', [[3700, 3300]]],
    ['a page that says 200', page(200), 'gate', [[400, 1000]]],
    ['while restricted keys are asked', page(403), 'gate', [[3000, 2500]]],
    ['a page that says 400', page(400), 'gate', [[1000, 1500]]],
    ['the own answer to a broken request', coded(400, 'invalid_request'), 'gate', [[2500, 1500]]],
    ['a success in JSON', status(200, [], { status: 'maintenance' }), 'gate', [[2500, 1500]]],
    ['nothing, as a success', { head: { status: 204, headers: [] }, body: Buffer.from('') }, 'gate', [[1000, 300], [4000, 300]]], // biome-ignore format: one row
    ['a page that says 200, to a few requests', page(200), 'gate', [[3110, 49]]],
  ] as const
  test.for(tried(moments, 3, ([name]) => name))('%s', async ([, back, profile, times]) => {
    const run = await asked(away(back, times), profile)
    expect(named(run)).toEqual([])
    expect(judgedOf(run).learned.turnedAway).toEqual([])
    const last = new Map(run.exchanges.filter(({ facts }) => facts === undefined).map((one) => [one.probe, one]))
    const isBack = ({ response }: Wired['exchanges'][number]) =>
      response?.status === back.head?.status && (response?.body.text ?? '') === (back.body?.toString() ?? '')
    const still = [...last.values()].filter(isBack)
    expect(still).toEqual([])
  })

  test('requests that were left out because of it are sent then', async () => {
    const run = await asked(away(page(404), [[300, 300]]))
    const probes = (one: Wired) => new Set(one.exchanges.map(({ probe }) => probe))
    expect([...probes(await usual)].filter((probe) => !probes(run).has(probe))).toEqual([])
  })

  test('it is asked again until it is over, where it comes a second time', async () => {
    const run = await asked(away(page(403), [[500, 300], [6600, 3000]])) // biome-ignore format: one row
    expect(named(run)).toEqual([])
    expect(judgedOf(run).learned.turnedAway).toEqual([])
  })

  test('where wrong keys get everybody banned for a moment, again and again', async () => {
    const banned = (most: number, withinMs: number, banMs: number): Deployed => {
      let [wrong, until]: [readonly number[], number] = [[], 0]
      return (request, count, clock) => {
        const now = clock.monotonic()
        if (now < until) return page(403)
        const back = healthy(request, count, clock)
        if (back?.head?.status === 401) wrong = [...wrong.filter((at) => at > now - withinMs), now]
        if (wrong.length >= most) [wrong, until] = [[], now + banMs]
        return back
      }
    }
    expect(named(await asked(banned(20, 500, 300)))).toEqual([])
    // The same in a nightly, in session operations as well.
    expect(named(await asked(banned(50, 1000, 2000), 'nightly'))).toEqual([])
  })

  test('who has no key gets 401 from some moment on, as is right, and nobody is told to be turned away', async () => {
    const refused = coded(401, 'authentication_required')
    const locked = away(refused, [[2500, 800]])
    const run = await asked((request, count, clock) => {
      const wasOpen = clock.monotonic() < 2500 && keyOf(request) === '' && operationOf(request) !== null
      return wasOpen ? coded(404, 'not_found') : locked(request, count, clock)
    })
    expect(judgedOf(run).learned.turnedAway).toEqual([])
  })

  test.for([403, 200])('where a page with %i stays for good, the run is told to be turned away', async (code) => {
    const run = await asked(away(page(code), [[5000, 3_600_000]]))
    expect(named(run)).toEqual([])
    expect(judgedOf(run).learned.turnedAway).toEqual([
      { from: expect.any(Number), until: expect.any(Number), status: code },
    ])
    // After hardly more requests.
    expect(run.sent.length).toBeLessThan((await usual).sent.length + 50)
  })
})

test.for([
  ['revoked', coded(401, 'authentication_required')],
  ['suspended', coded(403, 'not_authorized')],
] as const)('O10: requests with a key that is %s for a moment are sent again', async ([, back]) => {
  const run = await asked((request, count, clock) => {
    const operation = operationOf(request)
    const isOwn = keyOf(request) === allKnown.keys.eligible && !fromElsewhere(request)
    if (!isOwn || operation === null || operation.detail === 'audience-choice') return healthy(request, count, clock)
    if (clock.monotonic() >= 2500 && clock.monotonic() < 4000) return back
    if (operation.detail !== 'details-list') return healthy(request, count, clock)
    return /=((10)?word|true)/.test(request.target) ? coded(400, 'invalid_request') : listing
  }, 'nightly')
  expect(named(run)).toEqual([])
  expect(judgedOf(run).learned.keyValid).toEqual({ from: null, until: null })
})

const ofOneProduct = [
  ['a page that says 404', page(404)],
  ['a captcha', page(403)],
  ['a page that says 401', page(401)],
] as const
test.for(tried(ofOneProduct, 2, ([name]) => name))(
  'O10: an answer that one product alone gives for a moment is asked again: %s',
  async ([, back]) => {
    const run = await asked((request, count, clock) => {
      const isAway = clock.monotonic() >= 1_500 && clock.monotonic() < 3_000
      return isAway && operationOf(request)?.product === 'Livestream' ? back : healthy(request, count, clock)
    })
    expect(named(run)).toEqual([])
  },
)

test.for(['gate', 'nightly'] as const)('O10: one product that keeps refusing turns no %s away', async (profile) => {
  let [since, served] = [0, 0]
  const run = await asked((request, count, clock) => {
    if (operationOf(request)?.product !== 'Livestream') return healthy(request, count, clock)
    if (clock.monotonic() - since >= 1_000) [since, served] = [clock.monotonic(), 0]
    served += 1
    return served > 10 ? status(420, [], { message: 'enhance your calm' }) : healthy(request, count, clock)
  }, profile)
  expect(judgedOf(run).learned.turnedAway).toEqual([])
})

test('O10: the own 404 to all for a moment changes hardly any verdict', async () => {
  const verdicts = (run: Wired) => judgedOf(run).findings.map((one) => `${one.check} ${one.operation} ${one.verdict}`)
  const run = await asked(away(coded(404, 'not_found'), [[1000, 1500]]))
  const before = new Set(verdicts(await usual))
  // Unlisted routes got it as well, so the choice, which has no other answer, cannot be told from them.
  expect(verdicts(run).filter((one) => !before.has(one)).length).toBeLessThan(2)
})

test('O10: what was paid for with a key is not paid for twice, though a row of operations answers alike', async () => {
  const isPaying = ({ target, method }: Sent) =>
    method === 'POST' && /(pause|resume|cancel|reactivate|Trial|changePlan)$/.test(target)
  const isReadable = ({ body }: Sent) => jsonOf(body || '{}') !== undefined
  const done: Back = { head: { status: 204, headers: [] }, body: Buffer.from('') }
  const run = await wire(
    (request, count, clock) => {
      const back = healthy(request, count, clock)
      const isServed = back?.head?.status === 404 && operationOf(request) !== null
      if (!isServed || keyOf(request) === '') return back
      if (request.method === 'GET') return status(200, [], { data: [] })
      if (!isReadable(request)) return coded(400, 'invalid_request')
      return isPaying(request) ? done : back
    },
    {
      ...{ operations: catalogue, concurrency: 16, latencyMs: 50 },
      facts: { profile: 'gate', allowEffects: ['delete', 'money', 'message', 'session'] },
    },
  )
  const paid = run.exchanges.filter(({ response }) => response?.status === 204).map(({ probe }) => probe)
  expect(paid.length).toBeGreaterThan(5)
  expect(paid).toEqual([...new Set(paid)])
})

test('a product that is missing is blamed, at the cost of a few more requests', async () => {
  const run = await asked((request, count, clock) =>
    operationOf(request)?.product === 'Teams'
      ? status(404, [], { message: 'no such route' })
      : healthy(request, count, clock),
  )
  const teams = catalogue.filter(({ product }) => product === 'Teams')
  const missing = violations(run).filter(({ check }) => check === 'catalog.reachable')
  expect(new Set(missing.map(({ operation }) => operation))).toEqual(new Set(teams.map(({ id }) => id)))
  expect(run.exchanges.filter(({ attempt, facts }) => attempt > 1 || facts !== undefined).length).toBeLessThan(80)
})

test.for([50, 100])(
  'O11: after such a moment nobody waits the thousand seconds that a limit of %i a second tells',
  async (most) => {
    const limiter = perKey(() => fixedWindow(most, 1_000))
    const isOver: Deployed = (request, count, clock) =>
      limiter.take(keyOf(request), clock.monotonic()).kind === 'served'
        ? away(page(404), [[300, 400]])(request, count, clock)
        : status(429, [['Retry-After', '1000']], { error: { code: 'rate_limited' } })
    const run = await asked(isOver)
    expect(run.tookMs).toBeLessThan(300_000)
  },
)

const spans = [
  [0, 2500],
  [1500, 3000],
  [2500, 4000],
  [3500, 5000],
  [4500, 6000],
  [3000, Number.POSITIVE_INFINITY],
] as const
test.for(tried(spans, 2, String))('O10: 401 to all keys from %i to %i ms blames nobody', async ([from, until]) => {
  const run = await asked((request, count, clock) => {
    const operation = operationOf(request)
    const isLookedUp = keyOf(request) !== '' && operation !== null && operation.detail !== 'audience-choice'
    const isAway = clock.monotonic() >= from && clock.monotonic() < until
    return isLookedUp && isAway ? coded(401, 'authentication_required') : healthy(request, count, clock)
  })
  expect(named(run)).toEqual([])
})

const refusals = [
  [500, page(401)],
  [1000, page(401)],
  [2000, page(401)],
  [1000, coded(401, 'authentication_required')],
  [2000, coded(401, 'authentication_required')],
] as const
test.for(tried(refusals, 2, ([from, { body }]) => `${from} ${body}`))(
  'O10: 401 to all for a moment, at %i ms, protects no operation that is open',
  async ([from, back]) => {
    const run = await asked((request, count, clock) => {
      if (clock.monotonic() >= from && clock.monotonic() < from + 2000) return back
      const isOpen = operationOf(request)?.product === 'Teams'
      return isOpen ? status(200, [], { data: [] }) : healthy(request, count, clock)
    })
    expect(named(run)).toEqual([])
  },
)

describe('O10: a success that only clients without a valid key get is judged', () => {
  const openIn = (from: number, until = Number.POSITIVE_INFINITY, back: Back = page(200)): Deployed => {
    return (request, count, clock) => {
      const isKnown = [allKnown.keys.eligible, ...restricted].includes(keyOf(request))
      const isMoment = clock.monotonic() >= from && clock.monotonic() < until
      return !isKnown && isMoment ? back : healthy(request, count, clock)
    }
  }
  test.for(tried([500, 1500, 3000, 5000], 2, String))('from %i ms on', async (from) => {
    const run = await asked(openIn(from))
    expect(named(run)).toContainEqual(expect.stringContaining('accepted-without-key'))
    expect(judgedOf(run).learned.turnedAway).toEqual([])
  })

  test.for([
    ['a page', page(200)],
    ['JSON', status(200, [], { data: [] })],
  ] as const)('for a moment: %s', async ([, back]) => {
    const run = await asked(openIn(3000, 4500, back))
    expect(named(run)).toContainEqual(expect.stringContaining('accepted-invalid-key'))
  })

  test('or that everybody gets for a few requests in a row, as of one replica of several', async () => {
    const run = await asked((request, count, clock) =>
      clock.monotonic() % 1000 < 50 ? page(200) : healthy(request, count, clock),
    )
    expect(named(run)).toContainEqual(expect.stringContaining('no-envelope'))
    expect(judgedOf(run).learned.turnedAway).toEqual([])
  })
})
