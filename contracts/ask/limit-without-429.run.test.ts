import { expect, test } from 'vitest'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { type Deployed, status, wire } from '../../trust/fabricated/wire.ts'
import { judge } from '../judge.ts'

const operations = catalogue.filter(({ product }) => product === 'Embeds' || product === 'Livestream')
const windowMs = 5_000

/** Whoever asks more than `most` times in a window gets `refusal` with `rate_limited`, and the rest of the window to wait. */
function limiting(most: number, refusal: number): Deployed {
  const asked = new Map<string, number>()
  return ({ method, headers, body }, _, clock) => {
    const key = headers.find(([name]) => name === 'X-Service-API-Key')?.[1] ?? 'nobody'
    const window = `${key} ${Math.floor(clock.monotonic() / windowMs)}`
    const nth = (asked.get(window) ?? 0) + 1
    asked.set(window, nth)
    const left = Math.ceil((windowMs - (clock.monotonic() % windowMs)) / 1_000)
    if (nth > most) return status(refusal, [['Retry-After', `${left}`]], { error: { code: 'rate_limited' } })
    if (!key.startsWith('eligible')) return status(401, [], { error: { code: 'authentication_required' } })
    if (method !== 'GET' && !/^\{.*\}$/s.test(body ?? ''))
      return status(400, [], { error: { code: 'invalid_request' } })
    return status(200, [], { data: { id: 'emb_1', status: 'ok' }, requestId: 'req_1' })
  }
}

async function blamed(most: number, refusal: number): Promise<readonly string[]> {
  const run = await wire(limiting(most, refusal), { operations, concurrency: 16 })
  const { findings, met } = judge(run)
  return [...findings, ...met].flatMap(({ check, verdict, operation }) =>
    verdict === 'violation' ? [`${check} ${operation}`] : [],
  )
}

test.for([403, 400, 420])('a limit that refuses with %s is kept, and blamed alone', async (refusal) => {
  const free = new Set(await blamed(Number.POSITIVE_INFINITY, refusal))
  const more = (await blamed(150, refusal)).filter((one) => !free.has(one))
  expect(more.map((one) => one.split(' ')[0])).toEqual(['limits.code:met'])
})
