import { ask } from '../contracts/ask/ask.ts'
import type { Asked, Progress } from '../contracts/ask/ask-options.ts'
import type { TransportSecurity } from '../contracts/ask/connections.ts'
import { supertestTransport, type Transport } from '../contracts/ask/transport.ts'
import { type Created, cleanUp, createdBy, isWaitedFor } from '../contracts/clean-up.ts'
import type { Plan } from '../contracts/plan.ts'
import type { Exchange } from '../evidence/exchange.ts'
import type { Redact } from '../evidence/redaction/redaction.ts'
import type { Profile } from '../evidence/results.ts'
import type { Known } from '../fixtures/target.ts'

/** How a plan is asked. Times in milliseconds. */
export interface ContractAsking {
  readonly known: Known
  readonly redact: Redact
  readonly concurrency: number
  readonly timeoutMs: number
  readonly maxDurationMs: number
  /** How long the target may take to come up. */
  readonly waitMs: number
  readonly userAgent: string
  readonly signal: AbortSignal
  readonly security?: TransportSecurity
  /** In place of the supertest agent: recordings and tests. */
  readonly transport?: Transport
  /** Gets each exchange, redacted, when it ended. */
  readonly record: (exchange: Exchange) => void
  readonly progress?: (progress: Progress) => void
}

/** What came of asking a plan, beside its exchanges. */
export interface AskedContracts extends Asked {
  /** What this run created, and what of that is still there. */
  readonly created: { readonly all: readonly Created[]; readonly left: readonly Created[] }
}

/** The longest wait that is kept for a limit, by profile. */
const longestWaits: Readonly<Record<Profile, number>> = { nightly: 120_000, gate: 60_000, cutover: 60_000 }

/** How long undoing what was created may take beyond the longest duration of a run. */
const cleanUpMs = 15_000

/** Asks all that a plan holds, and undoes what that created. Never rejects for what a deployment does. */
export async function askContracts(plan: Plan, asking: ContractAsking): Promise<AskedContracts> {
  const { known, redact, userAgent, timeoutMs, signal, concurrency } = asking
  const { profile, policy, seed } = plan.facts
  const transport = asking.transport ?? supertestTransport(known.baseUrl, concurrency, asking.security)
  const exchanges: Exchange[] = []
  const startedAt = Date.now()
  const record = (exchange: Exchange) => {
    exchanges.push(exchange)
    asking.record(exchange)
  }
  const sending = { known, transport, redact, userAgent, timeoutMs, signal, record }
  try {
    const asked = await ask(plan, {
      ...sending,
      concurrency,
      patience: { longestWaitMs: longestWaits[profile], attempts: 3, repeats: 3, random: Math.random },
      deadline: startedAt + asking.maxDurationMs,
      upBy: startedAt + asking.waitMs,
      progress: asking.progress ?? (() => {}),
    })
    const all = createdBy(
      exchanges,
      known.cleanUps.map((rule) => rule.created),
    )
    const mayUndo = policy === 'full' && asked.stopped === null && !isWaitedFor(exchanges, Date.now())
    const deadline = Math.max(startedAt + asking.maxDurationMs, Date.now()) + cleanUpMs
    const left = mayUndo ? await cleanUp(all, { ...sending, seed, deadline }) : all
    return { ...asked, created: { all, left } }
  } finally {
    transport.close()
  }
}
