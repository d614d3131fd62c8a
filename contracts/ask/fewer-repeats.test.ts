import { expect, test } from 'vitest'
import { because } from '../../evidence/judgement.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { embed, play } from '../../trust/fabricated/contracts.ts'
import { exchangesFor, type ProbeReply } from '../../trust/fabricated/exchanges.ts'
import { type Deployed, status, wire } from '../../trust/fabricated/wire.ts'
import { judge } from '../judge.ts'
import { outcomeOf } from '../outcome.ts'
import { FewerRepeats } from './fewer-repeats.ts'
import { retryPolicyOf } from './retry-policy.ts'

const operations = catalogue.filter(({ product }) => product === 'Embeds')
const envelope = { data: { id: 'emb_1', status: 'ok' }, requestId: 'req_1' }

/** Makes `most` embeds for the key. Then it answers rate_limited without Retry-After, at most `refusals` times. */
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

test('an account that may hold no more embeds holds up no run, and nobody is blamed', async () => {
  const free = await wire(room(10_000), { operations, concurrency: 16 })
  const full = await wire(room(10), { operations, concurrency: 16 })
  expect(full.stopped).toBeNull()
  expect(full.tookMs).toBeLessThan(free.tookMs + 60_000)
  const blamed = judge(full).findings.filter(({ verdict }) => verdict === 'violation')
  const before = new Set(judge(free).findings.flatMap(({ id, verdict }) => (verdict === 'violation' ? [id] : [])))
  expect(blamed.filter(({ id }) => !before.has(id))).toEqual([])
})

test('an account that is served again is asked all that is left', async () => {
  const run = await wire(room(10, 40), { operations: operations.filter(({ id }) => id === embed), concurrency: 16 })
  const limited = judge(run).findings.filter(({ cause }) => cause === 'limited')
  expect(limited.length).toBeLessThan(10)
})

const { plan } = play({
  operations: [embed],
  checks: ['auth.missing-credential', 'request.field-type:name', 'request.valid'],
})
const refused = { kind: 'limited', waitMs: 0, heldMs: 0, isKept: false, isNamed: false, alone: true } as const

test.for([
  ['none', 'plain', 401, 3],
  ['eligible', 'control', 400, 3],
  ['eligible', 'control', 200, 3],
  ['eligible', 'broken', 400, 1],
] as const)(
  'with the credential %s, a %s request that is answered %i tells whether the limit still refuses',
  ([credential, purpose, reply, attempts]) => {
    const fewer = new FewerRepeats()
    const entry = plan.entries.find(
      ({ probe }) => probe.operation === embed && probe.credential === credential && probe.purpose === purpose,
    )
    if (entry === undefined) throw new Error('no such request')
    const retry = retryPolicyOf('gate')
    const settled = (answer: ProbeReply, next?: typeof refused) => {
      const exchanges = exchangesFor(entry.probe, answer)
      const task = { entry, sent: exchanges.length, attempts: exchanges, notBefore: 0, fresh: false, alone: false }
      fewer.settled(task, outcomeOf(entry.probe, exchanges, because('limited'), 1_000), next)
      return fewer.policy(task, retry).attempts
    }
    const limited = [429, 429, 429] as const
    expect([settled(limited, refused), settled(limited, refused), settled(limited, refused)]).toEqual([3, 3, 1])
    expect(settled(reply)).toBe(attempts)
  },
)
