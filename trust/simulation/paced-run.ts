import { Dispatcher } from '../../contracts/ask/dispatcher.ts'
import { Queue } from '../../contracts/ask/queue.ts'
import { retryPolicyOf } from '../../contracts/ask/retry-policy.ts'
import type { Stage } from '../../contracts/ask/stage.ts'
import type { Transport } from '../../contracts/ask/transport.ts'
import { credentials } from '../../contracts/credentials.ts'
import type { Entry } from '../../contracts/plan.ts'
import type { HeaderLine } from '../../evidence/exchange.ts'
import { catalogue, type OperationId } from '../../fixtures/catalog/catalog.ts'
import { type KeyedLimiter, type Limiter, perKey } from '../../fixtures/limiters.ts'
import { seededRandom } from '../../fixtures/random.ts'
import { allKnown, play } from '../fabricated/contracts.ts'
import { VirtualClock } from '../fabricated/virtual-clock.ts'
import { greedySeconds, inOrderSeconds } from './knowing.ts'

/** A limit, and which requests share one count of it. */
interface PacedLimit {
  readonly make: () => Limiter
  readonly per: 'address' | 'credential' | 'product' | 'credential and product' | 'operation'
}

/** A deployment with a limit, asked a whole plan in virtual time. Times in milliseconds. */
export interface PacedScene extends PacedLimit {
  /** A second limit, which counts the requests that the first admits. @default none */
  readonly beside?: PacedLimit
  /** Requests a second that one count permits in the long run. */
  readonly perSecond: number
  readonly retryAfter: 'seconds' | 'rounded down' | 'absent'
  readonly latencyMs: number
  /** 0.2 = every trip ±20 %. */
  readonly jitter: number
  readonly concurrency?: number
  /** Number of requests, taken evenly from the plan. @default all */
  readonly requests?: number
  /** One probe in this many takes three seconds to answer. @default none */
  readonly slowEvery?: number
  /** Time that the deployment works on each request. @default 0 */
  readonly workMs?: number
  /** The limit still counts a request as under way for a random time up to this, after its answer has left. @default 0 */
  readonly lagMs?: number
  /** The status of a refusal. @default 429 */
  readonly status?: 429 | 503
  readonly seed?: number
  /** The limit for a client that knows it; not `make` where refused requests, or those under way, count. @default make */
  readonly known?: () => Limiter
}

/** The figures of a paced run. */
export interface PacedFigures {
  readonly requests: number
  readonly refused: number
  /** Seconds of the whole run, and the least that any client needs, even one that knows the limit. */
  readonly seconds: number
  readonly idealSeconds: number
  /** Ideal duration divided by actual duration: 1 = as fast as possible. */
  readonly used: number
  /** Share of refusals among the requests sent after the end of the first wait. */
  readonly refusedShare: number
  /** Requests that left although their own limit had told to wait. */
  readonly early: number
  /** The start of each wave of refusals, seconds. Of use for tuning. */
  readonly waves: readonly number[]
  readonly unsettled: number
}

const slowMs = 3_000
const known = allKnown
const everything = play({ operations: catalogue.map(({ id }) => id as OperationId) })
const asked = new Set(everything.exchanges.map(({ probe }) => probe))
/** The entries that a nightly asks a conforming deployment, in the plan's order. */
const nightly = everything.plan.entries.filter(({ probe }) => asked.has(probe.id))

function workload(requests: number): readonly Entry[] {
  const every = nightly.length / requests
  const taken =
    requests >= nightly.length
      ? nightly
      : Array.from({ length: requests }, (_, nth) => nightly[Math.floor(nth * every)])
  return taken.flatMap((entry) => (entry === undefined ? [] : [{ ...entry, when: null, phase: 'main' as const }]))
}

function isSlow(probe: string, { slowEvery }: PacedScene): boolean {
  return slowEvery !== undefined && Number.parseInt(probe.slice(0, 6), 16) % slowEvery === 0
}

function keyOf({ probe, product }: Entry, per: PacedScene['per']): string {
  const { holder } = credentials[probe.credential]
  const operation = probe.operation ?? probe.path
  return { address: '', credential: holder, product, 'credential and product': `${holder} ${product}`, operation }[per]
}

/**
 * The least time that any client needs, even one that knows the limit, seconds. Two things bound it: the busiest count, with all
 * that it saved up at the beginning, and the network.
 */
function idealSeconds(entries: readonly Entry[], scene: PacedScene): number {
  const counts = Map.groupBy(entries, (entry) => keyOf(entry, scene.per))
  const most = Math.max(...[...counts.values()].map((own) => own.length))
  const slow = scene.slowEvery === undefined ? 0 : (entries.length / scene.slowEvery) * slowMs
  const network = (entries.length * scene.latencyMs + slow) / (scene.concurrency ?? 16)
  return Math.max(Math.min(most / scene.perSecond, greedySeconds((scene.known ?? scene.make)(), most)), network / 1_000)
}

/** Seconds for a client that knows the limit, and sends the first in the plan's order that has room. Not for limits of places. */
export function knowingSeconds(scene: PacedScene): number {
  const requests = workload(scene.requests ?? nightly.length).map((entry) => ({
    key: keyOf(entry, scene.per),
    takesMs: scene.latencyMs + (isSlow(entry.probe.id, scene) ? slowMs : 0),
  }))
  return inOrderSeconds(requests, scene.known ?? scene.make, scene.concurrency ?? 16)
}

const codes: Readonly<Record<number, string>> = { 429: 'rate_limited', 503: 'maintenance' }
const body = (status: number) =>
  Buffer.from(status === 200 ? '{"data":{"status":"ok"}}' : `{"error":{"code":"${codes[status]}"}}`)

