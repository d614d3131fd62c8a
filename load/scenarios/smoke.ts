/** Asks each read a few times, one at a time: does it answer, and how fast? Honours every limit. */
import { runSmoke, type SmokeRequest } from '../smoke-round.ts'
import { type SmokeOrder, variables } from '../wire.ts'
import { client } from './runtime/client.ts'
import { pause, script } from './runtime/script.ts'
import { optionsFor, readOrder } from './runtime/settings.ts'

const order = readOrder<SmokeOrder>()
export const options = optionsFor(order)

export default function smoke(): Promise<void> {
  const { send } = client(order, variables.key)
  const world = {
    now: Date.now,
    sleep: pause,
    random: Math.random,
    send: ({ index, iteration, attempt, told, waited }: SmokeRequest) => {
      const target = order.targets[index]
      if (target === undefined) throw new Error(`no operation ${index}`)
      const facts = { scenario: 'smoke', phase: 'smoke', iteration, told, waited }
      return send(target, `smoke-${index + 1}-${iteration}`, attempt, facts)
    },
  }
  const plan = { operations: order.targets.length, iterations: order.iterations }
  return script(() => runSmoke(world, plan, order.budget))
}
