import { expect, test } from 'vitest'
import { asking } from '../../trust/fabricated/ask.ts'
import type { Outcome } from '../outcome.ts'
import type { Entry } from '../plan.ts'
import { Queue, type Task } from './queue.ts'

/** The nth entry; waits for the success of others. */
function entry(nth: number, options: { readonly after?: readonly number[]; readonly last?: boolean } = {}): Entry {
  const all = options.after?.map((other) => ({ probe: asking('eligible', other).id, is: 'success' as const }))
  return {
    probe: asking('eligible', nth),
    when: all === undefined ? null : { all },
    otherwise: null,
    barred: null,
    last: options.last ?? false,
  }
}

function queue(entries: readonly Entry[], wanted = true) {
  const settled = new Set<string>()
  const made = new Queue(entries, {
    taskOf: (one): Task => ({ entry: one, product: 'Livestream', sent: 0, attempts: [], notBefore: 0, fresh: false }),
    isWanted: () => wanted,
    outcome: (probe) => (settled.has(probe) ? ({ kind: 'not-sent' } as Outcome) : undefined),
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
  return { made, settle, takeAll }
}

test('gives out in order, and what was put back first', () => {
  const { made, takeAll } = queue([entry(1), entry(2), entry(3)])
  const first = made.take(() => true)
  if (first !== null) made.putBack(first)
  expect(made.ready).toHaveLength(3)
  expect(made.take(({ entry: { probe } }) => probe.nth === 2)?.entry.probe.nth).toBe(2)
  expect(takeAll()).toEqual([1, 3])
  expect(made.take(() => true)).toBeNull()
})

test('lets in what waited as soon as all that it waits for is settled', () => {
  const { made, settle, takeAll } = queue([entry(1), entry(2), entry(3, { after: [1, 2] })])
  expect(takeAll()).toEqual([1, 2])
  settle(1)
  expect(takeAll()).toEqual([])
  expect(made.rest().map(({ probe }) => probe.nth)).toEqual([3])
  settle(2)
  expect(takeAll()).toEqual([3])
  expect(made.rest()).toEqual([])
})

test('leaves out what turned out not to be wanted', () => {
  const { made, settle, takeAll } = queue([entry(1), entry(2, { after: [1] })], false)
  expect(takeAll()).toEqual([1])
  settle(1)
  expect(takeAll()).toEqual([])
  expect(made.rest()).toEqual([])
})

test('keeps session operations for the end, those that wait as well', () => {
  const { made, settle, takeAll } = queue([entry(1), entry(2, { last: true }), entry(3, { last: true, after: [1] })])
  expect(takeAll()).toEqual([1])
  settle(1)
  expect(takeAll()).toEqual([])
  expect(made.rest().map(({ probe }) => probe.nth)).toEqual([2, 3])
  expect(made.letSessionsIn()).toBe(true)
  expect(takeAll()).toEqual([2, 3])
  expect(made.letSessionsIn()).toBe(false)
})
