import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Exchange } from '../../evidence/exchange.ts'
import { fits } from '../../fixtures/schemas/compiled.ts'
import { loadAnswers, traceOf } from '../judges/load-answer.ts'
import { nameLimiter } from '../limiter/limiter.ts'
import type { PlannedLimits } from '../plan.ts'
import type { AskedScenario, Stop } from '../record.ts'
import { limitsEnd } from '../wire.ts'
import { k6ProcessFor, type LoadContext, progressTeller } from './load-context.ts'
import { runK6 } from './run-k6.ts'

/** The script prints a sign of life every second. A script that is silent for so long hangs. Milliseconds. */
const silentMs = 30_000
const tickMs = 1000

const isLimitsEnd = fits(limitsEnd)

/**
 * Runs the limits script. Runs it once or twice more where two limiters explain the trace and one more round of the experiment may
 * decide (O18). All rounds share one budget. Never rejects for what a service or k6 does.
 */
export async function askLimits({ order, budget }: PlannedLimits, surroundings: LoadContext): Promise<AskedScenario> {
  if (order === null) return {}
  const exchanges: Exchange[] = []
  const ending = new AbortController()
  const startedAt = Date.now()
  const atMs = () => Date.now() - startedAt
  let stopped: Stop | null = null
  const end = (stop: Stop) => {
    stopped ??= stop
    ending.abort()
  }
  let limited = 0
  const tell = progressTeller('limits', surroundings)
  const keep = (exchange: Exchange) => {
    exchanges.push(exchange)
    if (exchange.response?.status === 429) limited += 1
    surroundings.record(exchange)
    if (exchanges.length > budget.requests)
      end({ by: 'requests', atMs: atMs(), why: `the budget of ${budget.requests} requests was reached` })
  }
  using _ticking = setInterval(() => {
    tell({ requests: exchanges.length, limited, share: null, leftMs: Math.max(0, budget.ms - atMs()) })
  }, tickMs)
  const rounds = await askRounds(order, surroundings, { exchanges, keep, stop: ending.signal })
  const [first] = rounds
  const last = rounds.at(-1)
  return {
    processes: rounds.map(({ process }) => process),
    stopped,
    trials: first?.end ? { kind: first.end.kind, askedMs: first.end.askedMs } : null,
    trace: last?.end?.trace ?? null,
    scope: first?.end?.scope ?? null,
  }
}

interface Keeping {
  readonly exchanges: readonly Exchange[]
  readonly keep: (exchange: Exchange) => void
  readonly stop: AbortSignal
}

type Order = NonNullable<PlannedLimits['order']>

async function askRounds(order: Order, surroundings: LoadContext, keeping: Keeping) {
  const rounds = [await askRound(order, surroundings, keeping)]
  const isOver = () => surroundings.signal?.aborted || keeping.stop.aborted
  for (let last = rounds[0]; last?.end?.trace && !isOver(); last = rounds.at(-1)) {
    const trace = traceOf(loadAnswers('limits', keeping.exchanges), last.end.trace)
    if (!nameLimiter(trace).wantsRound) break
    surroundings.say('limits: one more round, since two limiters explain what was seen')
    await using folder = await mkdtempDisposable(join(tmpdir(), 'platform-api-suite-'))
    const previous = join(folder.path, 'trace.json')
    await writeFile(previous, JSON.stringify(trace))
    const again = { ...order, previous, sentBefore: keeping.exchanges.length }
    // The dashboard stays that of the first round, which holds the trials.
    rounds.push(await askRound(again, { ...surroundings, dashboardDirectory: null }, keeping))
  }
  return rounds
}

/** One round of the limits script, in one process of k6. */
async function askRound(order: Order, surroundings: LoadContext, { keep, stop }: Keeping) {
  const { end, ...ended } = await runK6({
    ...k6ProcessFor('limits', order, 'limits', surroundings),
    exchange: keep,
    stop,
    // The script's own time limit comes first; this limit is for a k6 that hangs.
    maxMs: order.budget.ms + 2 * order.timeoutMs + 20_000,
    silentMs,
  })
  const said = isLimitsEnd(end) ? end : null
  const counted = said === null ? null : { requests: said.requests, dropped: 0 }
  return { process: { ...ended, counted }, end: said }
}
