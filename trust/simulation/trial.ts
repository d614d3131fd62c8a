import { seededRandom } from '../../fixtures/random.ts'
import { type Fit, nameLimiter, type ProbeBudget, probeLimiter, type Trace } from '../../load/limiter/limiter.ts'
import { type ClassName, configuration } from './configurations.ts'
import { limiterOf, type SimulatedLimit } from './limiters.ts'
import { type Network, simulatedSend, wan } from './network.ts'
import { VirtualTime } from './virtual-time.ts'

/** The budget of each trial in the figures. */
export const figureBudget: ProbeBudget = { requests: 3000, ms: 3_600_000, longestWaitMs: 300_000 }

/** A simulated limiter with its trace and the name that was inferred. */
export interface SimulatedTrial {
  readonly name: ClassName
  readonly seed: number
  readonly truth: SimulatedLimit
  readonly trace: Trace
  readonly fit: Fit
}

/** Probes a limiter in virtual time. Its answers have no header. */
export function probeSimulated(
  truth: SimulatedLimit,
  random: () => number,
  budget: ProbeBudget,
  network: Network,
): Promise<Trace> {
  const time = new VirtualTime(1_800_000_000_000 + Math.floor(random() * 1e9))
  const service = { workMs: 'serviceMs' in truth ? truth.serviceMs : 3 }
  const send = simulatedSend(time, limiterOf(truth, random), random, network, service)
  const clock = { now: () => time.now(), sleep: (ms: number) => time.sleep(ms) }
  return time.run(rounds({ send, clock, budget, random }))
}

async function rounds(setting: Parameters<typeof probeLimiter>[0]): Promise<Trace> {
  let trace = await probeLimiter(setting)
  while (trace.rounds < 3 && nameLimiter(trace).wantsRound) trace = await probeLimiter({ ...setting, previous: trace })
  return trace
}

/** The trial of a class and a seed. It is the same every time. */
export async function runTrial(name: ClassName, seed: number, network: Network = wan): Promise<SimulatedTrial> {
  const random = seededRandom(seed * 7919 + name.length * 104_729 + name.charCodeAt(0))
  const truth = configuration(name, random)
  const trace = await probeSimulated(truth, random, figureBudget, network)
  return { name, seed, truth, trace, fit: nameLimiter(trace) }
}
