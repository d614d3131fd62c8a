import { describe, expect, test } from 'vitest'
import { contractFacts } from '../../evidence/exchange.ts'
import type { Finding } from '../../evidence/finding.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { type Deployed, reset, status, type Wired, wire } from '../../trust/fabricated/wire.ts'
import { judge } from '../judge.ts'

const livestream = catalogue.filter(({ product }) => product === 'Livestream')
const asked = (deployed: Deployed, operations: readonly Operation[] = livestream) =>
  wire(deployed, { operations, concurrency: 16 })
const said = ({ findings }: { readonly findings: readonly Finding[] }) =>
  new Map(findings.map(({ id, verdict, cause }) => [id, `${verdict} ${cause}`]))
const violations = (run: Wired) => judge(run).findings.filter(({ verdict }) => verdict === 'violation')

/** Answers every request alike, but refuses with `code` where more than `most` are under way. */
const inFlight =
  (most: number, code: number): Deployed =>
  ({ underWay }) =>
    underWay > most ? status(code) : status(401, [], { error: { code: 'authentication_required' } })

describe('O5d: load shedding', () => {
  const limits = [1, 2, 4, 8, 13]
  /** The findings where nobody is refused, made once for all cases. */
  let free: ReadonlyMap<string, string> | undefined
  const cases = limits.flatMap((most) => [429, 502, 503, 504].map((code) => [most, code] as const))

  test.for(cases)('beyond %i in flight with %i blames nobody and changes no other verdict', async ([most, code]) => {
    free ??= said(judge(await asked(inFlight(1_000, 503))))
    const run = await asked(inFlight(most, code))
    const differences = [...said(judge(run))].filter(([id, words]) => free?.get(id) !== words)
    expect(differences.map(([, words]) => words)).toEqual(code === 429 ? [] : ['inconclusive load-shedding'])
    expect(run.stopped).toBeNull()
    expect(run.tookMs).toBeLessThan(120_000)
  })

  test('is reported once, with how many were in flight', async () => {
    const { findings } = judge(await asked(inFlight(4, 503)))
    const [finding, ...more] = findings.filter(({ cause }) => cause === 'load-shedding')
    expect(more).toEqual([])
    expect(finding).toMatchObject({ check: 'errors.server-error', verdict: 'inconclusive' })
    expect(finding?.message).toMatch(/answered 503 with [5-9] or more in flight$/)
  })

  test('beyond three in flight makes no request go alone', async () => {
    const run = await asked(inFlight(3, 503))
    const alone = run.exchanges.filter((exchange) => contractFacts(exchange).inFlight === 1)
    expect(alone).toEqual([])
  })

  test.for([1, 6])('O12: that resets connections beyond %i at once blames nobody', async (most) => {
    const run = await asked((request, count, clock) =>
      request.underWay > most ? reset : inFlight(most, 503)(request, count, clock),
    )
    expect(run.stopped).toBeNull()
    expect(violations(run).map(({ check, operation }) => `${check} ${operation}`)).toEqual([])
  })

  test('lowers the pace: nine in ten are served at once', async () => {
    const marketing = catalogue.filter(({ product }) => product === 'Marketing' || product === 'Livestream')
    const { exchanges } = await asked(inFlight(4, 503), marketing)
    const refused = exchanges.filter(({ response }) => response?.status === 503)
    expect(refused.length / exchanges.length).toBeLessThan(0.1)
  })
})

describe('O5d: a request that is refused even where it goes alone', () => {
  const broken = 'GET /api/video/category/all'
  const one: Deployed = (request) =>
    request.target.includes('/api/video/category/all') ? status(503) : inFlight(1_000, 503)(request, 0, null as never)

  test('while others are served blames its operation', async () => {
    const run = await asked(one)
    expect(new Set(violations(run).map(({ operation }) => operation))).toEqual(new Set([broken]))
    expect(violations(run).map(({ check }) => check)).toContain('errors.server-error')
    expect(run.tookMs).toBeLessThan(20_000)
  })

  test.for([
    ['a hundred in two seconds', 100, 2_000],
    ['fifty in ten seconds', 50, 10_000],
    ['forty in a minute', 40, 60_000],
  ] as const)('because of a limit that answers 503, %s, blames nobody', async ([, quota, windowMs]) => {
    let [window, count] = [0, 0]
    const run = await asked((request, _, clock) => {
      const now = Math.floor(clock.monotonic() / windowMs)
      if (now !== window) count = 0
      window = now
      count += 1
      return count > quota ? status(503) : inFlight(1_000, 503)(request, 0, clock)
    })
    expect(violations(run)).toEqual([])
    expect(run.stopped).toBeNull()
  })

  test('because of a token bucket that answers 503 blames nobody', async () => {
    let [tokens, last] = [20, 0]
    const run = await asked((request, _, clock) => {
      tokens = Math.min(20, tokens + ((clock.monotonic() - last) * 20) / 1_000)
      last = clock.monotonic()
      if (tokens < 1) return status(503)
      tokens -= 1
      return inFlight(1_000, 503)(request, 0, clock)
    })
    expect(violations(run)).toEqual([])
  })

  test('by a target that is gone from the middle on blames nobody, and ends the run', async () => {
    const run = await asked(
      (request, count, clock) => (count > 200 ? status(503) : inFlight(1_000, 503)(request, 0, clock)),
      catalogue,
    )
    expect(violations(run)).toEqual([])
    expect(run.stopped).toBe('maintenance')
    expect(run.tookMs).toBeLessThan(240_000)
  })
})
