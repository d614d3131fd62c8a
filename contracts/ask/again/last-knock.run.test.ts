import { expect, test } from 'vitest'
import { isReadiness } from '../../../evidence/exchange.ts'
import type { Deployment, PlainAnswer, PlainRequest } from '../../../fixtures/deployment.ts'
import { keyHeader } from '../../../fixtures/errors.ts'
import { headerValue } from '../../../fixtures/headers.ts'
import { createService } from '../../../fixtures/service/service.ts'
import { json, text } from '../../../fixtures/styles/base/outcome.ts'
import { closedDoor } from '../../../fixtures/styles/declared/strangers.ts'
import { readKnown } from '../../../run/settings/settings.ts'
import { everything, runContracts } from '../../../trust/matrix/contract-run.ts'
import { handledBy } from '../../../trust/matrix/in-process.ts'
import { type AskClock, systemClock } from '../clock.ts'

/** Time passes twenty times as fast, for what is asked again later: nothing else here waits. */
const hurried: AskClock = {
  now: systemClock.now,
  monotonic: () => 20 * systemClock.monotonic(),
  after: (ms, call) => systemClock.after(ms / 20, call),
}

/** One request at a time: else the order of the answers decides what looks like a spell, and so how many are asked again. */
const gate = (deployment: Deployment, profile: 'gate' | 'nightly' = 'gate') =>
  runContracts({
    known: readKnown({ ...deployment.settings, BASE_URL: 'http://127.0.0.1:9' }, 'production'),
    ...{ profile, policy: 'full', seed: 77, selection: everything, concurrency: 1, timeoutMs: 10_000 },
    ...{ transport: handledBy(deployment), clock: hurried, maxDurationMs: 6_000_000, waitMs: 0, userAgent: 'test' },
    signal: new AbortController().signal,
  })

const service = () => createService({ limit: 'none' })

/** A run in which nothing changes. */
const usual = service().then((deployment) => gate(deployment))

/** A run of which `turn` may answer each request after the first `after`. */
async function turning(after: number, turn: (request: PlainRequest, key: string) => PlainAnswer | null) {
  const deployment = await service()
  let asked = 0
  return gate({
    ...deployment,
    handle: async (request) => {
      asked += 1
      const turned = asked > after ? turn(request, deployment.settings['API_KEY'] ?? '') : null
      return turned ?? deployment.handle(request)
    },
  })
}

const banned = () => text(403, 'text/html', '<h1>Forbidden</h1>')
const revoked = ({ headers }: PlainRequest, key: string) =>
  headerValue(headers, keyHeader) === key
    ? json(401, { error: { code: 'authentication_required', message: 'Revoked.' } })
    : null

test.for([
  ['the address is banned during the last requests', 8, banned],
  ['the own key is revoked during the last requests', 60, revoked],
] as const)('O10: nobody is blamed where %s', async ([, last, turn]) => {
  const { exchanges } = await usual
  const { findings, learned } = await turning(exchanges.length - last, turn)
  expect(findings.filter(({ verdict }) => verdict === 'violation')).toEqual([])
  const isTold = learned.turnedAway.length > 0 || learned.keyValid.until !== null
  expect(isTold, 'a run that says so').toBe(true)
})

test('O11: no second knock is sent into the wait that the first was told', async () => {
  const { exchanges } = await usual
  const [first = 0] = exchanges.flatMap((one, nth) => (isReadiness(one) ? [nth] : [])).slice(-2)
  let isTold = false
  const refused = () => {
    if (isTold) return null
    isTold = true
    return json(429, { error: { code: 'rate_limited', message: 'Later.' } }, [['Retry-After', '20']])
  }
  const knocks = (await turning(first, refused)).exchanges.filter(isReadiness)
  expect(knocks.map(({ response }) => response?.status).slice(-2)).toEqual([429])
})

test('the own key is not revoked where other operations refuse it and the shown ones serve it', async () => {
  const { exchanges } = await usual
  const isClosed = ({ method, target }: PlainRequest) =>
    method === 'GET' && !target.startsWith('/api/video/details/all')
  const closed = (request: PlainRequest, key: string) =>
    isClosed(request) && headerValue(request.headers, keyHeader) === key ? json(409, { code: 'closed' }) : null
  const { learned } = await turning(exchanges.length - 60, closed)
  expect([learned.turnedAway, learned.keyValid]).toEqual([[], { from: null, until: null }])
})

const withoutKeys = async () => ({ ...(await closedDoor.make()), settings: {} })
/** How many requests a whole run without keys makes. The first test that needs the number finds it out. */
let itsRequests: Promise<number> | null = null

test.for([0.6, 0.997])(
  'a version that writes 401 in another form after %f of a run turns nobody away',
  async (share) => {
    const deployment = await withoutKeys()
    itsRequests ??= gate(deployment, 'nightly').then(({ exchanges }) => exchanges.length)
    const requests = await itsRequests
    let asked = 0
    const handle = async (request: PlainRequest) => {
      asked += 1
      const answer = await deployment.handle(request)
      const isOther = asked > requests * share && answer.kind === 'answer' && answer.status === 401
      return isOther ? json(401, { code: 'authentication_required' }) : answer
    }
    const run = await gate({ ...deployment, handle }, 'nightly')
    expect(run.learned.turnedAway).toEqual([])
    expect(run.exchanges).toHaveLength(requests)
  },
)

test('a page that some requests without a key got all along turns nobody away where all get it at the end', async () => {
  const deployment = await withoutKeys()
  const hidingAfter = (count: number): Deployment => {
    let asked = 0
    return {
      ...deployment,
      handle: async (request) => {
        asked += 1
        const isHidden = headerValue(request.headers, keyHeader) === undefined && request.target.length % 2 === 0
        return isHidden || asked > count ? text(404, 'text/html', '<h1>Nothing</h1>') : deployment.handle(request)
      },
    }
  }
  const { exchanges } = await gate(hidingAfter(Number.POSITIVE_INFINITY), 'nightly')
  const { learned } = await gate(hidingAfter(exchanges.length - 5), 'nightly')
  expect(learned.turnedAway).toEqual([])
})

test('a run in which nothing changes makes two readiness requests', async () => {
  const { exchanges, learned } = await usual
  expect([learned.turnedAway, learned.keyValid]).toEqual([[], { from: null, until: null }])
  expect(exchanges.filter(({ facts }) => facts !== undefined && 'readiness' in facts)).toHaveLength(2)
})

test('O11: no readiness request is sent during a wait that a limit told', async () => {
  const limited = json(429, { error: { code: 'rate_limited' } }, [['Retry-After', '7200']])
  const isKeyed = ({ headers }: Pick<PlainRequest, 'headers'>) => headerValue(headers, keyHeader) !== undefined
  const { exchanges } = await turning(1_000, (request) => (isKeyed(request) ? limited : null))
  expect(exchanges.filter(({ facts }) => facts !== undefined && 'readiness' in facts)).toEqual([])
})
