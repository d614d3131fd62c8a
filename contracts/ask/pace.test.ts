import { expect, test } from 'vitest'
import { asking } from './fabricated.ts'
import { Pace } from './pace.ts'

const [video, pages] = ['Livestream', 'Pages']

/** A pace with requests under way, named by their keys. */
function pace(concurrency: number, ...keys: readonly (readonly [key: string, product: string, at?: number])[]): Pace {
  const made = new Pace(concurrency)
  for (const [key, product, at] of keys) made.started(key, asking(), product, at ?? 0)
  return made
}

test('starts no more than so many at once', () => {
  const two = pace(2, ['a', video], ['b', pages])
  expect(two.running).toBe(2)
  expect(two.mayStart(asking(), video, 0)).toBe(false)
  two.ended('a', true)
  expect(two.mayStart(asking(), video, 0)).toBe(true)
})

test('keeps a wait for the whole credential, to the millisecond, and for no other', () => {
  const one = pace(8, ['a', video])
  one.refused('a', 100, 5_000, false)
  expect(one.mayStart(asking(), video, 4_999)).toBe(false)
  expect(one.mayStart(asking(), pages, 4_999)).toBe(false)
  expect(one.mayStart(asking('none'), video, 4_999)).toBe(true)
  expect(one.mayStart(asking(), video, 5_000)).toBe(true)
  expect(one.nextRelease(100)).toBe(5_000)
  expect(one.nextRelease(5_000)).toBeNull()
  expect(one.isHolding(4_999)).toBe(true)
  expect(one.isHolding(5_000)).toBe(false)
})

test('a shorter wait that is told later takes nothing from a longer one', () => {
  const one = pace(8, ['a', video], ['b', video])
  one.refused('a', 100, 9_000, false)
  one.refused('b', 110, 2_000, false)
  expect(one.heldUntil(asking(), video)).toBe(9_000)
  expect(one.lastRelease).toBe(9_000)
})

test('halves what may be under way once for a wave of refusals, and grows by one with each answer', () => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => [key, video] as const)
  const eight = pace(8, ...keys)
  for (const [key] of keys) eight.refused(key, 100, 1_000, false)
  const started = () => {
    let count = 0
    while (eight.mayStart(asking(), video, 1_000)) eight.started(`n${count++}`, asking(), video, 1_000)
    return count
  }
  expect(started()).toBe(4)
  eight.ended('n0', true)
  expect(started()).toBe(2)
  eight.ended('n1', false)
  expect(started()).toBe(1)
})

test('holds only the product once answers under way have shown that others are not concerned', () => {
  const keys = ['a', 'b', 'c', 'd', 'e'].map((key, at) => [key, at < 2 ? video : pages, 0] as const)
  const one = pace(8, ...keys)
  one.refused('a', 10, 100, false)
  for (const key of ['c', 'd', 'e']) one.ended(key, true)
  one.refused('b', 20, 9_000, false)
  expect(one.mayStart(asking(), video, 200)).toBe(false)
  expect(one.mayStart(asking(), pages, 200)).toBe(true)
})

test('answers that were sent after the refusal show nothing', () => {
  const one = pace(8, ['a', video], ['b', video])
  one.refused('a', 10, 100, false)
  for (const key of ['c', 'd', 'e']) {
    one.started(key, asking(), pages, 50)
    one.ended(key, true)
  }
  one.refused('b', 60, 9_000, false)
  expect(one.mayStart(asking(), pages, 200)).toBe(false)
})

test('holds everything as soon as two credentials are limited at once', () => {
  const one = pace(8, ['a', video])
  one.started('b', asking('none'), pages, 0)
  one.refused('a', 10, 5_000, false)
  one.refused('b', 20, 6_000, false)
  expect(one.mayStart(asking('restricted-account'), video, 5_500)).toBe(false)
  expect(one.mayStart(asking('restricted-account'), video, 6_000)).toBe(true)
})

test('a wait that nobody keeps holds the product of the credential alone', () => {
  const one = pace(8, ['a', video])
  one.refused('a', 0, 3_600_000, true)
  expect(one.heldUntil(asking(), video)).toBe(3_600_000)
  expect(one.heldUntil(asking(), pages)).toBe(0)
  expect(one.heldUntil(asking('none'), video)).toBe(0)
})

test('what was never started cannot end', () => {
  const one = pace(2)
  one.ended('x', true)
  one.refused('x', 0, 10, false)
  expect(one.running).toBe(0)
  expect(one.isHolding(0)).toBe(false)
})
