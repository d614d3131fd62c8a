import { describe, expect, test } from 'vitest'
import { catalogue } from '../../../fixtures/catalog/catalog.ts'
import { operationAt } from '../../../fixtures/catalog/routes.ts'
import { seededRandom } from '../../../fixtures/random.ts'
import { allKnown } from '../../../trust/fabricated/contracts.ts'
import { type Deployed, type Sent, status, type WireScene, wire } from '../../../trust/fabricated/wire.ts'
import { judge } from '../../judge.ts'

const keyOf = ({ headers }: Sent) => headers.find(([name]) => name === 'X-Service-API-Key')?.[1] ?? ''
const fromElsewhere = ({ headers }: Sent) => headers.some(([, value]) => value === allKnown.restrictedOrigin)
const { eligible } = allKnown.keys
const known: readonly (string | null)[] = Object.values(allKnown.keys)
const coded = (code: number, name: string) => status(code, [], { error: { code: name } })
const served = status(200, [], { data: { id: 'a', status: 'live' }, requestId: 'r' })
const refusals = { 401: coded(401, 'authentication_required'), 403: coded(403, 'not_authorized') }

/** Only listed operations exist, and only the eligible key may ask them. `own`: how that key is refused now, or null. */
function answerTo(request: Sent, own: ReturnType<typeof coded> | null) {
  const operation = operationAt(request.method, /\/api\/[^?]*/.exec(request.target)?.[0] ?? '')
  if (operation === null) return status(404, [], { message: 'no such route' })
  if (operation.detail === 'audience-choice') return coded(404, 'not_found')
  if (keyOf(request) === eligible && own !== null) return own
  if (keyOf(request) !== eligible || fromElsewhere(request)) return refusals[known.includes(keyOf(request)) ? 403 : 401]
  if (operation.detail !== 'details-list') return coded(404, 'not_found')
  return /=((10)?word|true)/.test(request.target) ? coded(400, 'invalid_request') : served
}

/** Many wrong keys within five seconds lock the own key for a while. */
function locking(code: 401 | 403, lockMs: number): Deployed {
  let [wrong, until]: [readonly number[], number] = [[], 0]
  return (request, _count, clock) => {
    const now = clock.monotonic()
    const isWrong = keyOf(request) !== '' && !known.includes(keyOf(request))
    if (isWrong) wrong = [...wrong.filter((at) => at > now - 5_000), now]
    if (isWrong && wrong.length > 25) [wrong, until] = [[], now + lockMs]
    return answerTo(request, now < until ? refusals[code] : null)
  }
}

const asked = (deployed: Deployed, options: Partial<WireScene> = {}) =>
  wire(deployed, { operations: catalogue, concurrency: 16, latencyMs: 20, facts: { profile: 'nightly' }, ...options })

async function judgedBy(deployed: Deployed) {
  const run = await asked(deployed)
  const { findings, learned } = judge(run)
  const verdicts = findings.map(({ check, operation, verdict, cause }) => `${check} ${operation} ${verdict} ${cause}`)
  return { ...run, learned, verdicts }
}

const usual = judgedBy((request) => answerTo(request, null))
const never = { from: null, until: null }

describe('O10: what refused the own key while wrong keys had locked it is asked again', () => {
  test.for([
    [401, 700],
    [403, 700],
    [401, 2_500],
    [403, 4_000],
  ] as const)('%i, each time for %i ms', async ([code, lockMs]) => {
    const { verdicts, learned } = await judgedBy(locking(code, lockMs))
    expect(learned.keyValid).toEqual(never)
    const without = new Set((await usual).verdicts)
    expect(verdicts.filter((one) => !without.has(one))).toEqual([])
  })

  test.for([401, 403] as const)('a key that gets %i for good is asked for twelve seconds more', async (code) => {
    const { tookMs } = await usual
    const run = await judgedBy((request, _count, clock) =>
      answerTo(request, clock.monotonic() > tookMs / 2 ? refusals[code] : null),
    )
    expect(run.learned.keyValid.until).not.toBeNull()
    expect(run.verdicts.filter((one) => /violation/.test(one))).toEqual([])
    expect(run.tookMs).toBeGreaterThan(tookMs + 12_000)
    expect(run.tookMs).toBeLessThan(tookMs + 20_000)
  })

  test('a deployment that refuses some requests in a row by itself is asked ten more', async () => {
    const { sent } = await usual
    const run = await judgedBy((request) =>
      answerTo(request, /identity|%|word/.test(request.target) ? refusals[403] : null),
    )
    expect(run.sent.length).toBeLessThan(sent.length + 20)
  })

  test('no request starts after the longest duration', async () => {
    const { tookMs } = await usual
    const maxDurationMs = tookMs + 5_000
    const { sent } = await asked(
      (request, _count, clock) => answerTo(request, clock.monotonic() > tookMs / 2 ? refusals[401] : null),
      { maxDurationMs, timeoutMs: 1_000 },
    )
    expect(Math.max(...sent.map(({ at }) => at))).toBeLessThanOrEqual(maxDurationMs)
  })

  // Asked again in three rounds, it got 1,900 requests more. By chance two of eight seeds refuse the key in a row, and get 700.
  test('a deployment of which some replicas lack the key is asked few more', async () => {
    const [{ sent }, random] = [await usual, seededRandom(2)]
    const run = await asked((request) => answerTo(request, random() < 0.6 ? refusals[401] : null))
    expect(run.sent.length).toBeLessThan(sent.length + 20)
  })
})
