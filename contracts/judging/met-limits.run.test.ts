import { expect, test } from 'vitest'
import { embed, listing, play } from '../../trust/fabricated/contracts.ts'
import type { ProbeReply } from '../../trust/fabricated/exchanges.ts'
import type { Probe } from '../probe.ts'

const team = 'GET /api/team/general/all'
const limited = { code: 'rate_limited' }
const wait = (...values: readonly string[]) => ({
  status: 429,
  json: limited,
  headers: values.map((value) => ['Retry-After', value] as const),
})
const page = { status: 429, text: '<h1>Slow down</h1>', type: 'text/html' } as const
const served = { status: 200, json: { data: { id: 'e-1', status: 'draft' }, requestId: 'r-1' } }

/** What is found where requests with this credential meet `reply` first and are served then. */
const meets = (operation: string, reply: object, credential = 'eligible') => {
  const isIt = (probe: Probe) =>
    probe.operation === operation && probe.credential === credential && probe.purpose !== 'odd'
  return play({
    operations: [listing, embed, team],
    answers: (probe) => (isIt(probe) ? ([reply, served] as ProbeReply) : undefined),
  }).met
}

test.for([
  ['a unit', '5s'],
  ['a fraction', '1.5'],
  ['a sign', '-1'],
  ['nothing', ''],
] as const)('O15: a Retry-After with %s is reported once, wherever it was met', ([, value]) => {
  for (const operation of [listing, team]) {
    const met = meets(operation, wait(value))
    expect(met.map(({ check, verdict, cause }) => `${check} ${verdict} ${cause}`)).toEqual([
      'limits.retry-after:met violation malformed',
    ])
    expect(met[0]).toMatchObject({ operation, clause: '§7.2', reproduce: expect.stringContaining('curl ') })
    // Beside what begins with the status, reports say what is wrong and not the status once more.
    expect(met[0]?.expected).toMatch(/^429 with Retry-After in digits/)
    expect(met[0]?.exchanges).toHaveLength(1)
  }
})

test('O15: two headers Retry-After are malformed', () => {
  expect(meets(listing, wait('1', '1')).map(({ cause }) => cause)).toEqual(['malformed'])
})

test.for([
  ['a 429 that says something else', { status: 429, json: { code: 'not_authorized' } }, 'code-wrong'],
  ['a limit that says so with 503', { status: 503, json: limited }, 'status-wrong'],
  ['a limit that says so with 403 and tells a wait', { ...wait('1'), status: 403 }, 'status-wrong'],
] as const)('O14: %s is reported once, where statuses are shown', ([, reply, cause]) => {
  const [found, ...more] = meets(listing, reply)
  expect(more).toEqual([])
  expect(found).toMatchObject({ check: 'limits.code:met', verdict: 'violation', cause, operation: listing })
  expect(found?.expected).toBe('429 rate_limited')
})

test('O14: a limit that says so with 403 is reported whoever met it, but where it stays', () => {
  const reply = { ...wait('1'), status: 403 }
  expect(meets(listing, reply, 'none').map(({ cause }) => cause)).toEqual(['status-wrong'])
  const met = (answers: ProbeReply) => play({ operations: [listing], answers: () => answers }).met
  expect(met([reply, reply])).toEqual([])
  expect(met([reply, { failure: { kind: 'reset' } }]).map(({ cause }) => cause)).toEqual(['status-wrong'])
})

test('O12: a 429 that is labelled JSON and is none is reported once, wherever it was met', () => {
  const reply = { status: 429, text: '{"code":"rate_limited"' }
  for (const operation of [listing, team]) {
    expect(meets(operation, reply).map(({ check, verdict, cause }) => `${check} ${verdict} ${cause}`)).toEqual([
      'limits.code:met violation broken-json',
    ])
  }
})

test.for(['none', 'invalid:random'])('§5.2: a 429 that says to %s that a key is missing is no limit', (credential) => {
  const reply = { status: 429, json: { code: 'authentication_required' } }
  expect(meets(listing, reply, credential).map(({ check, cause }) => `${check} ${cause}`)).toEqual([
    'limits.code:met code-wrong',
  ])
  expect(meets(team, reply, credential)).toEqual([])
})

test.for<readonly [name: string, operation: string, reply: object, credential?: string]>([
  ['a limit as it is documented', listing, wait('1')],
  ['one without a wait', listing, { status: 429, json: limited }],
  ['one that is over at a date', listing, wait('Mon, 23 Nov 2026 10:00:00 GMT')],
  ['a page without a code', listing, page],
  ['a code that is not documented', listing, { status: 429, json: { code: 'too_busy' } }],
  ['a 503 with a code that is not documented', listing, { status: 503, json: { code: 'too_busy' } }],
  ['a 503 with another code', listing, { status: 503, json: { code: 'not_found' } }],
  ['a limit with 503 where no status is shown', team, { status: 503, json: limited }],
  ['a limit with 403 where no status is shown', team, { ...wait('1'), status: 403 }],
  ['a 403 that names a limit without a wait', listing, { status: 403, json: limited }],
  ['another code where no status is shown', team, { status: 429, json: { code: 'not_authorized' } }],
  ['another code for somebody without the key', listing, { status: 429, json: { code: 'not_authorized' } }, 'none'],
  [
    'another code for the key from elsewhere',
    listing,
    { status: 429, json: { code: 'not_authorized' } },
    'ineligible-origin',
  ],
  ['a body that cannot be read', listing, { status: 429, text: null, headers: [['Content-Encoding', 'zstd']] }],
  ['two codes', listing, { status: 429, json: { a: 'rate_limited', b: 'invalid_request' } }],
])('nothing is said of %s', ([, operation, reply, credential]) => {
  expect(meets(operation, reply, credential)).toEqual([])
})
