import { nullable, Type, type ValueOf } from '../../fixtures/schemas/type.ts'
import { derived, scope } from './constants.ts'
import { type Budget, type Clock, passageOf, type Sample, type TimedAnswer } from './trace.ts'

const isApart = nullable(Type.Boolean())

/** Whom a limit concerns, as repeated pairs of requests tell. */
export const scopeSchema = Type.Object({
  /** True: the other has a limit of its own. False: both share one. Null: could not be told. Absent: not asked. */
  apart: Type.Partial(Type.Object({ credential: isApart, product: isApart, operation: isApart, address: isApart })),
  /** `everybody`, `credential`, `credential+product` …; null where one of the asked dimensions could not be told. */
  scope: nullable(Type.String()),
  why: Type.String(),
  requests: Type.Number(),
})
export type Scope = ValueOf<typeof scopeSchema>

/** A way in which two requests can differ. They then share one limit, or each has its own (O17). */
export type Dimension = keyof Scope['apart']

type Variant = 'base' | Dimension

/** Where a limit may weigh requests. Another product is another operation too: it needs no proof of its own where the sibling has given it. */
const weighed: readonly Dimension[] = ['operation', 'product']

/** The surroundings of the votes on whom a limit concerns. */
export interface ScopeSetting {
  /** Sends the request whose limit is known (`base`), or one that differs from it in that dimension alone. */
  readonly send: (variant: Variant) => Promise<TimedAnswer>
  readonly clock: Clock
  readonly budget: Budget
  /** The dimensions that can vary here: an account with one key leaves out `credential`. */
  readonly dimensions: readonly Dimension[]
}

class Spent extends Error {}

/**
 * Finds out whom a limit concerns by controlled pairs (O17; METHOD.md, step 8), without reading a header. While the base is refused,
 * one request that differs in one dimension is sent between three refused controls before and three after. They follow closely, so
 * that little refills between. Three pairs that agree decide; a limit that refills too fast is not told. Sends at most
 * `budget.requests`, none later than `budget.ms` after the start. Never rejects for an answer.
 */
export async function probeScope(setting: ScopeSetting): Promise<Scope> {
  const { budget, dimensions } = setting
  const endsAt = setting.clock.now() + budget.ms
  let requests = 0
  const now = () => setting.clock.now()
  const sleep = async (ms: number) => {
    if (now() + ms > endsAt) throw new Spent()
    await setting.clock.sleep(ms)
  }
  const send = (variant: Variant) => {
    if (requests >= budget.requests || now() > endsAt) throw new Spent()
    requests += 1
    return setting.send(variant).then((answer) => ({ passage: passageOf(answer), toldMs: answer.retryAfterMs }))
  }
  const asking: Asking = { send, clock: { now, sleep }, budget }
  const apart: Partial<Record<Dimension, boolean | null>> = {}
  let why = ''
  try {
    if ((await exhaust(asking)).refused > 0) {
      const doubtful: Dimension[] = []
      for (const dimension of dimensions) {
        const isApart = await vote(asking, dimension)
        if (isApart && weighed.includes(dimension)) doubtful.push(dimension)
        else apart[dimension] = isApart
      }
      for (const dimension of weighed.filter((one) => doubtful.includes(one)))
        apart[dimension] = apart.operation || (await confirm(asking, dimension))
    } else why = 'no limit was met within the budget'
  } catch (error) {
    if (!(error instanceof Spent)) throw error
    why = 'the budget was spent first'
  }
  for (const dimension of dimensions) apart[dimension] ??= null
  return { apart, ...nameOf(apart, dimensions, why), requests }
}

/** What a request got, and the wait that it told, if any. */
type Got = Pick<Sample, 'passage'> & { readonly toldMs: number | null }

/** The surroundings of all votes: their time and requests end with the budget. */
interface Asking {
  readonly send: (variant: Variant) => Promise<Got>
  readonly clock: Clock
  readonly budget: Budget
}

/** Sends the base, or another, until it is refused twice. Returns how many were refused, none where it is never, and how many were served. */
async function exhaust({ send, clock, budget }: Asking, whom: Variant = 'base') {
  const answers: Promise<Got>[] = []
  const { partsOfBudget, polite, paceMs, fastMs } = scope.exhaust
  let refused = 0
  try {
    for (let sent = 0; refused < 2 && sent < budget.requests / partsOfBudget; sent += 1) {
      const answer = send(whom).then((got) => {
        if (got.passage === 'refused') refused += 1
        return got
      })
      answers.push(answer)
      await clock.sleep(sent < polite ? paceMs : fastMs)
    }
  } finally {
    await Promise.all(answers)
  }
  const served = (await Promise.all(answers)).filter(({ passage }) => passage === 'accepted').length
  return { refused, served }
}

const longer = (leadIn: number) => Math.min(scope.leadIn.most, scope.leadIn.times * leadIn + scope.leadIn.more)

