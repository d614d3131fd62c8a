import { expect, test } from 'vitest'
import { catalogue } from '../../../fixtures/catalog/catalog.ts'
import { exchangesFor } from '../../../trust/fabricated/exchanges.ts'
import { VirtualClock } from '../../../trust/fabricated/virtual-clock.ts'
import { probe } from '../../probe.ts'
import type { Dispatcher } from '../dispatcher.ts'
import type { Task } from '../queue.ts'
import { ServedBefore } from './served-before.ts'
import type { WitnessSender } from './witness-sender.ts'

function taskOf(id: string): Task {
  const operation = catalogue.find((one) => one.id === id)
  if (operation === undefined) throw new Error(id)
  const { product } = operation
  const entry = { probe: probe(operation), when: null, otherwise: null, barred: null, product, phase: 'main' } as const
  return { entry, sent: 1, attempts: [], notBefore: 0, fresh: false, alone: false }
}

const teams = taskOf('GET /api/team/general/all')
const events = taskOf('GET /api/events/general/all')

/** Which products were asked whether they serve anyone, while a limit holds some of them. */
async function askedWhile(...held: readonly string[]) {
  const asked: string[] = []
  const before = new ServedBefore({
    clock: new VirtualClock(),
    dispatcher: {
      refusesByItself: () => false,
      isHeld: ({ entry }: Task) => held.includes(entry.product),
    } as unknown as Dispatcher,
    witnesses: {
      ask: async ({ entry }: Task) => {
        asked.push(entry.product)
        return exchangesFor(entry.probe, 503)[0] ?? null
      },
    } as unknown as WitnessSender,
    isOver: () => false,
    retry: { longestWaitMs: 1_000 },
    served: () => {},
  })
  for (const task of [teams, events]) before.note(task)
  return { asked, isServing: await before.isServing(), isProductServing: await before.isProductServing(teams) }
}

test('O11: a product that a limit holds is not asked whether it serves anyone', async () => {
  expect((await askedWhile()).asked).toEqual(['Teams', 'Events', 'Teams'])
  expect(await askedWhile('Teams')).toEqual({ asked: ['Events'], isServing: false, isProductServing: false })
})
