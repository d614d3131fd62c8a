import { describe, expect, test } from 'vitest'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { operationAt } from '../../fixtures/catalog/routes.ts'
import { type Deployed, reset, type Sent, status, wire } from '../../trust/fabricated/wire.ts'
import { judge } from '../judge.ts'

const pathOf = ({ target }: Sent) => /\/api\/[^?]*/.exec(target)?.[0] ?? ''
const isListed = (request: Sent) => operationAt(request.method, pathOf(request)) !== null
const healthy: Deployed = (request) =>
  isListed(request)
    ? status(401, [], { error: { code: 'authentication_required' } })
    : status(404, [], { error: { code: 'not_found' } })

/** The operations that are blamed for a missing answer or a server error. */
async function blamed(deployed: Deployed): Promise<readonly string[]> {
  const run = await wire(deployed, {
    operations: catalogue,
    concurrency: 16,
    latencyMs: 50,
    facts: { profile: 'gate' },
  })
  expect(run.stopped).toBeNull()
  const violations = judge(run).findings.filter(({ verdict }) => verdict === 'violation')
  const own = violations.filter(({ check }) => ['http.completes', 'errors.server-error'].includes(check))
  return [...new Set(own.map(({ operation }) => operation ?? ''))]
}

const within = (now: number, [from, to]: readonly [number, number]) => now >= from && now < to
const first = [1_500, 5_500] as const

describe('trouble that everybody gets for some seconds blames nobody', () => {
  test.for([
    // The knocks of the first time, the last of them 5 s after all were refused, must not fall into the second.
    ['a firewall that hangs up twice (O12)', reset, [first, [10_000, 14_000]]],
    ['a data base that is moved (O5d)', status(500), [first]],
  ] as const)('%s', async ([, back, moments]) => {
    const away: Deployed = (request, count, clock) =>
      moments.some((moment) => within(clock.monotonic(), moment)) ? back : healthy(request, count, clock)
    expect(await blamed(away)).toEqual([])
  })

  test('nor does trouble that one product gets', async () => {
    const isAway = (request: Sent, now: number) => pathOf(request).startsWith('/api/payment/') && within(now, first)
    const away: Deployed = (request, count, clock) =>
      isAway(request, clock.monotonic()) ? status(500) : healthy(request, count, clock)
    expect(await blamed(away)).toEqual([])
  })

  test.for([
    ['hangs up', reset],
    ['answers 500', status(500)],
  ] as const)('but an operation that %s for ever is blamed', async ([, back]) => {
    const broken: Deployed = (request, count, clock) =>
      pathOf(request) === '/api/team/general/all' ? back : healthy(request, count, clock)
    expect(await blamed(broken)).toEqual(['GET /api/team/general/all'])
  })

  test('and so is one that got 500 again while all others were served, whatever it gets later (O5d)', async () => {
    const broken: Deployed = (request, count, clock) =>
      pathOf(request) === '/api/team/general/all' && clock.monotonic() < first[1]
        ? status(500)
        : healthy(request, count, clock)
    expect(await blamed(broken)).toEqual(['GET /api/team/general/all'])
  })
})
