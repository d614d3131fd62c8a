import { expect, test } from 'vitest'
import { compareTwins } from './twins.ts'

/** Without sockets, which the long matrix has. */
test('twins with members that come and go are alike, and planted changes are told: the long matrix has twenty runs', async () => {
  const { alike, planted, named, stray } = await compareTwins(1, 20, { isHanded: true })
  expect({ alike, stray }).toEqual({ alike: [], stray: [] })
  expect(planted).toBe(20)
  expect(named).toBeGreaterThanOrEqual(19)
})
