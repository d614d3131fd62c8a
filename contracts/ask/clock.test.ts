import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'

test('a moment that is over by the time the alarm is set is no warning on the terminal', async () => {
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
