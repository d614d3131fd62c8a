import { execFileSync } from 'node:child_process'
import { execPath } from 'node:process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const module = fileURLToPath(new URL('./small-heap.ts', import.meta.url))

/** In a process of its own: flags of V8 are for all of one. Much outlives each collection, for which V8 gives more and more room. */
const script = `
import { getHeapSpaceStatistics } from 'node:v8'
import { keepHeapSmall, keepYoungSpaceSmall } from ${JSON.stringify(module)}
const young = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size
const live = () => {
  const kept = []
  for (let time = 0; time < 300; time += 1) kept[time % 20] = Array.from({ length: 20_000 }, Object)
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

test('what is new has little room while code is read, then four times as much, and never more', () => {
  const words = ['--input-type=module', '--eval', script]
  const { small, given, later } = JSON.parse(execFileSync(execPath, words, { encoding: 'utf8' })) as Record<
    string,
    number
  >
  const mebibyte = 2 ** 20
  expect(small).toBeLessThanOrEqual(2 * mebibyte)
  // Two halves, of which one is in use.
  expect(given).toBeGreaterThanOrEqual(4 * mebibyte)
  expect(given).toBeLessThanOrEqual(16 * mebibyte)
  expect(later).toBe(given)
})
