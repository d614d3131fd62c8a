import { expect, test } from 'vitest'
import type { Finding } from '../evidence/finding.ts'
import type { Verdict } from '../evidence/verdict.ts'
import { judgedOperations } from './judged-operations.ts'

const finding = (operation: string | null, check: string, verdict: Verdict, cause = 'x') =>
  ({ operation, check, verdict, cause }) as Finding

test('an operation counts as judged by a decided question of a check that may be violated', () => {
  expect(
    judgedOperations([
      finding('GET /judged', 'errors.code', 'pass'),
      finding('GET /judged', 'errors.server-error', 'not-exercised', 'out-of-time'),
      finding('GET /broken', 'auth.missing-credential', 'violation'),
      finding('GET /any-server', 'http.completes', 'pass'),
      finding('GET /observed', 'idempotency.observed', 'pass'),
      finding('GET /late', 'errors.code', 'not-exercised', 'out-of-time'),
      finding('GET /late', 'http.completes', 'pass'),
      finding('GET /limited', 'request.valid:x', 'inconclusive', 'limited'),
      finding('GET /limited-under-load', 'errors.server-error:smoke', 'not-exercised', 'only-limited'),
      finding('GET /coded', 'http.completes', 'inconclusive', 'no-answer-coded'),
      finding('GET /deep', 'http.completes', 'inconclusive', 'no-answer-deep'),
      finding('GET /barred', 'errors.code', 'not-exercised', 'excluded'),
      finding(null, 'load.delivered', 'pass'),
    ]),
  ).toEqual({ judged: 2, selected: 10, kept: 5 })
})
