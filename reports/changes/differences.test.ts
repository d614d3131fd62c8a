import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Observation, ObservedValue } from '../../evidence/observation.ts'
import {
  chanceBetween,
  differencesBetween,
  disparitiesBetween,
  notAskedBy,
  seenAsWhole,
  withoutChance,
} from './differences.ts'

const operation = 'GET /api/ads/bidding/all'
const seen = (subject: string, value: ObservedValue, partial = false): Observation => ({
  operation,
  subject,
  value,
  ...(partial ? { partial: true } : {}),
})
const status = (...words: string[]) => seen('with the key: status', words)
const body = (value: Record<string, string>) => seen('with the key: body', value)

/** The differences, one line each. */
function between(baseline: readonly Observation[], now: readonly Observation[]): readonly string[] {
  return differencesBetween(baseline, now).map(({ kind, subject, before, after }) =>
    [kind, subject, before ?? '-', after ?? '-'].join(' | '),
  )
}

describe('differences', () => {
  test('tell both sides of a change', () => {
    expect(between([status('200')], [status('204')])).toEqual(['changed | with the key: status | 200 | 204'])
  })

  test('of a body name only the places that differ', () => {
    expect(between([body({ '/id': 'string', '/n': 'number' })], [body({ '/id': 'string', '/n': 'string' })])).toEqual([
      'changed | with the key: body | /n number | /n string',
    ])
    expect(between([body({ '/id': 'string' })], [body({ '/id': 'string', '/more': 'array' })])).toEqual([
      'changed | with the key: body | /more absent | /more array',
    ])
  })

  test.for<[name: string, before: Record<string, string>, after: Record<string, string>, differ: boolean]>([
    ['a member that is sometimes absent', { '/a': 'object', '/b': 'string?' }, { '/a': 'object' }, false],
    ['a member that was null', { '/b': 'null' }, { '/b': 'string' }, false],
    ['a list that is empty now', { '/b': 'array', '/b[]': 'object', '/b[]/c': 'string' }, { '/b': 'array' }, false],
    ['a map that is empty now', { '/b': 'object', '/b/#': 'object', '/b/#/c': 'string' }, { '/b': 'object' }, false],
    ['what a map holds', { '/b': 'object', '/b/#': 'number' }, { '/b': 'object', '/b/#': 'string' }, true],
    ['an item without its member', { '/b[]': 'object', '/b[]/c': 'string' }, { '/b[]': 'object' }, true],
    ['an item with one member more', { '/b[]': 'object' }, { '/b[]': 'object', '/b[]/c': 'string' }, true],
    [
      'an object that is null now',
      { '/b[]': 'object', '/b[]/o': 'object', '/b[]/o/id': 'number' },
      { '/b[]': 'object', '/b[]/o': 'null' },
      false,
    ],
    [
      'an object that was not in every item, and is in none now',
      { '/b[]': 'object', '/b[]/o': 'object?', '/b[]/o/id': 'number' },
      { '/b[]': 'object' },
      false,
    ],
    [
      'an object without its member',
      { '/b[]': 'object', '/b[]/o': 'object', '/b[]/o/id': 'number' },
      { '/b[]': 'object', '/b[]/o': 'object' },
      true,
    ],
    ['a member whose name holds a slash', { '/': 'object', '/b/c': 'string' }, { '/': 'object' }, true],
    ['an item of another type', { '/b[]': 'object' }, { '/b[]': 'string' }, true],
    ['one of several types', { '/b': 'number|string' }, { '/b': 'string' }, false],
    ['another type', { '/b': 'number' }, { '/b': 'string' }, true],
  ])('of shapes: %s', ([, before, after, differ]) => {
    expect(between([body(before)], [body(after)])).toHaveLength(differ ? 1 : 0)
    expect(between([body(after)], [body(before)])).toHaveLength(differ ? 1 : 0)
  })

  test('leave out, for a question that shows one item, what only some items of the same list have', () => {
    const many = (shape: Record<string, string>) => seen('with the key: body of 200', { '/[]': 'object', ...shape })
    const one = (shape: Record<string, string>) =>
      seen('with the key, query limit=1: body of 200', { '/[]': 'object', ...shape })
    const owner = { '/[]/o': 'object', '/[]/o/id': 'string' }
    const some = many({ ...owner, '/[]/o': 'object?' })
    expect(between([many({}), one({})], [some, one(owner)])).toEqual([])
    expect(between([some, one(owner)], [some, one({})])).toEqual([])
    expect(between([some, one(owner)], [some, one({ '/[]/o': 'string' })])).toHaveLength(1)
    expect(between([many(owner), one(owner)], [many({}), one({})])).toHaveLength(2)
    expect(between([some, one({})], [some, one({ '/[]/more': 'string' })])).toHaveLength(1)
    // Another question that shows one item with another key, or many items, proves as much as ever.
    const keyless = (shape: Record<string, string>) =>
      seen('without a key, query limit=1: body of 200', { '/[]': 'object', ...shape })
    expect(between([some, keyless({})], [some, keyless(owner)])).toHaveLength(1)
    const page = (shape: Record<string, string>) =>
      seen('with the key, query page=2: body of 200', { '/[]': 'object', ...shape })
    expect(between([some, page(owner)], [some, page({})])).toHaveLength(1)
  })

  test('of intervals are told only where the intervals do not overlap', () => {
    const quota = (from: number, to: number) => [seen('limit: quota', { from, to })]
    expect(between(quota(19, 21), quota(20, 25))).toEqual([])
    expect(between(quota(19, 21), quota(40, 40))).toEqual(['changed | limit: quota | 19 to 21 | 40'])
  })

  test('tell what is new and what is gone in a question that both runs asked', () => {
    const both = status('200')
    const type = seen('with the key: media type', 'application/json')
    expect(between([both], [both, type])).toEqual(['new | with the key: media type | - | application/json'])
    expect(between([both, type], [both])).toEqual(['gone | with the key: media type | application/json | -'])
  })

  test('name the usual media type, although it is not observed for a JSON body', () => {
    const json = [status('200'), seen('with the key: body of 200', { '/': 'object' })]
    const page = [status('200'), seen('with the key: media type', ['text/html'])]
    expect(between(json, page)).toContain('changed | with the key: media type | application/json | text/html')
    expect(between(page, json)).toContain('changed | with the key: media type | text/html | application/json')
  })

  test('leave out questions that one of the two runs did not ask', () => {
    const other = seen('empty body: status', ['400'])
    expect(between([status('200'), other], [status('200')])).toEqual([])
    expect(between([status('200')], [status('200'), other])).toEqual([])
  })

  test('leave out an operation that the accepted run did not ask', () => {
    const elsewhere = { ...status('200'), operation: 'GET /api/ads/new/all' }
    expect(between([status('200')], [status('200'), elsewhere])).toEqual([])
    expect(disparitiesBetween([status('200')], [status('200'), elsewhere])).toEqual([])
  })

  test('leave out a missing status where an answer is missing', () => {
    const part = seen('with the key: status', ['200'], true)
    expect(between([status('200', '404')], [part])).toEqual([])
    expect(between([status('200', '404')], [status('200')])).toHaveLength(1)
    expect(between([part], [status('200', '404')])).toEqual([])
    expect(between([status('404')], [part])).toHaveLength(1)
  })

  test('are none between a set and itself, and are reversed where the sides are swapped', () => {
    const value = fc.oneof(
      fc.constantFrom('a', 'b'),
      fc.uniqueArray(fc.constantFrom('200', '204', '404'), { minLength: 1 }),
      fc.dictionary(fc.constantFrom('/a', '/b'), fc.constantFrom('string', 'number'), { minKeys: 1 }),
    )
    const observation = fc.record({
      operation: fc.constantFrom(operation, null),
      subject: fc.constantFrom('x: status', 'x: body', 'y: status'),
      value,
    })
    const set = fc.uniqueArray(observation, { selector: (one) => `${one.operation} ${one.subject}` })
    const turned = { new: 'gone', gone: 'new', changed: 'changed' } as const
    fc.assert(
      fc.property(set, set, (one, other) => {
        expect(disparitiesBetween(one, one)).toEqual([])
        const back = disparitiesBetween(other, one).map(({ kind, before, after, ...rest }) => ({
          ...rest,
          kind: turned[kind],
          before: after,
          after: before,
        }))
        expect(back).toEqual(disparitiesBetween(one, other))
      }),
    )
  })
})

