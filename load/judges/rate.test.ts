import { expect, test } from 'vitest'
import { judgeCompletesAtRate, judgeServerErrorAtRate } from './rate.ts'

/** What both checks say of an operation that was answered so often with each status. */
function judged(statuses: Readonly<Record<string, number>>) {
  const requests = Object.values(statuses).reduce((sum, often) => sum + often, 0)
  const tally = { operation: 'GET /api/team/general/all', requests, statuses }
  return [judgeServerErrorAtRate, judgeCompletesAtRate].map((judge) => judge({ tally, exchanges: [] }).cause)
}

test.for([
  [{ 429: 3 }, ['only-limited', 'only-limited']],
  [{ 429: 3, 200: 1 }, ['no-server-error', 'complete']],
  [{ 429: 3, 0: 1 }, ['only-limited', 'unsteady-answers']],
  [{ 429: 3, 500: 2 }, ['server-error', 'complete']],
  [{ 429: 3, 500: 1 }, ['unstable', 'complete']],
] as const)('a refusal by a limit passes no other check, and excuses nothing (O11): %j', ([statuses, causes]) => {
  expect(judged(statuses)).toEqual(causes)
})
