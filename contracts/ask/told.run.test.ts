import { expect, test } from 'vitest'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { type Sent, status, wire } from '../../trust/fabricated/wire.ts'
import { judge } from '../judge.ts'

const operations = catalogue.filter(({ product }) => product === 'Teams')
const faulty = '/api/team/general/all'

/** The verdict on an operation that answers with a server error and a wait as long as `isDown` says so. */
async function verdictOf(code: number, wait: string, isDown: (now: number) => boolean) {
  const deployed = ({ target }: Sent, _: number, clock: { monotonic: () => number }) =>
    target.includes(faulty) && isDown(clock.monotonic())
      ? status(code, [['Retry-After', wait]])
      : status(401, [], { error: { code: 'authentication_required' } })
  const run = await wire(deployed, { operations, latencyMs: 50, facts: { profile: 'gate' } })
  const found = judge(run).findings.find(
    ({ check, operation }) => check === 'errors.server-error' && operation === `GET ${faulty}`,
  )
  return found?.verdict
}

test.for([500, 502, 504])('O5d: %i is asked again after its Retry-After', async (code) => {
  expect(await verdictOf(code, '4', (now) => now < 3_500)).toBe('inconclusive')
  expect(await verdictOf(code, '4', () => true)).toBe('violation')
  expect(await verdictOf(code, '7200', () => true)).toBe('inconclusive')
})
