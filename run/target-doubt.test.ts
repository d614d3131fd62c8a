import { expect, test } from 'vitest'
import type { Learned } from '../contracts/learning/learned.ts'
import type { JudgedRun } from './judge.ts'
import type { RecordedRun } from './record.ts'
import { targetDoubt } from './target-doubt.ts'

const always: Pick<Learned, 'keyRefused' | 'keyValid' | 'turnedAway'> = {
  keyRefused: false,
  keyValid: { from: null, until: null },
  turnedAway: [],
}

/** The doubt of a run that learned this. */
function doubt(learned: Partial<Learned>, { hasKey = true, exchanges = [] as readonly unknown[] } = {}) {
  const run = {
    plan: { facts: { hasKey, baseUrl: 'http://127.0.0.1' }, operations: [] },
    recording: { circumstances: { asksContracts: true }, load: null },
    exchanges,
  }
  const contracts = { findings: [], outcomes: new Map(), learned: { ...always, ...learned } }
  return targetDoubt(run as unknown as RecordedRun, { contracts } as unknown as JudgedRun)
}

test.for<[string, Partial<Learned>, string]>([
  ['own key refused', { keyRefused: true }, 'API_KEY is wrong for this target'],
  ['own key revoked', { keyValid: { from: null, until: 1000 } }, 'accepted until 1970-01-01T00:00:01.000Z'],
  ['own key refused by a cache', { keyValid: { from: null, until: 1000 } }, 'or a cache answers it with'],
  ['own key accepted only later', { keyValid: { from: 1000, until: null } }, 'run again'],
  ['own key refused by a cache at first', { keyValid: { from: 1000, until: null } }, 'a cache answers it with'],
  [
    'requests turned away',
    {
      turnedAway: [
        { from: 1000, until: 2000, status: 418 },
        { from: 4000, until: 5000, status: 403 },
      ],
    },
    'Whoever asked got 418 from 1970-01-01T00:00:01.000Z to 1970-01-01T00:00:02.000Z and 1 time more: abuse',
  ],
  [
    'clients without a known key turned away',
    { turnedAway: [{ from: 1000, until: 2000, status: 418, nobodyAlone: true }] },
    'Whoever asked without a key that is known got 418 from 1970-01-01T00:00:01.000Z to 1970-01-01T00:00:02.000Z: abuse',
  ],
])('a target is in doubt: %s', ([, learned, why]) => {
  expect(doubt(learned)).toContain(why)
})

test('a target is in no doubt where nothing speaks against it, and a key that is not set was not refused', () => {
  expect(doubt({})).toBeNull()
  expect(doubt({ keyRefused: true }, { hasKey: false })).toBeNull()
})

test('a gateway that asks for user and password is named where it refused the own key', () => {
  const answer = (challenge: string) => ({ response: { status: 401, headers: [['WWW-Authenticate', challenge]] } })
  const gateway = answer('Basic realm="dev"')
  expect(doubt({ keyRefused: true }, { exchanges: [gateway, gateway] })).toContain('BASE_URL leads to a gateway')
  expect(doubt({ keyRefused: true }, { exchanges: [gateway, answer('ApiKey')] })).toContain('refuses valid keys')
})

test('a target is in doubt where every request is redirected elsewhere', () => {
  const headers = [['Location', 'https://elsewhere.example/v2/a']]
  const request = { method: 'GET', target: '/a', headers: [], body: null }
  const exchanges = [{ probe: '1', request, response: { status: 308, headers }, facts: {} }]
  expect(doubt({ keyRefused: true }, { exchanges })).toBe(
    'Every request is redirected (308) to https://elsewhere.example/v2: the base address is not that of the API',
  )
})
