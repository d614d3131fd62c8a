import { expect, test } from 'vitest'
import { checkFacts } from '../../fixtures/checks.ts'
import { faults } from '../../fixtures/faults/faults.ts'
import { createService } from '../../fixtures/service/service.ts'
import { isForContracts } from '../matrix/narrowed.ts'
import { isRight, replayFault } from './replayed.ts'

/** A few faults. The long matrix replays all. */
const own = faults.filter((fault) => isForContracts(fault) && checkFacts(fault.check).may === 'violate')
const sample = own.filter((_, index) => index % 130 === 5)

test.for(sample.map((fault) => [fault.name, fault] as const))(
  '%s: a replay finds it still there with the fault, and passing without it',
  async ([, fault]) => {
    const rows = await replayFault(fault, () => createService({ limit: 'none' }), 11)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter((row) => !isRight(row))).toEqual([])
  },
)
