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
  /** 401 without a key; with any key the request is refused first. */
  const requestFirst = ({ credential, operation }: Probe) =>
    operation !== null && (credential === 'eligible' || credential.startsWith('invalid:')) ? 400 : undefined

  test('an operation is not at fault for an order that several operations show', () => {
    expect(verdict(requestFirst)).toBe('inconclusive refused-for-the-request')
  })

  test('an operation is at fault where it is alone, or where the right key is served', () => {
    expect(verdict(requestFirst, [first ?? team])).toBe('violation invalid-key-not-401')
    expect(
      verdict((asked) => (asked.operation === first && asked.credential === 'eligible' ? 200 : requestFirst(asked))),
    ).toBe('violation invalid-key-not-401')
  })

  test('one other operation of its product is enough, unless one there shows another order', () => {
    const near = [first ?? team, 'PUT /api/team/category/update'] as const
    expect(verdict(requestFirst, near)).toBe('inconclusive refused-for-the-request')
    const not = (asked: Probe) => (asked.operation === near[1] ? undefined : requestFirst(asked))
    expect(verdict(not, near)).toBe('violation invalid-key-not-401')
  })

  test('else three others of the same method must show it, each for itself', () => {
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

  test.for([404, 415, 422] as const)('%i is a refusal of a request', (status) => {
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
  ] as const)('under the safe policy %i may be about the unreadable body', ([status, expected]) => {
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
    ['gets 401 without a key and 400 with a wrong one', 401, 400, 'inconclusive refused-for-the-request'],
    ['gets 400 in both cases', 400, 400, 'violation invalid-key-not-401'],
    ['gets 401 in both cases', 401, 401, 'violation invalid-key-not-401'],
  ] as const)('where a broken request to the shown operation %s', ([, keyless, wrong, expected]) => {
    const told = (asked: Probe) => {
      if (asked.operation !== embed) return requestFirst(asked)
      if (asked.credential === 'eligible') return undefined
      return asked.body.change === undefined ? 401 : asked.credential === 'none' ? keyless : wrong
    }
    expect(verdict(told, [first ?? team, embed])).toBe(expected)
  })

  test.for([
    ['a read of the same product', 'GET /api/team/general/get'],
    ['a shown operation', embed],
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
    ['four with this order are enough', deletions, 'inconclusive refused-for-the-request'],
    ['three are not', deletions.slice(0, 3), 'violation invalid-key-not-401'],
  ] as const)('of operations that the right key may not be sent to, %s', ([, operations, expected]) => {
    const scene: Scene = {
      operations,
      answers: ({ credential }) => (credential.startsWith('invalid:') ? 400 : undefined),
    }
    expect(verdictOn(operations[0] ?? team, 'auth.invalid-credential', scene)).toBe(expected)
  })

  test('an order that one other operation does not keep does not count', () => {
    const kept = (asked: Probe) =>
      asked.operation === others[0] && asked.credential.startsWith('invalid:') ? 401 : requestFirst(asked)
    expect(verdict(kept)).toBe('violation invalid-key-not-401')
  })
})