describe('a difference by chance', () => {
  const learned = (one: readonly Observation[], again: readonly Observation[], other: readonly Observation[]) => {
    const chance = chanceBetween(one, again)
    return differencesBetween(withoutChance(one, chance), withoutChance(other, chance)).map(({ before, after }) => [
      before,
      after,
    ])
  }
  const asked = (question: string, value: ObservedValue) => seen(`${question}: body`, value)

  test('in one question is left out in all questions to the operation', () => {
    const one = [asked('a', { '/x': 'string' }), asked('b', { '/x': 'string' })]
    const again = [
      asked('a', { '/x': 'string', '/hint': 'object', '/hint/n': 'number' }),
      asked('b', { '/x': 'string' }),
    ]
    const other = [
      asked('a', { '/x': 'string' }),
      asked('b', { '/x': 'number', '/hint': 'object', '/hint/n': 'string' }),
    ]
    expect(learned(one, again, other)).toEqual([['/x string', '/x number']])
  })

  test('may be a whole aspect', () => {
    const redirect = seen('with the key: redirect', ['302 to /a'])
    expect(learned([status('200')], [status('200'), redirect], [status('200'), redirect])).toEqual([])
    expect(learned([status('200')], [status('202')], [status('503')])).toEqual([])
  })

  test('in a status for the own key is none for requests without a key', () => {
    const refused = seen('without a key: status', ['401'])
    const opened = seen('without a key: status', ['200'])
    expect(learned([status('200'), refused], [status('202'), refused], [status('202'), opened])).toEqual([
      ['401', '200'],
    ])
    // Earlier versions wrote the key in this form.
    expect(withoutChance([status('200'), refused], new Set([`${operation}\n: status`]))).toEqual([])
  })

  test('does not exist between two equal runs', () => {
    expect([...chanceBetween([status('200')], [status('200')])]).toEqual([])
    expect(learned([status('200')], [status('200')], [status('204')])).toEqual([['200', '204']])
  })
})

