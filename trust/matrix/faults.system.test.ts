import { describe, expect, test } from 'vitest'
import { checkFacts } from '../../fixtures/checks.ts'
import { differs } from '../../fixtures/faults/differs.ts'
import type { Fault } from '../../fixtures/faults/fault.ts'
import { faults } from '../../fixtures/faults/faults.ts'
import { drawnBy } from '../../fixtures/random.ts'
import { createService } from '../../fixtures/service/service.ts'
import { styles } from '../../fixtures/styles/styles.ts'
import { isForContracts, tryFault } from './narrowed.ts'

const own = faults.filter(isForContracts)
const ofCheck = Map.groupBy(own, ({ check }) => check)

/** The number of faults of a check that are tried here, drawn by their names. The long matrix tries all. */
const ofEach = 2
const tried = [...ofCheck.values()].flatMap((all) => {
  const drawn = new Map(all.map((fault) => [fault, drawnBy(fault.name, 1_000_000)]))
  return all.toSorted((one, other) => (drawn.get(one) ?? 0) - (drawn.get(other) ?? 0)).slice(0, ofEach)
})
const service = { name: 'reference', make: () => createService({ limit: 'none' }) }
const others = styles.filter(({ name }) => ['nested', 'problem-type', 'header-only'].includes(name))

/** The deployment for a fault: a third of them is planted on one of another style. The long matrix plants all faults on all. */
function backgroundOf({ name, only }: Pick<Fault, 'name' | 'only'>) {
  return (only === undefined ? others[drawnBy(`background ${name}`, 3 * others.length)] : undefined) ?? service
}

/**
 * False for a fault that is planted behind a socket: those about the connection, and a fourth of the others. The judges see no
 * difference, and the long matrix has sockets for all.
 */
const isHanded = ({ name, check }: Fault) => check !== 'http.completes' && drawnBy(`socket ${name}`, 4) > 0

describe.concurrent('a planted fault is caught by its check, on its operation, and nothing else is blamed', () => {
  test.for(tried.map((fault) => ({ fault, wanted: backgroundOf(fault), name: fault.name })))(
    '$name',
    async ({ fault, wanted }, { expect }) => {
      // fixtures/faults/faults.run.test.ts proves that the fault shows on our own service.
      const isOther = wanted !== service
      const shows = isOther && (await differs(await wanted.make(), fault.plant(await wanted.make()), fault.shows))
      const breaks = shows && ((await fault.breaks?.(await wanted.make())) ?? true)
      const { make } = breaks ? wanted : service
      const { caught, strays, seen } = await tryFault(fault, make, { seed: 11, isHanded: isHanded(fault) })
      const words = seen.map(({ check, verdict, cause, observed }) => `${check} ${verdict} ${cause} ${observed}`)
      expect(caught, words.join('\n')).toBe(true)
      expect(strays.map(({ check, operation }) => `${check} on ${operation}`)).toEqual([])
    },
  )
})

test('a missing route is found where errors are pages of 42 KB', async () => {
  const fault = own.find(({ name }) => name === 'missing-get-payment-subscription-plan-getall')
  const heavy = styles.find(({ name }) => name === 'heavy')
  if (fault === undefined || heavy === undefined) throw new Error('no such fault, or style')
  expect(await tryFault(fault, heavy.make, { seed: 11, isHanded: true })).toMatchObject({ caught: true, strays: [] })
})

test('every contract check has a fault that it must catch', () => {
  const checked = new Set(own.map((fault) => fault.check))
  expect(own.length).toBeGreaterThanOrEqual(150)
  for (const fault of own) expect(checkFacts(fault.check).asks).toBe('contracts')
  expect(checked.size).toBe(25)
  expect(new Set(tried.map((fault) => fault.check))).toEqual(checked)
  process.stdout.write(
    `${tried.length} of ${own.length} planted faults, all to be caught by ${checked.size} contract checks\n`,
  )
})
