/**
 * Provokes the limit within the budget, waits as told, asks again (O14 to O17); then learns how the limit behaves (O18).
 *
 * API_KEY=… k6 run -e BASE_URL=https://… load/scenarios/limits.ts
 *
 * One client, whatever k6 is told: virtual users share no memory, and several that wait for one instant are a herd. Run alone, the
 * script says what it saw; only the suite names the limiter. `RATE_LIMIT_OPERATION` names another read.
 */
import { sleep } from 'k6'
import exec from 'k6/execution'
import type { Options } from 'k6/options'
import { detailed } from '../../fixtures/catalog/catalog.ts'
import { tables } from '../../fixtures/catalog/tables.ts'
import { type Dimension, probeLimiter, probeScope, type Trace } from '../limiter/limiter.ts'
import { scenarios } from '../registry.ts'
import { limitTargets, loadableOf } from '../targets.ts'
import { tryLimit } from '../trial/limit-trial.ts'
import { refillMs, type TimedTrial } from '../trial/refill.ts'
import { trialStory } from '../trial/story.ts'
import type { TrialEnd, TrialWorld } from '../trial/trial.ts'
import { type LimitsEnd, type LimitsOrder, scopeBudget, variables } from '../wire.ts'
import { type Client, client } from './runtime/client.ts'
import { oneClient, pause, withSigns } from './runtime/one-client.ts'
import { emit, print } from './runtime/recording.ts'
import { checkBaseUrl, checkKey, readOrder, setting } from './runtime/settings.ts'

const given = readOrder<LimitsOrder>()
const order = given ?? orderOfUser()
const previous = order.previous === null ? undefined : (JSON.parse(open(order.previous)) as Trace)
export const options: Options = {
  ...oneClient('limits', order.budget.ms, order.timeoutMs),
  // Nobody else tells a k6 user by the exit code that nothing was served, nor refused by a limit.
  ...(given === null ? { thresholds: { http_req_failed: ['rate<1'] } } : {}),
}

const clock = { now: Date.now, sleep: pause }
/** A limit that takes longer until it is full again is not learned: that takes several such times. */
const longestRestMs = order.budget.ms / 5

/** The order of a k6 user, from the environment: the trials alone. */
function orderOfUser(): LimitsOrder {
  const { budget } = scenarios.limits
  const targets = limitTargets(loadableOf(tables()), setting(variables.limitedOperation) ?? detailed['details-list'])
  if (typeof targets === 'string') throw new Error(`${variables.limitedOperation}: ${targets}`)
  const rest = { userAgent: '', timeoutMs: 10_000, previous: null, sentBefore: 0 }
  return { ...targets, ...rest, budget, trials: { ...budget, requests: 400 }, bystanders: [], dimensions: [] }
}

function clientOf(keyVariable: string, nextNumber: () => number): Client {
  return client({
    keyVariable,
    userAgent: given?.userAgent ?? null,
    timeoutMs: order.timeoutMs,
    nextNumber,
    record: (exchange) => (given === null ? undefined : emit({ kind: 'exchange', exchange })),
  })
}

/** The world of the trials: the client with our key, and a client with another key to ask as a bystander. */
function trialWorld(own: Client, bystander: Client, answers: TimedTrial[]): TrialWorld {
  return {
    ...clock,
    timeoutMs: order.timeoutMs,
    send: async (facts) => {
      const whom = facts.phase === 'scope' ? facts.whom : null
      const target = whom === 'product' ? (order.other ?? order.target) : order.target
      const answer = await (whom === 'key' ? bystander : own)(target, facts)
      answers.push({ ...answer, facts })
      return answer
    },
  }
}

/** What is thrown here ends k6 with an exit code of its own; what an iteration throws does not. */
export function setup(): void {
  checkBaseUrl()
  if (given === null) checkKey()
  // A segment may hold no iteration at all, and k6 calls that a success.
  if (exec.test.options.executionSegment) throw new Error(`it is for one process: ${scenarios.limits.sharedOut.not}`)
}

/** Whatever `--vus` and `--iterations` say, one iteration asks. The others are idle, and take no processor from it. */
export default async function limits(): Promise<void> {
  if (exec.scenario.iterationInTest > 0) return sleep(1)
  const startedAt = Date.now()
  let sent = 0
  const nextNumber = () => {
    sent += 1
    return order.sentBefore + sent
  }
  const own = clientOf(variables.key, nextNumber)
  const bystander = clientOf(variables.otherKey, nextNumber)
  const msLeft = () => order.budget.ms - (Date.now() - startedAt)

  const answers: TimedTrial[] = []
  const trials = () => tryLimit(trialWorld(own, bystander, answers), order.trials, order.bystanders)

  async function experiment(inFlight = Number.POSITIVE_INFINITY): Promise<LimitsEnd['trace']> {
    const ms = msLeft() - scopeBudget.ms
    const requests = order.budget.requests - sent - scopeBudget.requests
    // A further round goes on with the rest of the first round's budget.
    const budget = previous?.budget ?? { requests, ms, longestWaitMs: ms }
    const { samples: _, ...frame } = await probeLimiter({
      ...{ clock, budget, previous, inFlight: Math.max(1, inFlight) },
      send: ({ phase: part, round }) => own(order.target, { phase: 'experiment', part, round }),
    })
    return frame
  }

  async function scope(): Promise<LimitsEnd['scope']> {
    const ms = Math.min(scopeBudget.ms, msLeft())
    const send = (variant: 'base' | Dimension) => {
      const others = { base: null, credential: null, address: null, product: order.other, operation: order.sibling }
      const asks = variant === 'credential' ? bystander : own
      return asks(others[variant] ?? order.target, { phase: 'vote', variant })
    }
    const budget = { requests: scopeBudget.requests, ms }
    return await probeScope({ send, clock, budget, dimensions: order.dimensions })
  }

  async function learn(trial: TrialEnd): Promise<Pick<LimitsEnd, 'trace' | 'scope'>> {
    // A burst may take the rest of the trials' requests and be served: the limit is over then, too.
    const isOver = ['complete', 'no-refusal', 'requests'].includes(trial.kind) && !trial.holding
    if (!isOver) return { trace: null, scope: null }
    // Whatever the limiter, what the trials used must have come back: the experiment knows nothing of the trials.
    const fullMs = refillMs(answers)
    const restMs = Math.min(1000 + Math.max(2 * trial.longestMs, fullMs), longestRestMs)
    if (restMs + scopeBudget.ms >= msLeft()) return { trace: null, scope: null }
    await pause(restMs)
    const trace = fullMs < longestRestMs ? await experiment(trial.inFlight) : null
    if (answers.every(({ status }) => status !== 429) || order.dimensions.length === 0) return { trace, scope: null }
    // The votes begin by exhausting the limit, so only the wait that was told needs to be kept.
    const againMs = Math.min(trial.longestMs, longestRestMs)
    if (againMs >= msLeft()) return { trace, scope: null }
    await pause(againMs)
    return { trace, scope: await scope() }
  }

  if (given === null) return trials().then(() => print(trialStory(answers)))
  await withSigns(async (): Promise<LimitsEnd> => {
    if (previous !== undefined)
      return { trace: await experiment(), scope: null, kind: 'complete', askedMs: null, requests: sent }
    const trial = await trials()
    const learned = await learn(trial)
    return { kind: trial.kind, askedMs: trial.askedMs, requests: sent, ...learned }
  })
}
