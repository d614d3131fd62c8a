import { expect, test } from 'vitest'
import { catalogue } from '../../../fixtures/catalog/catalog.ts'
import { reset, status, wire } from '../../../trust/fabricated/wire.ts'
import { judge } from '../../judge.ts'

const ads = catalogue.filter(({ product }) => product === 'Ads')

/** Asks some operations. `isReset` says of a request whether its connection breaks, by its path and how often it was sent. */
async function blamedWhere(
  isReset: (path: string, count: number, underWay: number, at: number) => boolean,
): Promise<unknown> {
  const counts = new Map<string, number>()
  const run = await wire(
    ({ method, target, headers, body, underWay, at }) => {
      const probe = JSON.stringify([method, target, headers, body])
      const count = (counts.get(probe) ?? 0) + 1
      counts.set(probe, count)
      return isReset(target, count, underWay, at)
        ? reset
        : status(401, [], { error: { code: 'authentication_required', message: 'No.' } })
    },
    { operations: ads, concurrency: 16 },
  )
  return judge(run).findings.flatMap(({ check, cause }) => (cause === 'no-answer-reset' ? [check] : []))
}

/** A server with room for few connections: it breaks many at first, and one operation four times, and while another connection is open. */
const isCrowded = (path: string, count: number, underWay: number) =>
  path.includes('/bidding/all') ? count <= 4 || underWay > 1 : count === 1 && path.includes('/advertisement/')

test('O12: what broke to its last repeat is asked once more alone where others broke too, and is not blamed if it is served then', async () => {
  expect(await blamedWhere(isCrowded)).toEqual([])
})

test('O12: what breaks alone, too, is blamed', async () => {
  expect(await blamedWhere((path, count) => path.includes('/bidding/all') || isCrowded(path, count, 1))).not.toEqual([])
})

test('O12: a server with room for one connection, which notices late that the one before is over, is not blamed', async () => {
  let until = 0
  const isFull = (_: string, __: number, ___: number, at: number) => {
    if (at < until) return true
    until = at + 15
    return false
  }
  expect(await blamedWhere(isFull)).toEqual([])
})
