import { expect, test } from 'vitest'
import { loadRecord, rateRecord } from '../trust/fabricated/load.ts'
import { answeredOtherwise } from './answered-otherwise.ts'

const target = { id: 'GET /1', product: 'Teams', method: 'GET', path: '/1', body: null } as const

test.for<[string, number, (nth: number) => number, readonly number[] | null]>([
  ['a redirect for one in ten', 10, (nth) => (nth === 3 ? 302 : 200), [302]],
  ['refusals of several kinds', 10, (nth) => [200, 403, 400][nth % 3] ?? 200, [400, 403]],
  ['fewer', 20, (nth) => (nth === 3 ? 302 : 200), null],
  ['429 and 503, which are told apart', 10, (nth) => [200, 429, 503][nth % 3] ?? 200, null],
  ['an operation that never serves', 10, () => 404, null],
])('load that an operation which serves answers otherwise: %s', ([, count, statusOf, statuses]) => {
  const rows = Array.from({ length: count }, (_, nth) => ({ operation: target.id, status: statusOf(nth) }))
  const [told] = answeredOtherwise(loadRecord({ scenarios: [rateRecord('stress', [target], rows)] }))
  expect(told?.statuses ?? null).toEqual(statuses)
})
