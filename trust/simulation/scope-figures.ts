import type { Limiter } from '../../fixtures/limiters.ts'
import { seededRandom } from '../../fixtures/random.ts'
import { type Dimension, probeScope, type Scope } from '../../load/limiter/limiter.ts'
import { type ClassName, configuration } from './configurations.ts'
import { limiterOf } from './limiters.ts'
import { simulatedSend } from './network.ts'
import { figureBudget } from './trial.ts'
import { VirtualTime } from './virtual-time.ts'

/** The figures of one scope: counts of trials, and requests of a trial. */
export interface ScopeFigures {
  readonly truth: string
  readonly count: number
  readonly right: number
  readonly inconclusive: number
  readonly wrong: number
  readonly requests: { readonly median: number; readonly p95: number }
}

/** The scopes of a limit: whom or what one count of it concerns. */
export const scopeTruths = [
  'everybody',
  'credential',
  'product',
  'operation',
  'address',
  'credential+product',
  'credential+operation',
] as const

const dimensions: readonly Dimension[] = ['credential', 'product', 'operation', 'address']
const algorithms: readonly ClassName[] = [
  'fixed-epoch',
  'fixed-first',
  'sliding-log',
  'sliding-counter',
  'token-bucket',
]

/** One trial. A limit of a random algorithm has its own count for each value of its scope. */
export function runScopeTrial(truth: string, seed: number): Promise<Scope> {
  const random = seededRandom(seed * 6007 + truth.length * 31 + truth.charCodeAt(0))
  const algorithm = algorithms[Math.floor(random() * algorithms.length)] ?? 'fixed-epoch'
  const configured = configuration(algorithm, random)
  const time = new VirtualTime(1_800_000_000_000 + Math.floor(random() * 1e9))
  const limiters = new Map<string, Limiter>()
  const keptPer = truth.split('+')
  const send = (variant: 'base' | Dimension) => {
    // Another product means another operation too, but not that of the variant `operation`.
    const differs = (part: string) => part === variant || (part === 'operation' && variant === 'product')
    const key = keptPer.map((part) => (differs(part) ? `${part} by ${variant}` : part)).join(' ')
    const limiter = limiters.get(key) ?? limiterOf(configured, random)
    limiters.set(key, limiter)
    return simulatedSend(time, limiter, random)()
  }
  const clock = { now: () => time.now(), sleep: (ms: number) => time.sleep(ms) }
  return time.run(probeScope({ send, clock, budget: figureBudget, dimensions }))
}

/** Runs `count` trials of a scope, with seeds from `firstSeed` on. */
export async function measureScope(truth: string, firstSeed: number, count: number): Promise<ScopeFigures> {
  const found: Scope[] = []
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) found.push(await runScopeTrial(truth, seed))
  const requests = found.map((scope) => scope.requests).sort((one, other) => one - other)
  const right = found.filter(({ scope }) => scope === truth).length
  const inconclusive = found.filter(({ scope }) => scope === null).length
  return {
    truth,
    count,
    right,
    inconclusive,
    wrong: count - right - inconclusive,
    requests: { median: requests[count >> 1] ?? 0, p95: requests[Math.floor(count * 0.95)] ?? 0 },
  }
}
