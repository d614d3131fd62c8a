/** Provokes the limit within the budget, waits as told, asks again (O14 to O17); then learns how it behaves (O18). */
import { tryLimit } from '../limit-trial.ts'
import { probeLimit } from '../limits/probe.ts'
import type { Trace } from '../limits/transport.ts'
import type { TrialRequest } from '../trial.ts'
import { type LimitsEnd, type LimitsOrder, variables } from '../wire.ts'
import { client } from './runtime/client.ts'
import { experimentSend, recordSample } from './runtime/experiment.ts'
import { pause, script } from './runtime/script.ts'
import { optionsFor, readOrder } from './runtime/settings.ts'

const order = readOrder<LimitsOrder>()
const previous = order.previous === null ? undefined : (JSON.parse(open(order.previous)) as Trace)
export const options = optionsFor(order)

const clock = { now: Date.now, sleep: pause }

export default function limits(): Promise<void> {
  const startedAt = Date.now()
  const own = client(order, variables.key)
  const bystander = client(order, variables.otherKey)
  let sent = 0
  const nextProbe = () => {
    sent += 1
    return `limits-${order.sentBefore + sent}`
  }

  async function trials() {
    const world = {
      ...clock,
      send: (request: TrialRequest) => {
        const target = request.whom === 'product' ? (order.other ?? order.target) : order.target
        const client = request.whom === 'key' ? bystander : own
        return client.send(target, nextProbe(), 1, { scenario: 'limits', ...request })
      },
    }
    return await tryLimit(world, order.trials, order.bystanders)
  }

  async function experiment(): Promise<LimitsEnd['trace']> {
    // A further round goes on with what is left of the first one's budget.
    const ms = order.budget.ms - (Date.now() - startedAt)
    const budget = previous?.budget ?? { requests: order.budget.requests - sent, ms, longestWaitMs: ms }
    const setting = {
      clock,
      budget,
      send: experimentSend(() => own.ask(order.target, nextProbe(), 1)),
      record: recordSample,
    }
    const { samples: _, ...frame } = await probeLimit(previous === undefined ? setting : { ...setting, previous })
    return frame
  }

  return script(async (): Promise<LimitsEnd> => {
    const trial = previous === undefined ? await trials() : null
    const isOver = trial === null || ((trial.kind === 'complete' || trial.kind === 'no-refusal') && !trial.holding)
    // The experiment knows nothing of the trials: what they used must have come back, whatever the limiter.
    if (order.experiment && isOver && trial !== null) await pause(Math.min(1000 + 3 * trial.longestMs, 15_000))
    const trace = order.experiment && isOver ? await experiment() : null
    return { kind: trial?.kind ?? 'complete', askedMs: trial?.askedMs ?? null, requests: sent, trace }
  })
}
