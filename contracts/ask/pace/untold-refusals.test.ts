import { expect, test } from 'vitest'
import { LimitCounts } from './counts.ts'
import { RoomEvidence, UntoldRefusals } from './untold-refusals.ts'

/** How many are under way of everybody, of the credential, of the product, of both together and of the operation. */
const underWay = (all: number, holder = 1, product = 1) => [all, holder, product, 1, 1]

function seen(served: readonly (readonly number[])[]): RoomEvidence {
  const evidence = new RoomEvidence()
  for (const one of served) evidence.served(one)
  return evidence
}

const times = (count: number, one: readonly number[]) => Array.from({ length: count }, () => one)

test.for([
  ['none was served with as many under way', times(40, underWay(4)), underWay(5), false],
  ['hardly more were under way where many were served', times(40, underWay(9)), underWay(5), false],
  ['far more were under way where many were served', times(32, underWay(10, 2, 2)), underWay(5), true],
  ['too few were served to tell', times(31, underWay(16, 2, 2)), underWay(5), false],
  ['the number of the credential may count', times(40, underWay(16, 3, 2)), underWay(8, 2), false],
  ['the number of the product may count', times(40, underWay(16, 8, 3)), underWay(8, 4, 3), false],
] as const)('whether refusals are about time, where %s', ([, served, refused, isAboutTime]) => {
  const evidence = seen(served)
  evidence.refused(refused)
  expect(evidence.isAboutTime).toBe(false)
  evidence.refused(refused)
  expect(evidence.isAboutTime).toBe(isAboutTime)
})

test('refusals that once were about time stay so', () => {
  const evidence = seen(times(32, underWay(16, 2, 2)))
  for (const size of [8, 8, 60]) evidence.refused(underWay(size))
  expect(evidence.isAboutTime).toBe(true)
})

test('a wait that no refusal tells doubles with each wave in a row, up to eight times', () => {
  const refusals = new UntoldRefusals(new LimitCounts(), 16)
  const waves = (count: number) => Array.from({ length: count }, () => refusals.longerWait(1_000, true))
  expect(waves(3)).toEqual([1_000, 2_000, 4_000])
  expect(refusals.longerWait(1_000, false)).toBe(4_000)
  expect(waves(2)).toEqual([8_000, 8_000])
  refusals.served(underWay(1), false)
  expect(waves(1)).toEqual([8_000])
  refusals.served(underWay(1), true)
  expect(waves(2)).toEqual([1_000, 2_000])
})
