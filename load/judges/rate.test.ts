import { expect, test } from 'vitest'
import { judgeCompletesAtRate, judgeServerErrorAtRate } from './rate.ts'

/** The causes that both checks give for an operation, from the number of its answers by status. */
function judged(statuses: Readonly<Record<string, number>>, isOverload = false) {
  const requests = Object.values(statuses).reduce((sum, often) => sum + often, 0)
  const tally = { operation: 'GET /api/team/general/all', requests, statuses }
  return [judgeServerErrorAtRate, judgeCompletesAtRate].map((judge) => judge({ tally, kept: [], isOverload }).cause)
}

test.for([
  [{ 429: 3 }, ['only-limited', 'only-limited']],
  [{ 429: 3, 200: 1 }, ['no-server-error', 'complete']],
  [{ 429: 3, 0: 1 }, ['only-limited', 'unsteady-answers']],
  [{ 429: 3, 500: 2 }, ['server-error', 'complete']],
  [{ 429: 3, 500: 1 }, ['unstable', 'complete']],
] as const)('a refusal by a limit passes no other check, and excuses no error (O11): %j', ([statuses, causes]) => {
  expect(judged(statuses)).toEqual(causes)
})

test.for([
  [{ 500: 59, 200: 1 }, 'server-error', 'unstable'],
  [{ 500: 60 }, 'server-error', 'server-error'],
  [{ 500: 4, 200: 2 }, 'server-error', 'unstable'],
  [{ 500: 3, 200: 2 }, 'unstable', 'unstable'],
  [{ 500: 30, 200: 30 }, 'unstable', 'unstable'],
  [{ 500: 40, 503: 20 }, 'server-error', 'unstable'],
  [{ 500: 1, 503: 59 }, 'unstable', 'unstable'],
] as const)(
  'server errors of which two must have come in a row are one and its repeat (O5d), except under overload: %j',
  ([statuses, cause, whereOverloaded]) => {
    expect(judged(statuses)[0]).toBe(cause)
    expect(judged(statuses, true)[0]).toBe(whereOverloaded)
  },
)
