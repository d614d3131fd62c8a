import { expect, test } from 'vitest'
import { asking } from '../../trust/fabricated/ask.ts'
import type { Entry } from '../plan.ts'
import { Queue } from './queue.ts'

/** The nth entry; waits for the success of others. */
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

test('gives out in order, and what was put back first', () => {
  const { made, takeAll } = queue([entry(1), entry(2), entry(3)])
  const first = made.take(() => true)
  if (first !== null) made.putBack(first)
  expect(made.size).toBe(3)
  expect(made.take(({ entry: { probe } }) => probe.nth === 2)?.entry.probe.nth).toBe(2)
  expect(takeAll()).toEqual([1, 3])
  expect(made.take(() => true)).toBeNull()
})

test('lets in what waited as soon as all that it waits for is settled', () => {
  const { settle, takeAll } = queue([entry(1), entry(2), entry(3, [1, 2])])
  expect(takeAll()).toEqual([1, 2])
  settle(1)
  expect(takeAll()).toEqual([])
  settle(2)
  expect(takeAll()).toEqual([3])
})

test('leaves out what turned out not to be wanted, and tells those that wait for it', () => {
  const { settle, takeAll, decided } = queue([entry(1), entry(2, [1]), entry(3, [2])], false)
  expect(takeAll()).toEqual([1])
  settle(1)
  expect(takeAll()).toEqual([])
  expect(decided).toEqual([2, 3])
})

test('lets in at once what waits for an earlier stage alone', () => {
  const { settle, takeAll } = queue([entry(2, [1]), entry(3, [2])], true, [1])
  expect(takeAll()).toEqual([2])
  settle(2)
  expect(takeAll()).toEqual([3])
})

test('what waited keeps its place in the plan, behind what is to be sent again', () => {
  const { made, settle, takeAll } = queue([entry(1), entry(2), entry(3, [1]), entry(4)])
  const first = made.take(() => true)
  const second = made.take(() => true)
  if (first === null || second === null) throw new Error('nothing was ready')
  made.putBack({ ...second, sent: 1 })
  settle(1)
  expect(takeAll()).toEqual([2, 3, 4])
})
