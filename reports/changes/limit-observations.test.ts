import { expect, test } from 'vitest'
import type { Algorithm } from '../../evidence/load-results.ts'
import { differencesBetween } from './differences.ts'
import { limitObservations } from './limit-observations.ts'

type Told = readonly [
  algorithm: Algorithm,
  quota: readonly [number, number] | null,
  window: readonly [number, number] | null,
]

const seen = ([algorithm, quotaInterval, windowIntervalMs]: Told) =>
  limitObservations([{ operation: 'GET /api/video/details/all', algorithm, quotaInterval, windowIntervalMs }])

test.for<[name: string, before: Told, after: Told, subjects: string[]]>([
  ['the same', ['fixed-window', [20, 20], [1990, 2010]], ['fixed-window', [20, 20], [1995, 2040]], []],
  ['another kind', ['fixed-window', [20, 20], [1990, 2010]], ['sliding-log', [20, 20], [1990, 2010]], ['limit: kind']],
  [
    'fewer requests',
    ['fixed-window', [20, 20], [1990, 2010]],
    ['fixed-window', [10, 10], [1990, 2010]],
    ['limit: requests'],
  ],
  [
    'a longer window',
    ['token-bucket', [20, 21], [1990, 2010]],
    ['token-bucket', [20, 21], [3990, 4010]],
    ['limit: milliseconds'],
  ],
  ['no limit any more', ['concurrency', [4, 4], null], ['none', null, null], ['limit: kind', 'limit: requests']],
  [
    'a limit where none was',
    ['none', null, null],
    ['fixed-window', [20, 20], [1990, 2010]],
    ['limit: kind', 'limit: milliseconds', 'limit: requests'],
  ],
  ['a limit that is not named now', ['fixed-window', [20, 20], [1990, 2010]], ['inconclusive', [10, 30], null], []],
  ['a limit that was not named before', ['inconclusive', null, null], ['fixed-window', [20, 20], [1990, 2010]], []],
])('the changes of a limit: %s', ([, before, after, subjects]) => {
  const differences = differencesBetween([...seen(before), ...plain], [...seen(after), ...plain])
  expect(differences.map(({ subject }) => subject)).toEqual(subjects)
  expect(differences.every(({ operation }) => operation === 'GET /api/video/details/all')).toBe(true)
})

/** An observation of another question, which both nights asked. */
const plain = [{ operation: 'GET /api/video/details/all', subject: 'with the key: status', value: ['200'] }]