/** A request as the deployment saw it. */
interface Seen {
  readonly at: number
  readonly refused: boolean
}

/** A limit of the deployment, with its state. */
interface Met {
  readonly limiter: KeyedLimiter
  /** By count: the moment until which it has told clients to wait. */
  readonly holds: Map<string, number>
  readonly keyOf: (entry: Entry) => string
}

/** Asks the limits in order for one request. The first that refuses it tells how long to wait. */
function decided(limits: readonly Met[], entry: Entry, now: number) {
  const admitted: (() => void)[] = []
  for (const limit of limits) {
    const decision = limit.limiter.take(limit.keyOf(entry), now)
    if (decision.kind === 'refused') return { by: limit, waitMs: decision.waitMs }
    admitted.push(decision.done)
  }
  return { by: null, done: () => admitted.map((done) => done()) }
}

/** A transport to a deployment behind its limits, and facts about the requests that came. */
function deployment(scene: PacedScene, entries: readonly Entry[], clock: VirtualClock, random: () => number) {
  const byProbe = new Map(entries.map((entry) => [entry.probe.id, entry]))
  const limits: readonly Met[] = [scene, ...(scene.beside === undefined ? [] : [scene.beside])].map(
    ({ make, per }) => ({
      limiter: perKey(make),
      holds: new Map<string, number>(),
      keyOf: (entry: Entry) => keyOf(entry, per),
    }),
  )
  const seen: Seen[] = []
  const facts = { seen, early: 0, firstRelease: Number.POSITIVE_INFINITY }
  const trip = () => (scene.latencyMs / 2) * (1 + scene.jitter * (2 * random() - 1))
  const send: Transport['send'] = async ({ headers }) => {
    const [at, startedAt] = [clock.monotonic(), clock.now()]
    const received = (code: number, more: readonly HeaderLine[]) => ({
      ...{ head: { status: code, headers: more }, body: body(code), failure: null, startedAt, headMs: null },
      endMs: clock.monotonic() - at,
    })
    const probe = headers.find(([name]) => name === 'traceparent')?.[1].slice(36, 48) ?? ''
    const entry = byProbe.get(probe)
    if (entry === undefined) throw new Error(`no entry ${probe}`)
    if (limits.some((limit) => at < (limit.holds.get(limit.keyOf(entry)) ?? 0))) facts.early += 1
    await clock.sleep(trip())
    const decision = decided(limits, entry, clock.monotonic())
    if (decision.by === null) {
      await clock.sleep((scene.workMs ?? 0) + (isSlow(probe, scene) ? slowMs : 0))
      void clock.sleep(scene.lagMs === undefined ? 0 : scene.lagMs * random()).then(decision.done)
    }
    await clock.sleep(trip())
    seen.push({ at, refused: decision.by !== null })
    if (decision.by === null) return received(200, [])
    const isTold = decision.waitMs !== null && scene.retryAfter !== 'absent'
    const whole = scene.retryAfter === 'rounded down' ? Math.floor : Math.ceil
    const told = isTold ? whole((decision.waitMs ?? 0) / 1_000) : null
    const until = clock.monotonic() + (told ?? 1) * 1_000
    facts.firstRelease = Math.min(facts.firstRelease, until)
    const status = scene.status ?? 429
    if (told === null) return received(status, [])
    const key = decision.by.keyOf(entry)
    decision.by.holds.set(key, Math.max(decision.by.holds.get(key) ?? 0, until))
    return received(status, [['Retry-After', String(told)]])
  }
  return { transport: { send, close: () => {} }, facts }
}

/** Sends a plan to a deployment with limits, by the real dispatcher, in virtual time. */
export async function pacedRun(scene: PacedScene): Promise<PacedFigures> {
  const entries = workload(scene.requests ?? nightly.length)
  const clock = new VirtualClock()
  const random = seededRandom(scene.seed ?? 1)
  const { transport, facts } = deployment(scene, entries, clock, random)
  const dispatcher = new Dispatcher({
    known,
    transport,
    clock,
    concurrency: scene.concurrency ?? 16,
    timeoutMs: 10_000,
    seed: 7,
    redact: (text: string) => text,
    userAgent: 'simulated',
    traceId: '0'.repeat(32),
    ...{ signal: new AbortController().signal, record: () => {} },
  })
  let unsettled = 0
  const policy = { ...retryPolicyOf('nightly'), random }
  const stage: Stage = {
    queue: new Queue(entries, { isSettled: () => false, isWanted: () => true }),
    isOver: () => false,
    patience: () => clock.monotonic() + policy.longestWaitMs,
    policy: () => policy,
    attempted: () => {},
    settled: (_, next) => {
      if (next?.kind !== 'settled') unsettled += 1
    },
  }
  await clock.until(dispatcher.drain(stage))
  return { ...figuresOf(facts, idealSeconds(entries, scene), clock.monotonic() / 1_000), unsettled }
}

function figuresOf(
  { seen, early, firstRelease }: ReturnType<typeof deployment>['facts'],
  ideal: number,
  seconds: number,
) {
  const later = seen.filter(({ at }) => at >= firstRelease)
  const times = seen.flatMap(({ at, refused }) => (refused ? [at] : [])).toSorted((one, other) => one - other)
  const begins = times.filter((at, nth) => nth === 0 || at - (times[nth - 1] ?? 0) > 500)
  return {
    requests: seen.length,
    refused: times.length,
    seconds,
    early,
    idealSeconds: ideal,
    used: ideal / seconds,
    refusedShare: later.length === 0 ? 0 : later.filter(({ refused }) => refused).length / later.length,
    waves: begins.map((at) => Math.round(at / 100) / 10),
  }
}
