import { describe, expect, test } from 'vitest'
import type { Cause } from '../../evidence/causes.ts'
import { type Judgement, messageOf, notExercised } from '../../evidence/judgement.ts'
import type { Verdict } from '../../evidence/verdict.ts'
import { fold } from './fold.ts'

const make = (verdict: Verdict, cause: Cause = 'json', exchanges: readonly string[] = []): Judgement => ({
  ...{ verdict, cause, values: {}, expected: 'this', observed: 'that', exchanges },
})

describe('one finding of several answers', () => {
  const order = ['violation', 'inconclusive', 'pass', 'undocumented', 'not-exercised'] as const

  test.for(order.flatMap((first, at) => order.slice(at).map((other) => [first, other] as const)))(
    '%s before %s',
    ([first, other]) => {
      expect(fold([make(first), make(other)]).verdict).toBe(first)
      expect(fold([make(other), make(first)]).verdict).toBe(first)
      expect(fold([make(first), make(other)], order.toReversed()).verdict).toBe(other)
    },
  )

  test('an open door counts before other violations, since it is never excused', () => {
    const judgements = [make('violation', 'not-refused-as-401'), make('violation', 'accepted-without-key')]
    expect(fold(judgements).cause).toBe('accepted-without-key')
    expect(fold([...judgements, make('inconclusive', 'refused-for-the-request')]).cause).toBe('accepted-without-key')
  })

  test('no judgement at all means that nothing was asked', () => {
    expect(fold([])).toEqual(notExercised('nothing-asked'))
  })

  test('a cause may have a rank of its own, apart from its verdict', () => {
    const judgements = [make('inconclusive', 'refused-for-the-request'), make('pass')]
    expect(fold(judgements).verdict).toBe('inconclusive')
    expect(fold(judgements, [...order, 'refused-for-the-request']).verdict).toBe('pass')
    expect(fold(judgements.slice(0, 1), [...order, 'refused-for-the-request']).verdict).toBe('inconclusive')
  })

  test('a limit beside other judgements is inconclusive; alone it is not exercised', () => {
    const limited = make('not-exercised', 'limited')
    expect(fold([limited]).verdict).toBe('not-exercised')
    expect(fold([make('pass'), limited])).toMatchObject({ verdict: 'inconclusive', cause: 'limited' })
    expect(fold([make('pass'), make('not-exercised', 'excluded')]).verdict).toBe('pass')
    expect(fold([make('violation'), limited]).verdict).toBe('violation')
  })

  test('the finding names each exchange of the judgements that say the same once', () => {
    const passes = fold([make('pass', 'json', ['1', '2']), make('pass', 'whole', ['2', '3']), make('undocumented')])
    expect(passes).toMatchObject({ exchanges: ['1', '2', '3'], more: 0 })
    const bad = fold([
      make('violation', 'not-utf-8', ['1']),
      make('violation', 'broken-json', ['2']),
      make('violation', 'not-utf-8', ['3']),
      make('violation', 'not-utf-8', ['3']),
      make('pass', 'json', ['4']),
    ])
    expect(bad).toMatchObject({ cause: 'not-utf-8', more: 1, exchanges: ['1', '3'] })
    expect(messageOf(bad)).toBe('The body is called JSON and is not UTF-8 (and 1 more like it)')
  })
})
