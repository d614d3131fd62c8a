import { describe, expect, test } from 'vitest'
import { type CongestionWindow, grown, shrunk } from './congestion-window.ts'

const window: CongestionWindow = { size: 2, threshold: 3, ceiling: 5, windows: 1, answers: 0, since: 100 }
const grownBy = (given: Partial<CongestionWindow>, often: number, underWay = 99, startedAt = 200) =>
  Array.from({ length: often }).reduce<CongestionWindow>((one) => grown(one, 8, { startedAt, underWay }), {
    ...window,
    ...given,
  }).size

test('a refusal halves the window, but never below one', () => {
  expect(shrunk(null, 8, 7)).toEqual({ size: 4, threshold: 6, ceiling: 8, windows: 1, answers: 0, since: 7 })
  expect(shrunk({ ...window, size: 1 }, 8, 7)).toMatchObject({ size: 1, threshold: 0, ceiling: 1 })
})

test.for([
  [5, 1, 1_024],
  [4, 1, 1_024],
  [6, 1, 1_024],
  [5, 1_024, 1_024],
  [3, 1, 1_024],
  [7, 1, 1_024],
  [2, 1_024, 1],
  [8, 1_024, 1],
] as const)('refused at size %i with the ceiling at 5, %i windows become %i', ([size, windows, next]) => {
  expect(shrunk({ ...window, size, windows }, 8, 7).windows).toBe(next)
})

describe('the window grows', () => {
  test.for([
    ['by one with each answer up to its threshold', {}, 1, 3],
    ['then by one with a whole window of answers', {}, 3, 3],
    ['then by one with a whole window of answers', {}, 4, 4],
    ['to its ceiling after as many windows as that step takes', { size: 4, windows: 2 }, 7, 4],
    ['to its ceiling after as many windows as that step takes', { size: 4, windows: 2 }, 8, 5],
    ['beyond its ceiling with one window again', { size: 5, windows: 64 }, 5, 6],
    ['to no more than the most allowed', { size: 8, threshold: 20 }, 9, 8],
  ] as const)('%s: %j after %i answers is %i', ([, given, answers, size]) => {
    expect(grownBy(given, answers)).toBe(size)
  })
  test('beyond its threshold only while it is full', () => {
    expect(grownBy({ size: 4 }, 20, 3)).toBe(4)
    expect(grownBy({ size: 4 }, 4, 4)).toBe(5)
    expect(grownBy({ size: 2 }, 1, 1)).toBe(3)
  })
  test('not with answers to requests that were sent before the refusal', () => {
    expect(grownBy({}, 20, 99, 99)).toBe(2)
    expect(grownBy({}, 1, 99, 100)).toBe(3)
  })
})
