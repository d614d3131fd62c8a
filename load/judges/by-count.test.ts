import { describe, expect, test } from 'vitest'
import { type FabricatedExchange, times } from '../../trust/fabricated/load.ts'
import { elsewhere, judged, rest } from '../../trust/fabricated/trials.ts'

describe('a limit that is met one request at a time and does not answer 429 (O14)', () => {
  type Refusal = Pick<FabricatedExchange, 'status' | 'failure'>
  const round = (number: number, refusal: Refusal): readonly FabricatedExchange[] => [
    { phase: 'poll', round: number, waited: 1000 },
    ...times(20, { phase: 'alone', round: number }),
    ...times(3, { phase: 'alone', round: number, ...refusal }),
  ]
  const refusedBy = (refusal: Refusal): readonly FabricatedExchange[] => [
    ...rest,
    ...times(8, {}),
    ...times(8, refusal),
    ...[1, 2, 3].flatMap((number) => round(number, refusal)),
    { phase: 'poll', round: 4, waited: 1000 },
  ]
  const byCount = (status: number | null) => refusedBy({ status })
  test.for([
    [503, 'violation'],
    [502, 'violation'],
    [null, 'violation'],
    [420, 'undocumented'],
    [405, 'undocumented'],
  ] as const)('a limit by count that answers %s, three times of three, is %s', ([status, verdict]) => {
    expect(judged('limits.code', byCount(status))).toEqual([verdict, 'limit-without-429'])
    expect(judged('limits.code', byCount(status), elsewhere)).toEqual(['undocumented', 'limit-without-429'])
    expect(judged('limits.recovers', byCount(status))).toEqual(['not-exercised', 'no-429'])
  })

  test.for(['refused', 'silence', 'coded'] as const)(
    'a limit by count that ends in a failure %s is no reset',
    (kind) => {
      const rows = refusedBy({ status: null, failure: { kind, message: kind, reusedConnection: false, began: false } })
      expect(judged('limits.code', rows)).toEqual(['undocumented', 'limit-without-429'])
    },
  )

  const refusal = { status: 503 }
  const refusedIn = (second: readonly FabricatedExchange[]): readonly FabricatedExchange[] => [
    ...byCount(503).slice(0, -49),
    ...second,
    ...round(3, refusal),
    { phase: 'poll', round: 4, waited: 1000 },
  ]
  const again = { phase: 'poll', round: 2, waited: 1000 } as const
  const alone = { phase: 'alone', round: 2 } as const

  test('the second of three rounds is told apart from the others', () => {
    const second = [again, ...times(5, alone), ...times(3, { ...alone, ...refusal })]
    expect(judged('limits.code', refusedIn(second))).toEqual(['violation', 'limit-without-429'])
  })

  test.for([
    ['served none before it refused', [again, ...times(3, { ...alone, ...refusal })]],
    ['served in between', [again, ...times(20, alone), ...times(2, { ...alone, ...refusal }), alone]],
    ['refused two alone', [again, ...times(2, { ...alone, ...refusal })]],
    ['was not asked', []],
    ['began with a refusal after the wait', [{ ...again, ...refusal }, ...round(2, refusal).slice(1)]],
  ] as const)('no limit by count: one of three rounds %s', ([, second]) => {
    expect(judged('limits.code', refusedIn(second))).toEqual(['not-exercised', 'no-refusal'])
  })

  test.for([
    ['only two rounds', byCount(503).slice(0, -25)],
    ['never served again', [...byCount(503).slice(0, -1), { phase: 'poll', round: 4, waited: 1000, status: 503 }]],
    ['served alone', [...rest, ...times(16, { status: 503 }), ...times(40, { phase: 'alone' })]],
  ] as const)('no violation: %s', ([, rows]) => {
    expect(judged('limits.code', rows)[0]).not.toBe('violation')
  })
})
