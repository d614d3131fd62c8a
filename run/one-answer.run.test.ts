import { expect, test } from 'vitest'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import { operationAt } from '../fixtures/catalog/routes.ts'
import { allKnown } from '../trust/fabricated/contracts.ts'
import { type Sent, status, wire } from '../trust/fabricated/wire.ts'
import { oneAnswerNotes } from './one-answer.ts'

const operationOf = ({ method, target }: Sent) => operationAt(method, /\/api\/[^?]*/.exec(target)?.[0] ?? '')
const isOwn = ({ headers }: Sent) => headers.some(([, value]) => value === allKnown.keys.eligible)

const page = {
  head: { status: 404, headers: [['Content-Type', 'text/html'] as const] },
  body: Buffer.from('<h1>default backend</h1>'),
}

/** The reservations where no operation of Teams is there between two moments, milliseconds, but for what is served all the same. */
async function told(
  from: number,
  until: number,
  isServed: (request: Sent) => boolean = () => false,
): Promise<readonly string[]> {
  const { plan, exchanges } = await wire(
    (request, _, clock) => {
      const operation = operationOf(request)
      const isAway = clock.monotonic() >= from && clock.monotonic() < until
      if (operation?.product === 'Teams' && isAway && !isServed(request)) return page
      if (operation === null) return status(404, [], { message: 'no such route' })
      return isOwn(request) ? status(200) : status(401, [], { error: { code: 'authentication_required' } })
    },
    { operations: catalogue, concurrency: 16, latencyMs: 50, facts: { profile: 'gate' } },
  )
  return oneAnswerNotes(plan.operations, { outcomes: new Map() }, exchanges)
}

test.for([
  ['goes away in the middle of a run', () => false],
  ['still serves its lists to the own key then', (request: Sent) => isOwn(request) && request.target.endsWith('/all')],
] as const)('O10: a product that %s, and does not come back, is told beside a pass', async ([, isServed]) => {
  expect(await told(3_000, Number.POSITIVE_INFINITY, isServed)).toEqual([
    expect.stringMatching(/^from \S+ to the end Teams gave 404, also in place of other answers$/),
  ])
})

test.for([
  ['never goes', 0, 0],
  ['comes back', 3_000, 4_000],
  ['comes back while it is waited for', 3_000, 8_000],
] as const)('a product that %s is not told', async ([, from, until]) => {
  expect(await told(from, until)).toEqual([])
})
