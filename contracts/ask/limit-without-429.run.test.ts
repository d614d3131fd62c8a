import { expect, test } from 'vitest'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { type Deployed, status, type Wired, wire } from '../../trust/fabricated/wire.ts'
import { judge } from '../judge.ts'

const operations = catalogue.filter(({ product }) => product === 'Embeds' || product === 'Livestream')
const windowMs = 5_000

const shown = operations.filter((one) => one.shown).map(({ path }) => path)

/** Whoever asks more than `most` times in a window gets `refusal` with `rate_limited`, and is told the rest of the window if `tells`. */
function limiting(most: number, refusal: number, tells: boolean): Deployed {
  const asked = new Map<string, number>()
  return ({ method, headers, body }, _, clock) => {
    const key = headers.find(([name]) => name === 'X-Service-API-Key')?.[1] ?? 'nobody'
    const window = `${key} ${Math.floor(clock.monotonic() / windowMs)}`
    const nth = (asked.get(window) ?? 0) + 1
    asked.set(window, nth)
    const left = Math.ceil((windowMs - (clock.monotonic() % windowMs)) / 1_000)
    const wait = tells ? [['Retry-After', `${left}`] as const] : []
    if (nth > most) return status(refusal, wait, { error: { code: 'rate_limited' } })
    if (!key.startsWith('eligible')) return status(401, [], { error: { code: 'authentication_required' } })
    if (method !== 'GET' && !/^\{.*\}$/s.test(body ?? ''))
      return status(400, [], { error: { code: 'invalid_request' } })
    return status(200, [], { data: { id: 'emb_1', status: 'ok' }, requestId: 'req_1' })
  }
}

function violationsOf(run: Wired): readonly string[] {
  const { findings, met } = judge(run)
  return [...findings, ...met].flatMap(({ check, verdict, operation }) =>
    verdict === 'violation' ? [`${check} ${operation}`] : [],
  )
}

const blamed = async (most: number, refusal: number, tells: boolean) =>
  violationsOf(await wire(limiting(most, refusal, tells), { operations, concurrency: 16 }))

test.for([
  [403, true],
  [400, true],
  [420, true],
  [403, false],
  [400, false],
  [420, false],
] as const)('a limit that refuses with %s is kept, and blamed alone; tells a wait: %s', async ([refusal, tells]) => {
  const free = new Set(await blamed(Number.POSITIVE_INFINITY, refusal, tells))
  const more = (await blamed(150, refusal, tells)).filter((one) => !free.has(one))
  expect(more.map((one) => one.split(' ')[0])).toEqual(['limits.code:met'])
})

test.for([403, 400, 420])(
  'a limit with %s of operations whose statuses are not shown is no violation',
  async (refusal) => {
    const limited = limiting(150, refusal, false)
    const free = limiting(Number.POSITIVE_INFINITY, refusal, false)
    const spared: Deployed = (request, ...more) =>
      (shown.some((path) => request.target.includes(path)) ? free : limited)(request, ...more)
    const usual = new Set(violationsOf(await wire(free, { operations, concurrency: 16 })))
    const found = violationsOf(await wire(spared, { operations, concurrency: 16 }))
    expect(found.filter((one) => !usual.has(one))).toEqual([])
  },
)

test.for([
  [400, 'eligible', 'errors.code'],
  [403, 'account', 'auth.ineligible-account'],
] as const)('a %s with the code rate_limited that never gives way is a wrong code', async ([code, whom, check]) => {
  const free = await wire(limiting(Number.POSITIVE_INFINITY, code, false), { operations, concurrency: 16 })
  const run = await wire(
    (request, ...more) => {
      const usual = limiting(Number.POSITIVE_INFINITY, code, false)(request, ...more)
      const key = request.headers.find(([name]) => name === 'X-Service-API-Key')?.[1] ?? ''
      const isIt = code === 403 ? key.startsWith(whom) : usual?.head?.status === code
      return isIt ? status(code, [], { error: { code: 'rate_limited' } }) : usual
    },
    { operations, concurrency: 16 },
  )
  const { findings, met } = judge(run)
  expect(met).toEqual([])
  expect(findings.filter((one) => one.check === check && one.verdict === 'violation')).not.toEqual([])
  expect(run.sent.length - free.sent.length).toBeLessThan(150)
  expect(run.tookMs).toBeLessThan(30_000)
})
