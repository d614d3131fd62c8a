/** Provokes the limit within the budget, waits as told, asks again (O14 to O17). Judged by Node afterwards. */
import { tryLimit } from '../limit-trial.ts'
import type { LimitsOrder } from '../wire.ts'
import { client } from './runtime/client.ts'
import { pause, script } from './runtime/script.ts'
import { optionsFor, readOrder } from './runtime/settings.ts'

const order = readOrder<LimitsOrder>()
export const options = optionsFor(order)

export default function limits(): Promise<void> {
  const { send } = client(order)
  let sent = 0
  const world = {
    now: Date.now,
    sleep: pause,
    send: (request: Parameters<Parameters<typeof tryLimit>[0]['send']>[0]) => {
      sent += 1
      const target = request.phase === 'scope' ? (order.other ?? order.target) : order.target
      return send(target, `limits-${sent}`, 1, { scenario: 'limits', ...request })
    },
  }
  return script(() => tryLimit(world, order.budget, order.other !== null))
}
