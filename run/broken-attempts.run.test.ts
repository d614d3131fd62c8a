import { expect, test } from 'vitest'
import { judge } from '../contracts/judge.ts'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import { operationAt } from '../fixtures/catalog/routes.ts'
import { refused, reset, type Sent, status, wire } from '../trust/fabricated/wire.ts'
import { brokenAttemptNotes } from './broken-attempts.ts'

const answered = (request: Sent) => {
  const operation = operationAt(request.method, /\/api\/[^?]*/.exec(request.target)?.[0] ?? '')
  return status(operation === null ? 404 : 401)
}

// Before, up to six operations were named.
test.for([
  ['reset', 500, reset],
  ['reset', 1_000, reset],
  ['refused', 500, refused],
] as const)('where all is %s for a moment, no operation is named for it: from %i ms on', async ([, from, back]) => {
  const run = await wire(
    (request, _count, clock) =>
      clock.monotonic() >= from && clock.monotonic() < from + 300 ? back : answered(request),
    { operations: catalogue, concurrency: 16, latencyMs: 20 },
  )
  expect(run.exchanges.filter(({ failure }) => failure !== null).length).toBeGreaterThan(16)
  expect(brokenAttemptNotes(judge(run))).toEqual([])
})
