import { execFileSync } from 'node:child_process'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const module = fileURLToPath(new URL('./small-heap.ts', import.meta.url))

/** Runs in a process of its own, since V8 flags hold for a whole process. Many objects outlive a collection, so V8 would give more room. */
const script = `
import { getHeapSpaceStatistics } from 'node:v8'
import { keepHeapSmall, keepYoungSpaceSmall } from ${JSON.stringify(module)}
const young = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size
const live = () => {
  const kept = []
  for (let time = 0; time < 60; time += 1) kept[time % 20] = Array.from({ length: 20_000 }, Object)
  return young()
}
keepYoungSpaceSmall()
const small = live()
keepHeapSmall()
const given = young()
// A collection under way holds a page more or less for a moment, in one of a hundred looks: the middle of three.
const later = [live(), live(), live()].sort((one, other) => one - other)[1]
console.log(JSON.stringify({ small, given, later }))
`

test('the young space is small while code is read, then four times as large, and does not grow further', () => {
  const words = ['--input-type=module', '--eval', script]
  const { small, given, later } = JSON.parse(execFileSync(execPath, words, { encoding: 'utf8' })) as Record<
    string,
    number
  >
  const mebibyte = 2 ** 20
  expect(small).toBeLessThanOrEqual(2 * mebibyte)
  // The young space has two halves, of which one is in use.
  expect(given).toBeGreaterThanOrEqual(4 * mebibyte)
  expect(given).toBeLessThanOrEqual(16 * mebibyte)
  expect(later).toBe(given)
})
