import { expect, test } from 'vitest'
import type { Results } from '../evidence/results.ts'
import { reportedRun } from '../trust/recordings/recordings.ts'
import { newsOf } from './news.ts'

const { run } = reportedRun('broken').results
const none = { comparedWith: null, new: [], fixed: [], still: [], unstable: [] }
const of = (changes: Results['changes'], exitCode: Results['run']['exitCode'] = 1) =>
  newsOf({ run: { ...run, exitCode }, ...(changes === undefined ? {} : { changes }) })

test.for([
  [none, 'There is no earlier run to compare with.'],
  [{ ...none, comparedWith: 'r1' }, 'Since the runs before (last: r1): nothing new is broken.'],
  [
    { comparedWith: 'r1', new: ['a'], fixed: ['b', 'c'], still: ['d'], unstable: ['a'] },
    'Since the runs before (last: r1): 1 violation new, 2 fixed, 1 as before, 1 come and go.',
  ],
] as const)('%j', ([changes, line]) => expect(of(changes)).toEqual([line]))

test('without a history nothing is said, and a run that is not to be trusted has no news', () => {
  expect(of(undefined)).toEqual([])
  for (const code of [2, 130] as const) expect(of({ ...none, comparedWith: 'r1' }, code)).toEqual([])
})

test('entries of known findings that need a hand are named, whatever became of the run', () => {
  const known = { stale: ['aaa', 'bbb'], expired: ['ccc'], unmatched: [] }
  expect(newsOf({ run: { ...run, exitCode: 2 }, known })).toEqual([
    'known-findings.json: 2 entries no longer needed, the finding passes (aaa, bbb).',
    'known-findings.json: 1 entry past the date (ccc).',
  ])
})
