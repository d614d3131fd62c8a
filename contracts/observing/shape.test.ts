import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shapeOf } from './shape.ts'

describe('the shape of bodies', () => {
  test.for<[name: string, bodies: unknown[], shape: Record<string, string>]>([
    [
      'types, never values',
      [{ id: 'x', n: 1, on: true, no: null }],
      { '/': 'object', '/id': 'string', '/n': 'number', '/no': 'null', '/on': 'boolean' },
    ],
    [
      'the items of a list together',
      [{ a: [{ b: 1 }, { b: 'x', c: 1 }] }],
      { '/': 'object', '/a': 'array', '/a[]': 'object', '/a[]/b': 'number|string', '/a[]/c': 'number?' },
    ],
    ['members that not every body has', [{ a: 1 }, { a: 1, b: 1 }], { '/': 'object', '/a': 'number', '/b': 'number?' }],
    ['an empty list', [{ a: [] }], { '/': 'object', '/a': 'array' }],
    [
      'names that change',
      [{ 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6': { n: 1 }, '1767225600': { n: 1 } }],
      { '/': 'object', '/#': 'object', '/#/n': 'number' },
    ],
    ['a bare value', ['x'], { '/': 'string' }],
    ['several kinds', [[1], { a: 1 }], { '/': 'array|object', '/[]': 'number', '/a': 'number' }],
    ['a member named like items', [[1], { '[]': '' }], { '/': 'array|object', '/"[]"': 'string', '/[]': 'number' }],
    ['nothing', [], {}],
  ])('%s', ([, bodies, shape]) => {
    expect(shapeOf(bodies)).toEqual(shape)
  })

  test('does not depend on order or values, and ends with any JSON', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 10 }), { maxLength: 4 }), (bodies) => {
        expect(shapeOf(bodies.toReversed())).toEqual(shapeOf(bodies))
        expect(Object.keys(shapeOf(bodies)).length).toBeLessThanOrEqual(201)
      }),
    )
  })
})
