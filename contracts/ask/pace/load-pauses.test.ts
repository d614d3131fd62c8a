import { describe, expect, test } from 'vitest'
import { LoadPauses } from './load-pauses.ts'

test('a refusal of a single request brings no pause before anything was served, and then ever longer ones', () => {
  const load = new LoadPauses()
  expect(load.refusedAlone()).toBe(0)
  load.served(1)
  expect([load.refusedAlone(), load.refusedAlone(), load.refusedAlone()]).toEqual([100, 200, 400])
  load.served(1)
  expect(load.refusedAlone()).toBe(100)
})

/** Tells `load` of requests with 4 and with 16 under way by turns. `isRefused` says which of them are refused. */
function seen(load: LoadPauses, count: number, isRefused: (nth: number, underWay: number) => boolean): LoadPauses {
  for (let nth = 1; nth <= count; nth += 1) {
    const underWay = nth % 2 === 0 ? 16 : 4
    if (isRefused(nth, underWay)) load.refused(underWay)
    else load.served(underWay)
  }
  return load
}

describe('refusals come by chance', () => {
  test.for([
    ['where as few are refused however many are under way', (nth: number) => nth % 11 === 0, true],
    ['not where more than one in five is refused', (nth: number) => nth % 3 === 0, false],
    [
      'not where only requests with many others under way are refused',
      (nth: number, most: number) => most === 16 && nth % 10 === 0,
      false,
    ],
    ['not where hardly any is refused', (nth: number) => nth === 50, false],
  ] as const)('%s', ([, isRefused, isByChance]) => {
    expect(seen(new LoadPauses(), 200, isRefused).isByChance).toBe(isByChance)
  })

  test('and no more, for good, once many are refused where many are under way', () => {
    const load = seen(new LoadPauses(), 200, (nth) => nth % 11 === 0)
    seen(load, 40, (_, underWay) => underWay === 16)
    expect(load.isByChance).toBe(false)
    expect(seen(load, 400, (nth) => nth % 11 === 0).isByChance).toBe(false)
  })
})
