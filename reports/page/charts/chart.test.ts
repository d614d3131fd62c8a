import { expect, test } from 'vitest'
import { scale, ticks } from './chart.ts'

test.for([
  [27, 4, true, [0, 10, 20, 30]],
  [1, 4, true, [0, 1]],
  [0, 4, true, [0, 1]],
  [2.3, 6, false, [0, 0.5, 1, 1.5, 2, 2.5]],
  [59.885, 6, false, [0, 10, 20, 30, 40, 50, 60]],
] as const)('the ticks up to %d are round numbers, about %d of them', ([most, about, whole, expected]) => {
  expect(ticks(most, about, whole)).toEqual(expected)
})

test('a scale does not go beyond its end', () => {
  const x = scale(10, 100, 200)
  expect([0, 5, 10, 20].map(x)).toEqual([100, 150, 200, 200])
  expect(scale(0, 0, 1)(0)).toBe(0)
})
