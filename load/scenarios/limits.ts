/** Provokes the limit within the budget, waits as told, asks again (O14 to O17); then learns how it behaves (O18). */
import { tryLimit } from '../limit-trial.ts'
import { type Dimension, type Place, probeLimiter, probeScope, type Trace } from '../limiter/limiter.ts'
import type { TrialEnd, TrialRequest } from '../trial.ts'
import { type LimitsEnd, type LimitsOrder, scopeBudget, variables } from '../wire.ts'
import { client, type Untold } from './runtime/client.ts'
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
  const msLeft = () => order.budget.ms - (Date.now() - startedAt)

  function trials() {
    const world = {
      ...clock,
      send: (request: TrialRequest) => {
        const target = request.whom === 'product' ? (order.other ?? order.target) : order.target
        const client = request.whom === 'key' ? bystander : own
        return client.send(target, nextProbe(), 1, { scenario: 'limits', ...request })
      },
    }
    return tryLimit(world, order.trials, order.bystanders)
  }

  async function experiment(): Promise<LimitsEnd['trace']> {
    const ms = msLeft() - scopeBudget.ms
    const requests = order.budget.requests - sent - scopeBudget.requests
    const send = () => own.ask(order.target, nextProbe(), 1)
    const record = ({ tell }: Untold, { phase, round }: Place) =>
      tell({ scenario: 'limits', phase: 'experiment', sample: phase, round })
    // A further round goes on with what is left of the first one's budget.
    const budget = previous?.budget ?? { requests, ms, longestWaitMs: ms }
    const setting = { clock, budget, send, record }
    const { samples: _, ...frame } = await probeLimiter(previous === undefined ? setting : { ...setting, previous })
    return frame
  }

  async function scope(): Promise<LimitsEnd['scope']> {
    const ms = Math.min(scopeBudget.ms, msLeft())
    const send = (variant: 'base' | Dimension) => {
      const others = { base: null, credential: null, address: null, product: order.other, operation: order.sibling }
      const client = variant === 'credential' ? bystander : own
      const facts = { scenario: 'limits', phase: 'vote', variant }
      return client.send(others[variant] ?? order.target, nextProbe(), 1, facts)
    }
    const budget = { requests: scopeBudget.requests, ms }
    return await probeScope({ send, clock, budget, dimensions: order.dimensions })
  }

  async function learn(trial: TrialEnd): Promise<Pick<LimitsEnd, 'trace' | 'scope'>> {
    const isOver = (trial.kind === 'complete' || trial.kind === 'no-refusal') && !trial.holding
    if (!order.experiment || !isOver) return { trace: null, scope: null }
    // What was used before must have come back, whatever the limiter: the experiment knows nothing of it.
    const restMs = Math.min(1000 + 3 * trial.longestMs, 15_000)
    await pause(restMs)
    const trace = await experiment()
    if (trial.kind === 'no-refusal' || order.dimensions.length === 0) return { trace, scope: null }
    await pause(restMs)
    return { trace, scope: await scope() }
  }

  return script(async (): Promise<LimitsEnd> => {
    if (previous !== undefined)
      return { trace: await experiment(), scope: null, kind: 'complete', askedMs: null, requests: sent }
    const trial = await trials()
    const learned = await learn(trial)
    return { kind: trial.kind, askedMs: trial.askedMs, requests: sent, ...learned }
  })
}