/** Sends pairs until one side leads by three clean ones. True: the other has a limit of its own; null: no result. */
async function vote(asking: Asking, dimension: Dimension): Promise<boolean | null> {
  let balance = 0
  let spoilt = 0
  let leadIn = 0
  let wasServed = false
  for (let pair = 0; pair < scope.pairs && spoilt < scope.spoilt; pair += 1) {
    const { other, toldMs, letThrough } = await controlledPair(asking, dimension, leadIn)
    const weight = scope.weights[letThrough]
    if (other === 'failed' || weight === undefined) {
      spoilt += 1
      leadIn = longer(leadIn)
      await exhaust(asking)
      continue
    }
    balance += other === 'accepted' ? weight : -weight
    wasServed ||= letThrough === 0 && balance > 0
    if (Math.abs(balance) < scope.lead - 1e-9) continue
    return balance < 0 && wasServed ? await voteOfSmall(asking, dimension, toldMs) : balance > 0
  }
  return null
}

/**
 * The other was served first and then refused: it may have used up a small limit of its own. So its own wait is kept before each
 * further pair. True where it is served after two waits, false where a kept wait serves the base alone; null: no result.
 */
async function voteOfSmall(asking: Asking, dimension: Dimension, told: number | null) {
  let toldMs = told
  let { untoldMs } = scope.own
  let leadIn = 0
  let balance = 0
  for (let asked = 0; asked < scope.spoilt; asked += 1) {
    await asking.clock.sleep(toldMs === null ? untoldMs : toldMs + scope.own.graceMs)
    const { served } = await exhaust(asking)
    const { other, letThrough, ...got } = await controlledPair(asking, dimension, leadIn)
    // A wait that serves the base no more is none that serves the other.
    if (served === 0 && other !== 'accepted') untoldMs *= 2
    else if (other === 'failed' || letThrough > 0) leadIn = longer(leadIn)
    else balance += other === 'accepted' ? 1 : toldMs === null ? -1 : -scope.own.lead
    if (Math.abs(balance) >= scope.own.lead) return balance > 0
    if (other === 'refused') toldMs = got.toldMs
  }
  return null
}

/**
 * A limit that weighs requests serves a cheap one while it refuses a dear one, though both share it. True where more are served at once than
 * such a limit has left, or where the base is served right after the other used up all that there was for it. Null: no result.
 */
async function confirm(asking: Asking, dimension: Dimension): Promise<true | null> {
  const { send, clock } = asking
  await exhaust(asking)
  const burst = await Promise.all(Array.from({ length: scope.left }, () => send(dimension)))
  if (burst.every(({ passage }) => passage === 'accepted')) return true
  for (let waitMs = scope.own.untoldMs; ; waitMs *= 2) {
    const { toldMs } = await send('base')
    await clock.sleep(toldMs === null ? waitMs : toldMs + scope.own.graceMs)
    const other = await exhaust(asking, dimension)
    const base = await Promise.all(Array.from({ length: scope.own.lead }, () => send('base')))
    const isServed = base.every(({ passage }) => passage === 'accepted')
    // Refused still: the limit did not let go between the two.
    if (other.served > 0 && isServed && (await send(dimension)).passage === 'refused') return true
    if (waitMs >= scope.own.longestMs) return null
  }
}

/**
 * Sends three controls, the other request, three controls. Returns what the other got, and how many controls were not refused. Before
 * them go `leadIn` base requests, which use up what refilled while answers were awaited.
 */
async function controlledPair({ send, clock }: Asking, dimension: Dimension, leadIn: number) {
  const answers: Promise<Got>[] = []
  try {
    for (let place = 0; place < leadIn + 2 * derived.controls + 1; place += 1) {
      answers.push(send(place === leadIn + derived.controls ? dimension : 'base'))
      await clock.sleep(scope.paceMs)
    }
  } finally {
    await Promise.all(answers)
  }
  const controls = (await Promise.all(answers)).slice(leadIn)
  const [got] = controls.splice(derived.controls, 1)
  const { passage: other, toldMs }: Got = got ?? { passage: 'failed', toldMs: null }
  return { other, toldMs, letThrough: controls.filter(({ passage }) => passage !== 'refused').length }
}

function nameOf(apart: Scope['apart'], dimensions: readonly Dimension[], trouble: string) {
  const untold = dimensions.filter((dimension) => apart[dimension] === null)
  if (untold.length > 0) {
    const why = trouble || 'the limit lets go too fast or too unevenly between controls'
    return { scope: null, why: `cannot tell by ${untold.join(', ')}: ${why}` }
  }
  const own = dimensions.filter((dimension) => apart[dimension])
  const parts = own.includes('operation') ? own.filter((dimension) => dimension !== 'product') : own
  // A limit of each key refuses all that one key asks.
  if (parts.length === 0 && !dimensions.includes('credential')) return { scope: null, why: 'no other key was asked' }
  const scope = parts.length > 0 ? parts.join('+') : 'everybody'
  return { scope, why: `while refused, each of ${dimensions.join(', ')} was varied between refused controls` }
}
