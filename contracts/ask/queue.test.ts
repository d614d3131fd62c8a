import { expect, test } from 'vitest'
import { asking } from '../../trust/fabricated/ask.ts'
import type { Entry } from '../plan.ts'
import { Queue } from './queue.ts'

/** The nth entry. With `after` it waits for the success of those entries. */
function entry(nth: number, after?: readonly number[]): Entry {
  const all = after?.map((other) => ({ probe: asking('eligible', other).id, is: 'success' as const }))
  return {
    probe: asking('eligible', nth),
    when: all === undefined ? null : { all },
    otherwise: null,
    barred: null,
    product: 'Livestream',
    phase: 'main',
  }
}

function queue(entries: readonly Entry[], wanted = true, before: readonly number[] = []) {
  const settled = new Set(before.map((nth) => asking('eligible', nth).id))
  const decided: number[] = []
  const made = new Queue(entries, {
    isWanted: ({ probe }) => {
      decided.push(probe.nth)
      if (!wanted) settled.add(probe.id)
      return wanted
    },
    isSettled: (probe) => settled.has(probe),
  })
  const settle = (nth: number) => {
    const { id } = asking('eligible', nth)
    settled.add(id)
    made.settled(id)
  }
  const takeAll = () => {
    const taken: number[] = []
    for (let task = made.take(() => true); task !== null; task = made.take(() => true)) taken.push(task.entry.probe.nth)
    return taken
  }
  return { made, settle, takeAll, decided }
}

test('a queue gives out tasks in order, and first those that were put back', () => {
  const { made, takeAll } = queue([entry(1), entry(2), entry(3)])
  const first = made.take(() => true)
  if (first !== null) made.putBack(first)
  expect(made.size).toBe(3)
  expect(made.take(({ entry: { probe } }) => probe.nth === 2)?.entry.probe.nth).toBe(2)
  expect(takeAll()).toEqual([1, 3])
  expect(made.take(() => true)).toBeNull()
})

test('a queue lets an entry in as soon as all that it waits for is settled', () => {
  const { settle, takeAll } = queue([entry(1), entry(2), entry(3, [1, 2])])
  expect(takeAll()).toEqual([1, 2])
  settle(1)
  expect(takeAll()).toEqual([])
  settle(2)
  expect(takeAll()).toEqual([3])
})

test('a queue leaves out an entry that is not wanted, and then decides on those that wait for it', () => {
  const { settle, takeAll, decided } = queue([entry(1), entry(2, [1]), entry(3, [2])], false)
  expect(takeAll()).toEqual([1])
  settle(1)
  expect(takeAll()).toEqual([])
  expect(decided).toEqual([2, 3])
})

test('a queue lets in at once an entry that waits for an earlier stage alone', () => {
  const { settle, takeAll } = queue([entry(2, [1]), entry(3, [2])], true, [1])
  expect(takeAll()).toEqual([2])
  settle(2)
  expect(takeAll()).toEqual([3])
})

test('an entry that waited keeps its place in the plan, behind tasks that are sent again', () => {
  const { made, settle, takeAll } = queue([entry(1), entry(2), entry(3, [1]), entry(4)])
  const first = made.take(() => true)
  const second = made.take(() => true)
  if (first === null || second === null) throw new Error('nothing was ready')
  made.putBack({ ...second, sent: 1 })
  settle(1)
  expect(takeAll()).toEqual([2, 3, 4])
})
