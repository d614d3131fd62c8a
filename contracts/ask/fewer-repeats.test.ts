import { expect, test } from 'vitest'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { embed } from '../../trust/fabricated/contracts.ts'
import { type Deployed, status, wire } from '../../trust/fabricated/wire.ts'
import { judge } from '../judge.ts'

const operations = catalogue.filter(({ product }) => product === 'Embeds')
const envelope = { data: { id: 'emb_1', status: 'ok' }, requestId: 'req_1' }

/** Makes so many embeds for the key, and then says rate_limited without a word of when to come back, unless that ends. */
function room(most: number, refusals = Number.POSITIVE_INFINITY): Deployed {
  let [made, refused] = [0, 0]
  return ({ method, target, headers, body }) => {
    const key = headers.find(([name]) => name === 'X-Service-API-Key')?.[1]
    if (key === undefined || !key.startsWith('eligible'))
      return status(401, [], { error: { code: 'authentication_required' } })
    if (method !== 'POST' || !target.includes('/embed/create') || !/^\{.*\}$/s.test(body ?? ''))
      return status(200, [], envelope)
    made += 1
    if (made <= most || refused >= refusals) return status(200, [], envelope)
    refused += 1
    return status(429, [], { error: { code: 'rate_limited' } })
  }
}

test('an account that holds as many embeds as it may holds up no run, and blames nobody', async () => {
  const free = await wire(room(10_000), { operations, concurrency: 16 })
  const full = await wire(room(10), { operations, concurrency: 16 })
  expect(full.stopped).toBeNull()
  expect(full.tookMs).toBeLessThan(free.tookMs + 60_000)
  const blamed = judge(full).findings.filter(({ verdict }) => verdict === 'violation')
  const before = new Set(judge(free).findings.flatMap(({ id, verdict }) => (verdict === 'violation' ? [id] : [])))
  expect(blamed.filter(({ id }) => !before.has(id))).toEqual([])
})

test('one that is served again is asked for all that is left', async () => {
  const run = await wire(room(10, 40), { operations: operations.filter(({ id }) => id === embed), concurrency: 16 })
  const limited = judge(run).findings.filter(({ cause }) => cause === 'limited')
  expect(limited.length).toBeLessThan(10)
})
