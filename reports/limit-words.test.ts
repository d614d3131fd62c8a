import { expect, test } from 'vitest'
import type { LimitResult } from '../evidence/load-results.ts'
import { reportedRun } from '../trust/recordings/recordings.ts'
import { limitLine, retryAfterLine } from './limit-words.ts'

const [named] = reportedRun('limited').results.load.limits as [LimitResult]
const limit = { ...named, windowMs: 2000 }
const none = { form: null, longestMs: null, trials: 0, recovered: 0 } as const

test.for([
  [limit, /^Retry-After verified on GET .*: seconds, 2 s at most, served again after 3 of 3 waits$/],
  [{ ...limit, retryAfter: { ...limit.retryAfter, recovered: 2 } }, /^Retry-After seen on .*2 of 3 waits$/],
  [
    { ...limit, retryAfter: { form: 'date', longestMs: 900, trials: 0, recovered: 0 } },
    /date, 900 ms.*no wait that it named was tried$/,
  ],
  [{ ...limit, retryAfter: { form: 'absent', longestMs: null, trials: 3, recovered: 3 } }, /without Retry-After/],
  [{ ...limit, retryAfter: { ...none, form: 'malformed' } }, /is malformed, so there was no wait to keep$/],
  [{ ...limit, retryAfter: none }, /^no 429 was met on GET .*, so Retry-After was not seen$/],
  [
    { ...limit, retryAfter: { ...none, trials: 4, recovered: 4 } },
    /another refusal .*: served again after 4 of 4 waits$/,
  ],
] as const)('the sentence about Retry-After: %#', ([met, words]) => expect(retryAfterLine(met)).toMatch(words))

test.for([
  [limit, 'fixed window, 20 requests in 2 s (for each key and product)'],
  [{ ...limit, windowMs: 997.24 }, 'fixed window, 20 requests in 1 s (for each key and product)'],
  [
    { ...limit, algorithm: 'token-bucket', windowMs: null, refillPerSecond: 9.999 },
    'token bucket, 20 requests, 10 a second',
  ],
  [{ ...limit, algorithm: 'inconclusive' }, 'which kind of limit this is, is not clear'],
  [
    { ...limit, algorithm: 'inconclusive', retryAfter: { ...limit.retryAfter, form: null } },
    'no limit is named, since no 429 was met',
  ],
  [{ ...limit, algorithm: 'none', scope: 'everybody' }, 'no limit was met'],
  [{ ...limit, scope: 'unknown' }, '(for whom is not known)'],
] as const)('the words for an inferred limit: %#', ([met, words]) => expect(limitLine(met)).toContain(words))
