import { describe, expect, test } from 'vitest'
import { checkFacts } from '../fixtures/checks.ts'
import { differs } from '../fixtures/faults/differs.ts'
import { faults } from '../fixtures/faults/faults.ts'
import { createService } from '../fixtures/service/service.ts'
import { styles } from '../fixtures/styles/styles.ts'
import { isForContracts, tryFault } from './narrowed.ts'

const own = faults.filter(isForContracts)
const service = { name: 'reference', make: () => createService({ limit: 'none' }) }
const others = styles.filter(({ name }) => ['nested', 'problem-type', 'header-only'].includes(name))

/** Every third fault is planted on another deployment than ours, in turn; the long matrix plants all of them on all. */
function backgroundOf(index: number, only: string | undefined) {
  return (index % 3 === 0 && only === undefined ? others[(index / 3) % others.length] : undefined) ?? service
}

describe.concurrent('a planted fault is caught by its check, on its operation, and nothing else is blamed', () => {
  test.for(own.map((fault, index) => ({ fault, wanted: backgroundOf(index, fault.only), name: fault.name })))(
    '$name',
    async ({ fault, wanted }, { expect }) => {
      const shows = await differs(await wanted.make(), fault.plant(await wanted.make()), fault.shows)
      const breaks = shows && ((await fault.breaks?.(await wanted.make())) ?? true)
      const { make } = breaks ? wanted : service
      const { caught, strays, seen } = await tryFault(fault, make, 11)
      const words = seen.map(({ check, verdict, cause, observed }) => `${check} ${verdict} ${cause} ${observed}`)
      expect(caught, words.join('\n')).toBe(true)
      expect(strays.map(({ check, operation }) => `${check} on ${operation}`)).toEqual([])
    },
  )
})

test('every contract check has a fault that it must catch', () => {
  const checked = new Set(own.map((fault) => fault.check))
  expect(own.length).toBeGreaterThanOrEqual(150)
  for (const fault of own) expect(checkFacts(fault.check).asks).toBe('contracts')
  expect(checked.size).toBe(25)
  process.stdout.write(`${own.length} planted faults, all to be caught by ${checked.size} contract checks\n`)
})
