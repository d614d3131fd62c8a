import type { TrialFacts } from '../../evidence/load-facts.ts'
import { seededRandom } from '../../fixtures/random.ts'
import { judgeLoad } from '../../load/judge.ts'
import { scenarios } from '../../load/registry.ts'
import { tryLimit } from '../../load/trial/limit-trial.ts'
import { type FabricatedExchange, fabricate, fabricatedCode, loadRecord, scenarioRecord } from '../fabricated/load.ts'
import { type HoldingLimiter, limiterOf, type SimulatedLimit } from './limiters.ts'
import { simulatedSend, wan } from './network.ts'
import { VirtualTime } from './virtual-time.ts'

/** A service whose refusals tell a wait. */
export interface TellingService {
  readonly limit: (random: () => number) => SimulatedLimit
  /** The told wait, seconds, by the true one, milliseconds. */
  readonly tells: (waitMs: number) => number
  /** How many requests a second others send against the same count. @default none */
  readonly othersPerSecond?: number
}

/** Lets others send at random moments before each request that arrives. */
function shared(limiter: HoldingLimiter, perSecond: number, random: () => number): HoldingLimiter {
  let next: number | null = null
  const gap = () => (-1000 * Math.log(1 - random())) / perSecond
  return {
    take(now) {
      for (next ??= now + gap(); next < now; next += gap()) {
        const decision = limiter.take(next)
        if (decision.kind === 'served') decision.done()
      }
      return limiter.take(now)
    },
  }
}

/** Makes the trials of a night against a service in virtual time, and judges whether its limit recovers as told (O16). */
export async function judgedTrials({ limit, tells, othersPerSecond = 0 }: TellingService, seed: number) {
  const random = seededRandom(seed * 7919)
  const time = new VirtualTime(1_800_000_000_000 + Math.floor(random() * 1e9))
  const alone = limiterOf(limit(random), random)
  const limiter = othersPerSecond > 0 ? shared(alone, othersPerSecond, random) : alone
  const service = { workMs: 3, tells: (waitMs: number | null) => 1000 * tells(waitMs ?? 1000) }
  const answer = simulatedSend(time, limiter, random, wan, service)
  const rows: FabricatedExchange[] = []
  const send = async (facts: TrialFacts) => {
    const row = rows.length
    rows.push({})
    const answered = await answer()
    rows[row] = rowOf(facts, answered)
    return answered
  }
  const clock = { now: () => time.now(), sleep: (ms: number) => time.sleep(ms) }
  const { ms } = scenarios.limits.budget
  const end = await time.run(tryLimit({ ...clock, timeoutMs: 10_000, send }, { requests: 400, ms }, []))
  const trials = { kind: end.kind, askedMs: end.askedMs }
  const record = loadRecord({ scenarios: [scenarioRecord({ trials })] })
  const { findings } = judgeLoad(record, fabricate(rows), fabricatedCode)
  const found = findings.find(({ check }) => check === 'limits.recovers')
  return `${found?.verdict} ${found?.cause}`
}

function rowOf(facts: TrialFacts, { status, retryAfterMs }: { status: number | null; retryAfterMs: number | null }) {
  const retryAfter = retryAfterMs === null ? {} : { retryAfter: String(retryAfterMs / 1000) }
  const told = 'toldMs' in facts ? { told: facts.toldMs, waited: facts.waitedMs } : {}
  const { phase, round } = facts
  return { phase, round, status, ...retryAfter, ...told }
}
