import { setImmediate as later } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { collectGarbage } from './collect-garbage.ts'

test('garbage is collected only where a run holds 100 MiB or more', async () => {
  const gone = new WeakRef({})
  await later()
  collectGarbage(99 * 2 ** 20)
  expect(gone.deref()).toBeDefined()
  await later()
  collectGarbage(100 * 2 ** 20)
  expect(gone.deref()).toBeUndefined()
})
