import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'

test('an alarm for a moment that is already over prints no warning', async () => {
  const warned: string[] = []
  const hear = ({ name }: Error) => warned.push(name)
  process.on('warning', hear)
  try {
    await new Promise<void>((resolve) => systemClock.after(-2, resolve))
    await setImmediate()
  } finally {
    process.off('warning', hear)
  }
  expect(warned).toEqual([])
})
