import { type Asked, type AskOptions, ask } from '../../contracts/ask/ask.ts'
import type { Received, Transport } from '../../contracts/ask/transport.ts'
import type { ComposedRequest } from '../../contracts/compose.ts'
import type { Plan, Selection } from '../../contracts/plan.ts'
import { makePlan } from '../../contracts/planning/make-plan.ts'
import type { Exchange, HeaderLine } from '../../evidence/exchange.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import type { Known } from '../../fixtures/target.ts'
import { allKnown, factsFor } from './contracts.ts'
import { VirtualClock } from './virtual-clock.ts'

/** A request, and when it left: milliseconds of the virtual clock. */
export interface Sent extends ComposedRequest {
  readonly at: number
  /** Number of requests under way, this one included. */
  readonly underWay: number
}

/** The answer or failure that a deployment sends back after `afterMs`; null where it stays silent until the timeout. */
export type Back = (Partial<Received> & { readonly afterMs?: number }) | null

export type Deployed = (request: Sent, count: number, clock: VirtualClock) => Back

/** An answer with a status, headers and a JSON body. */
export function status(code: number, headers: readonly HeaderLine[] = [], json: unknown = {}): NonNullable<Back> {
  return { head: { status: code, headers }, body: Buffer.from(JSON.stringify(json)) }
}

const broken = { reusedConnection: false, began: false } as const
export const refused: Back = { head: null, failure: { kind: 'refused', message: 'ECONNREFUSED', ...broken } }
export const reset: Back = { head: null, failure: { kind: 'reset', message: 'ECONNRESET', ...broken } }

/** The operations of a scene, and how they are asked. */
export interface WireScene extends Partial<Omit<AskOptions, 'known' | 'transport'>> {
  readonly operations: readonly Operation[]
  readonly selection?: Partial<Selection>
  readonly known?: Partial<Known>
  readonly facts?: Partial<Plan['facts']>
  /** Time until an answer comes, milliseconds. @default 10 */
  readonly latencyMs?: number
}

export interface Wired extends Asked {
  readonly plan: Plan
  readonly exchanges: readonly Exchange[]
  readonly sent: readonly Sent[]
  /** Duration of the asking, milliseconds of the virtual clock. */
  readonly tookMs: number
}

const wholePlans = new WeakMap<readonly Operation[], Map<string, Plan>>()

/** The plan of all checks on these operations, made once. Most scenes of a test differ only in their answers. */
function wholePlan(operations: readonly Operation[], facts: Plan['facts'], known: Known): Plan {
  const plans = wholePlans.get(operations) ?? new Map<string, Plan>()
  wholePlans.set(operations, plans)
  const key = JSON.stringify([facts, known])
  const whole = { operations, catalogue: operations, checks: () => true, excluded: () => false, untouched: [] }
  const plan = plans.get(key) ?? makePlan(whole, facts, known)
  plans.set(key, plan)
  return plan
}

/** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
function unlessInterrupted(clock: VirtualClock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done) => {
    const over = () => {
      signal?.removeEventListener('abort', over)
      done()
    }
    signal?.addEventListener('abort', over)
    clock.after(ms, over)
  })
}

/** Asks a plan of some operations in virtual time, without a socket, and gives all that was sent. */
export async function wire(deployed: Deployed, scene: WireScene): Promise<Wired> {
  const { operations, selection, latencyMs = 10, facts, ...options } = scene
  const clock = (scene.clock as VirtualClock | undefined) ?? new VirtualClock()
  const known = { ...allKnown, ...scene.known }
  const planFacts = { ...factsFor(known), ...facts }
  const whole = {
    operations,
    catalogue: operations,
    checks: () => true,
    excluded: () => false,
    untouched: [],
    ...selection,
  }
  const plan = selection === undefined ? wholePlan(operations, planFacts, known) : makePlan(whole, planFacts, known)
  const sent: Sent[] = []
  const exchanges: Exchange[] = []
  let underWay = 0
  const transport: Transport = {
    send: async (request, { signal, timeoutMs }) => {
      underWay += 1
      const own = { ...request, at: clock.monotonic(), underWay }
      const startedAt = clock.now()
      const back = deployed(own, sent.push(own) - 1, clock)
      const late = back === null || (back.afterMs ?? latencyMs) > timeoutMs
      await unlessInterrupted(clock, late ? timeoutMs : (back.afterMs ?? latencyMs), signal)
      underWay -= 1
      const kind = signal?.aborted ? 'reset' : 'silence'
      const failure = late || signal?.aborted ? ({ kind, message: 'nothing came', ...broken } as const) : null
      const times = { startedAt, headMs: null, endMs: clock.monotonic() - own.at }
      return { head: null, body: Buffer.from(''), failure, ...(failure === null ? back : {}), ...times }
    },
    close: () => {},
  }
  const asking = ask(plan, {
    transport,
    concurrency: 8,
    timeoutMs: 10_000,
    maxDurationMs: 3_600_000,
    waitMs: 0,
    redact: (text: string) => text,
    userAgent: 'test',
    signal: new AbortController().signal,
    ...options,
    known,
    clock,
    record: (exchange) => {
      exchanges.push(exchange)
      options.record?.(exchange)
    },
  })
  const asked = await clock.until(asking)
  return { ...asked, plan, exchanges, sent, tookMs: clock.monotonic() }
}
