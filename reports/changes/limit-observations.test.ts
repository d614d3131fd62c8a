import { expect, test } from 'vitest'
import type { Algorithm } from '../../evidence/load-results.ts'
import { differencesBetween, notAskedBy, seenAsWhole } from './differences.ts'
import { limitObservations } from './limit-observations.ts'

type Told = readonly [
  algorithm: Algorithm,
  quota: readonly [number, number] | null,
  windowOrRefill: readonly [number, number] | null,
  isMet?: boolean,
]

const seen = ([algorithm, quotaInterval, windowOrRefill, isMet = algorithm !== 'none']: Told) => {
  const isBucket = algorithm === 'token-bucket'
  const [windowIntervalMs, refillInterval] = isBucket ? [null, windowOrRefill] : [windowOrRefill, null]
  const retryAfter = { form: isMet ? 'seconds' : null, longestMs: null, trials: 0, recovered: 0 }
  return limitObservations([
    { operation: 'GET /api/video/details/all', algorithm, quotaInterval, windowIntervalMs, refillInterval, retryAfter },
  ])
}

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
    ['sliding-log', [20, 21], [1990, 2010]],
    ['sliding-log', [20, 21], [3990, 4010]],
    ['limit: milliseconds'],
  ],
  [
    'a slower refill',
    ['token-bucket', [20, 20], [9.9, 10.1]],
    ['token-bucket', [20, 20], [1.9, 2.1]],
    ['limit refill: a second'],
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
  ['a limit that nobody named', ['inconclusive', null, null], ['inconclusive', null, null], []],
  ['a limit that is not named where none was', ['none', null, null], ['inconclusive', null, null], ['limit: kind']],
  ['none where a limit was not named', ['inconclusive', null, null], ['none', null, null], ['limit: kind']],
  ['no telling whether there is a limit', ['none', null, null], ['inconclusive', null, null, false], []],
])('the changes of a limit: %s', ([, before, after, subjects]) => {
  const differences = differencesBetween([...seen(before), ...plain], [...seen(after), ...plain])
  expect(differences.map(({ subject }) => subject)).toEqual(subjects)
  expect(differences.every(({ operation }) => operation === 'GET /api/video/details/all')).toBe(true)
})

test('a limit that is not named replaces none that was accepted, and no name', () => {
  const unnamed = seen(['inconclusive', null, null])
  const named = seen(['fixed-window', [20, 20], [1990, 2010]])
  expect(seenAsWhole(seen(['none', null, null]), unnamed)).toEqual(unnamed)
  expect([...seenAsWhole(named, unnamed), ...notAskedBy(named, unnamed)]).toEqual(named)
})

/** An observation of another question, which both nights asked. */
const plain = [{ operation: 'GET /api/video/details/all', subject: 'with the key: status', value: ['200'] }]
