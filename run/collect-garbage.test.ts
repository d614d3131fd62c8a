import { setImmediate as later } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { collectGarbage } from './collect-garbage.ts'

test('what nobody holds any more is collected where a run holds much, and there alone', async () => {
  const gone = new WeakRef({})
  await later()
  collectGarbage(99 * 2 ** 20)
  expect(gone.deref()).toBeDefined()
  await later()
  collectGarbage(100 * 2 ** 20)
  expect(gone.deref()).toBeUndefined()
})
