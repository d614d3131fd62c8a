import { describe, expect, test } from 'vitest'
import type { OperationId } from '../../fixtures/catalog/catalog.ts'
import { embed, type Scene, verdictOn } from '../../trust/fabricated/contracts.ts'
import type { ProbeReply } from '../../trust/fabricated/exchanges.ts'
import type { Probe } from '../probe.ts'

const team = 'GET /api/team/general/all'

describe('O2b: which of two faults of one request is told', () => {
  const creations: readonly OperationId[] = [
    'POST /api/team/general/create',
    'POST /api/pages/leads/create',
    'POST /api/video/channel/create',
    'POST /api/events/general/create',
  ]
  const [first = creations[0], ...others] = creations
  const verdict = (told: (probe: Probe) => ProbeReply | undefined, operations: readonly OperationId[] = creations) =>
    verdictOn(first ?? team, 'auth.invalid-credential', { answers: told, operations })
  /** Without a key 401, with any other one the request is refused first. */
  const requestFirst = ({ credential, operation }: Probe) =>
    operation !== null && (credential === 'eligible' || credential.startsWith('invalid:')) ? 400 : undefined

  test('an order that several operations show is no fault of one', () => {
    expect(verdict(requestFirst)).toBe('inconclusive refused-for-the-request')
  })

  test('one alone, or one whose key would have been served, is at fault', () => {
    expect(verdict(requestFirst, [first ?? team])).toBe('violation invalid-key-not-401')
    expect(
      verdict((asked) => (asked.operation === first && asked.credential === 'eligible' ? 200 : requestFirst(asked))),
    ).toBe('violation invalid-key-not-401')
  })

  test('one other of its product is enough, where none there tells otherwise', () => {
    const near = [first ?? team, 'PUT /api/team/category/update'] as const
    expect(verdict(requestFirst, near)).toBe('inconclusive refused-for-the-request')
    const not = (asked: Probe) => (asked.operation === near[1] ? undefined : requestFirst(asked))
    expect(verdict(not, near)).toBe('violation invalid-key-not-401')
  })

  test('three others must show it, of the same method and each for itself', () => {
    expect(verdict(requestFirst, creations.slice(0, 3))).toBe('violation invalid-key-not-401')
    expect(
      verdict(requestFirst, [
        ...creations.slice(0, 3),
        'GET /api/incentive/loyalty/all',
        'GET /api/events/general/all',
      ]),
    ).toBe('violation invalid-key-not-401')
    const onlyHere = (asked: Probe) => (asked.operation === first ? requestFirst(asked) : undefined)
    expect(verdict(onlyHere)).toBe('violation invalid-key-not-401')
  })

  test.for([
    ['403', 403],
    ['a redirect', 302],
  ] as const)('%s is no refusal of a request', ([, status]) => {
    const refused = (asked: Probe) => (requestFirst(asked) === undefined ? undefined : status)
    expect(verdict(refused)).toBe('violation invalid-key-not-401')
  })

  test.for([404, 415, 422] as const)('%i is one', (status) => {
    expect(verdict((asked) => (requestFirst(asked) === undefined ? undefined : status))).toBe(
      'inconclusive refused-for-the-request',
    )
  })

  test.for([
    [400, 'inconclusive refused-for-the-request'],
    [415, 'inconclusive refused-for-the-request'],
    [422, 'inconclusive refused-for-the-request'],
    [403, 'violation invalid-key-not-401'],
    [200, 'violation accepted-invalid-key'],
  ] as const)('under the safe policy a body that nobody can read may be what %i is about', ([status, expected]) => {
    const scene: Scene = {
      facts: { policy: 'safe' },
      answers: ({ credential }) => (credential.startsWith('invalid:') ? status : undefined),
    }
    expect(verdictOn('POST /api/team/general/create', 'auth.invalid-credential', scene)).toBe(expected)
    const read = expected.startsWith('inconclusive') ? 'violation invalid-key-not-401' : expected
    expect(verdictOn(team, 'auth.invalid-credential', scene)).toBe(read)
  })

  test.for([
    ['the own key gets another refusal', { eligible: 404, invalid: 400 }],
    ['the own key is not answered', { eligible: 'reset', invalid: 400 }],
  ] as const)('where %s elsewhere, that operation shows no order', ([, { eligible, invalid: refused }]) => {
    const unclear = (asked: Probe) => {
      if (asked.operation !== others[0]) return requestFirst(asked)
      return asked.credential === 'eligible' ? eligible : asked.credential.startsWith('invalid:') ? refused : undefined
    }
    expect(verdict(unclear)).toBe('violation invalid-key-not-401')
    expect(verdict(unclear, [...creations, 'POST /api/incentive/loyalty/create'])).toBe(
      'inconclusive refused-for-the-request',
    )
  })

  test.for([
    [
      'tells whoever has none of the key and a wrong one of the request',
      401,
      400,
      'inconclusive refused-for-the-request',
    ],
    ['tells both of the request', 400, 400, 'violation invalid-key-not-401'],
    ['tells both of the key', 401, 401, 'violation invalid-key-not-401'],
  ] as const)('where the shown one %s, if that is broken', ([, keyless, wrong, expected]) => {
    const told = (asked: Probe) => {
      if (asked.operation !== embed) return requestFirst(asked)
      if (asked.credential === 'eligible') return undefined
      return asked.body.change === undefined ? 401 : asked.credential === 'none' ? keyless : wrong
    }
    expect(verdict(told, [first ?? team, embed])).toBe(expected)
  })

  test.for([
    ['what reads in the same product', 'GET /api/team/general/get'],
    ['the shown one', embed],
  ] as const)('%s may have another order', ([, other]) => {
    const told = (asked: Probe) =>
      asked.operation === other && asked.credential.startsWith('invalid:') ? 401 : requestFirst(asked)
    expect(verdict(told, [...creations, other])).toBe('inconclusive refused-for-the-request')
  })

  const deletions: readonly OperationId[] = [
    'POST /api/team/general/delete',
    'POST /api/video/channel/delete',
    'POST /api/video/details/delete',
    'POST /api/incentive/reward/delete',
  ]
  test.for([
    ['four that are refused so', deletions, 'inconclusive refused-for-the-request'],
    ['three', deletions.slice(0, 3), 'violation invalid-key-not-401'],
  ] as const)('where no right key may be put to them, %s', ([, operations, expected]) => {
    const scene: Scene = {
      operations,
      answers: ({ credential }) => (credential.startsWith('invalid:') ? 400 : undefined),
    }
    expect(verdictOn(operations[0] ?? team, 'auth.invalid-credential', scene)).toBe(expected)
  })

  test('an order that another operation does not keep is none', () => {
    const kept = (asked: Probe) =>
      asked.operation === others[0] && asked.credential.startsWith('invalid:') ? 401 : requestFirst(asked)
    expect(verdict(kept)).toBe('violation invalid-key-not-401')
  })
})
