import { describe, expect, test } from 'vitest'
import { catalogue, type OperationId } from '../../fixtures/catalog/catalog.ts'
import { drawnBy } from '../../fixtures/random.ts'
import { conforming, type Played, play } from '../../trust/fabricated/contracts.ts'
import { triesAll } from '../../trust/tools/rounds.ts'
import { credentials } from '../credentials.ts'
import type { Probe } from '../probe.ts'

const epoch = Date.UTC(2026, 10, 23)

/** Requests are about a second apart, in any order. `isAway` gets the second in which a request is sent. */
function played(
  isAway: (before: number, probe: Probe) => boolean,
  refusal: object = blocked,
  secondsOf: (probe: Probe) => number = byChance,
): Played {
  const kept = new Map<string, object>()
  return play({
    operations: catalogue.map(({ id }) => id as OperationId),
    answers(probe) {
      const answer = kept.get(probe.id) ?? answerTo(probe, secondsOf(probe))
      kept.set(probe.id, answer)
      return answer
    },
  })

  function answerTo(probe: Probe, before: number) {
    const startedAt = epoch + before * 1000
    if (isAway(before, probe)) return { startedAt, ...refusal }
    const plain = conforming(probe)
    if (typeof plain === 'object') return { startedAt, ...plain }
    if (plain === '404 -') return { startedAt, status: 404, json: { message: 'No route' } }
    return { startedAt, status: plain, ...bodies[plain as 200] }
  }
}

const byChance = ({ id }: Probe) => Number.parseInt(id, 16) % 3000

const blocked = { status: 403, json: { message: 'Blocked' } }

const bodies = {
  200: { json: { data: { id: 'e-1', status: 'draft' }, requestId: 'r-1' } },
  400: { json: { code: 'invalid_request' } },
  401: { json: { code: 'authentication_required' } },
  403: { json: { code: 'not_authorized' } },
  404: { json: { code: 'not_found' } },
} as const

const isNobody = (credential: string) => credential === 'none' || credential.startsWith('invalid:')
const violations = ({ findings }: Played) => findings.filter(({ verdict }) => verdict === 'violation')
const page = (status: number) => ({ status, text: '<h1>No</h1>', headers: [['Content-Type', 'text/html']] })

describe('O10: the run is turned away in its middle', () => {
  test.for([
    ['for good', 600, Number.POSITIVE_INFINITY, blocked],
    ['for a while', 600, 1200, blocked],
    ['with a status of its own', 600, Number.POSITIVE_INFINITY, page(418)],
    ['with a page that says 401', 600, Number.POSITIVE_INFINITY, page(401)],
    ['by a balancer that knows no service', 600, 1200, page(404)],
    ['by a redirect to another page', 600, 1200, { status: 302, headers: [['Location', 'https://who.example']] }],
  ] as const)('%s: nobody is blamed, and questions asked meanwhile say so', ([, from, until, refusal]) => {
    const run = played((before) => before >= from && before < until, refusal)
    expect(run.learned.turnedAway).toMatchObject([{ status: refusal.status }])
    const [away] = run.learned.turnedAway
    expect(Math.abs((away?.from ?? 0) - epoch - from * 1000)).toBeLessThan(30_000)
    expect(violations(run)).toEqual([])
    const lacking = run.findings.filter(({ cause }) => cause === 'turned-away')
    expect(lacking.length).toBeGreaterThan(20)
    expect(new Set(lacking.map(({ verdict }) => verdict))).toEqual(new Set(['not-exercised']))
  })

  test('everything is judged between two such times', () => {
    const twice = (before: number) => (before >= 600 && before < 900) || (before >= 1300 && before < 1600)
    const run = played(
      (before, probe) =>
        twice(before) || (before >= 1000 && before < 1200 && probe.credential === 'none' && probe.operation !== null),
      page(418),
    )
    expect(run.learned.turnedAway).toHaveLength(2)
    expect(violations(run).length).toBeGreaterThan(0)
  })

  test.for([blocked, page(403), { status: 302, headers: [['Location', 'https://who.example']] }])(
    'a ban that spares known keys blames nobody either: %o',
    (refusal) => {
      const run = played((before, { credential }) => before >= 600 && isNobody(credential), refusal)
      expect(run.learned.turnedAway).toMatchObject([{ status: refusal.status, nobodyAlone: true }])
      expect(violations(run)).toEqual([])
    },
  )

  test('a ban that spares known keys, in words of the service, begins while restricted keys are refused', () => {
    const isRestricted = ({ credential }: Probe) => credentials[credential].kind === 'restricted'
    const run = played(
      (before, { credential }) => before >= 1000 && isNobody(credential),
      { status: 403, json: bodies[403] },
      (probe) => {
        if (isRestricted(probe)) return 1000 + (byChance(probe) % 300)
        const before = byChance(probe)
        return isNobody(probe.credential) || before < 1000 || before >= 1300 ? before : before - 1000
      },
    )
    expect(run.learned.turnedAway).toMatchObject([{ status: 403, nobodyAlone: true }])
    expect(violations(run)).toEqual([])
    const account = run.findings.filter(({ check }) => check === 'auth.ineligible-account')
    expect(account.filter(({ cause }) => cause === 'turned-away')).toEqual([])
  })

  test.for<readonly [name: string, isAway: (before: number, probe: Probe) => boolean]>([
    ['everything from the first request on', () => true],
    ['one product', (_, { path }) => path.startsWith('/api/team/')],
    ['the own key alone', (before, { credential }) => before >= 600 && credential === 'eligible'],
    ['wrong keys', (_, { credential }) => credential.startsWith('invalid:')],
    ['wrong keys, later', (before, { credential }) => before >= 600 && credential.startsWith('invalid:')],
    ['missing and wrong keys from the first request on', (_, { credential }) => isNobody(credential)],
    ['missing keys', (before, { credential }) => before >= 600 && credential === 'none'],
  ])('a refusal of %s turns nobody away', ([name, isAway]) => {
    const refusals = [blocked, page(404), page(418)]
    for (const refusal of triesAll ? refusals : [refusals[drawnBy(name, 3)] ?? blocked]) {
      expect(played(isAway, refusal).learned.turnedAway).toEqual([])
    }
  })

  test('another version that writes 401 in another form turns nobody away', () => {
    const is401 = (probe: Probe) => isNobody(probe.credential) && conforming(probe) === 401
    const run = played(
      (before, probe) => before >= 600 && is401(probe),
      { status: 401, type: 'application/problem+json', json: { code: 'authentication_required' } },
      (probe) => byChance(probe) % (is401(probe) ? 3000 : 600),
    )
    expect(run.learned.turnedAway).toEqual([])
    expect(violations(run)).toEqual([])
  })

  test.for([
    ['a success', { status: 200, json: {} }],
    ['the refusal of a broken request', { status: 400, json: {} }],
  ] as const)('%s turns nobody away', ([, refusal]) => {
    expect(played((before) => before >= 600, refusal).learned.turnedAway).toEqual([])
  })
})