test('a partial observation of a later run does not replace a whole one that it agrees with', () => {
  const part = (...words: string[]) => seen('with the key: status', words, true)
  const whole = [status('200', '404')]
  expect(seenAsWhole(whole, [part('404')])).toEqual(whole)
  expect(seenAsWhole(whole, [part('404', '410')])).toEqual([part('404', '410')])
  expect(seenAsWhole([part('404')], [part('200')])).toEqual([part('200')])
  expect(seenAsWhole(whole, [status('404')])).toEqual([status('404')])
})

test('a body that was too large to be kept agrees with every other, and replaces no shape', () => {
  const [shape, large] = [body({ '/': 'object', '/a': 'array' }), body({})]
  expect(between([shape], [large])).toEqual([])
  expect(between([large], [shape])).toEqual([])
  expect(between([status('200')], [status('200'), large])).toEqual([])
  expect(between([status('200'), large], [status('200')])).toEqual([
    'gone | with the key: body | too large to be kept | -',
  ])
  expect(seenAsWhole([shape], [large])).toEqual([shape])
  expect(seenAsWhole([large], [shape])).toEqual([shape])
})

test('only the observations that a later run did not ask for are kept', () => {
  const other = { ...status('200'), operation: 'GET /api/ads/inventory/all' }
  const unasked = seen('without a key: status', ['401'])
  const type = seen('with the key: media type', 'application/json')
  expect(notAskedBy([status('200'), type, unasked, other], [status('204')])).toEqual([unasked, other])
  expect(notAskedBy([status('200'), type], [])).toEqual([status('200'), type])
})
