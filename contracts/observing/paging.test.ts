import { expect, test } from 'vitest'
import type { Outcome } from '../outcome.ts'
import { pagingObservations } from './paging.ts'

const page = (query: Readonly<Record<string, string>>, items: readonly unknown[], credential = 'eligible') =>
  ({
    kind: 'answer',
    probe: { credential, nth: 0, query: { base: 'none', set: Object.entries(query) } },
    answer: {
      status: 200,
      json: { data: { items: items.map((id) => ({ id })) }, links: [{ rel: 'self' }, { rel: 'next' }] },
    },
  }) as unknown as Outcome

/** What four pages of a listing show, the items of each as letters. */
function seen(whole: string, one: string, two: string, second: string): readonly string[] {
  const pages = [
    page({}, [...whole]),
    page({ limit: '1' }, [...one]),
    page({ limit: '2' }, [...two]),
    page({ limit: '1', offset: '1' }, [...second]),
  ]
  return pagingObservations('GET /x', pages).map(({ subject, value }) => `${subject} ${value}`)
}

const bounds = 'paging by limit: effect bounds the listing'
const unbound = 'paging by limit: effect does not bound it'
const moves = 'paging by offset: effect moves the listing'
const stays = 'paging by offset: effect does not move it'

test.for<[name: string, pages: [string, string, string, string], told: string[]]>([
  ['both do as they say', ['abc', 'a', 'ab', 'b'], [bounds, moves]],
  ['limit is ignored', ['abc', 'abc', 'abc', 'bc'], [unbound, moves]],
  ['one more is listed than limit says', ['abcd', 'ab', 'abc', 'bc'], [unbound, moves]],
  ['offset is ignored', ['abc', 'a', 'ab', 'a'], [bounds, stays]],
  ['nothing is listed', ['', '', '', ''], []],
  ['too little is listed to tell', ['ab', 'a', 'ab', 'b'], []],
  ['items that change by themselves tell nothing of offset', ['abc', 'x', 'yz', 'q'], [bounds]],
])('%s', ([, pages, told]) => {
  expect(seen(...pages)).toEqual(told)
})

test('only pages that the eligible key was served count', () => {
  expect(pagingObservations('GET /x', [page({}, ['a', 'b']), page({ limit: '1' }, ['a', 'b'], 'none')])).toEqual([])
})
