import { burst, places, recovery, sending } from './constants.ts'
import { Ended, type Prober, type Volley } from './prober.ts'
import { heldMs, passing, type Sample } from './trace.ts'

const burstPace = (index: number) => burst.paces.find(({ below }) => index < below)?.paceMs ?? 1

/** The first burst: paced requests, then growing groups at once. Ends at the second refusal, or at a share of the budget. */
export async function findLimit(prober: Prober): Promise<Volley> {
  const count = Math.min(burst.requests, Math.ceil(prober.budget.requests * burst.shareOfBudget))
  const paced = await prober.volley({ phase: 'burst', count, paceMs: burstPace, stopAfter: burst.refusals })
  if (paced.refused > 0) return paced
  for (const count of burst.groups) {
    const group = await prober.volley({ phase: 'groups', count, paceMs: 0, stopAfter: count + 1 })
    if (group.refused > 0) return group
  }
  return paced
}

/** How many accepted requests were in flight when the first refused one was sent: the first guess at the places of a limit. */
export function inFlightAtRefusal(samples: readonly Sample[]): number {
  const refused = samples.find((sample) => sample.passage === 'refused')
  if (!refused) return 0
  const { sentAt } = refused
  return passing(samples, 'accepted').filter((one) => one.sentAt <= sentAt && one.receivedAt > sentAt).length
}

/**
 * Sends groups at once after pauses of 0.3 s, nothing, 0.25 s and 1 s. A concurrency limit lets the same number in each time. Each
 * group has a second wave while the first is held: it finds full places, or a bucket that has refilled. Returns the middle size,
 * since a request of the second wave may overtake one of the first. Returns null at the first group that differs.
 */
export async function tryPlaces(prober: Prober, guess: number): Promise<number | null> {
  const sizes: number[] = []
  for (const pauseMs of places.pausesMs) {
    await prober.until(prober.now() + pauseMs)
    const wave = Math.ceil(places.waveTimes * Math.max(guess, ...sizes)) + places.waveMore
    // With few places, it takes longer until one is free.
    const share = Math.max(places.tailAfter, places.tailAfterFew / Math.max(2, guess, ...sizes))
    const tail = share * heldMs(prober.samples.slice(-sending.tripsKept))
    const paceMs = (index: number) => (index === wave - 1 ? tail : 0)
    const count = wave + places.tail
    const group = await prober.volley({ phase: 'groups', count, paceMs, stopAfter: count + 1 })
    sizes.push(passing(group.samples.slice(0, wave), 'accepted').length)
    const [fewest, most] = [Math.min(...sizes), Math.max(...sizes)]
    if (group.refused === 0 || fewest === 0 || most > fewest * places.spread + 1) return null
  }
  for (let single = 0; single < places.singles; single += 1) {
    if ((await prober.single('singles')).passage === 'refused') return null
  }
  return sizes.sort((one, other) => one - other)[sizes.length >> 1] ?? null
}

/** When something came back: later than `lo` and earlier than `hi`, milliseconds after `since`. */
export type Recovery = Awaited<ReturnType<typeof recover>>

/** How the search for a recovery asks. */
export interface RecoverySearch {
  /** The moment from which the recovery is measured. */
  readonly since: number
  /** When to ask first, milliseconds after `since`, ascending; further questions follow at growing gaps. */
  readonly at?: readonly number[]
  /** Each further question is so many times as far from `since`. */
  readonly growth: number
  /** The first distance of the growing gaps, milliseconds. */
  readonly startMs: number
}

/**
 * Asks single requests until one is let through. This measures the recovery on purpose, so it does not sleep through a Retry-After; a
 * named wait only seeds where it starts to ask (O16). Throws `Ended('wait')` at the longest wait.
 */
export async function recover(prober: Prober, search: RecoverySearch) {
  const { since, at = [], growth, startMs } = search
  let lo = 0
  const ask = async (distance: number) => {
    await prober.until(since + distance)
    const answer = await prober.single('recovery')
    if (answer.passage === 'refused') lo = answer.sentAt - since
    return answer.passage === 'accepted' ? { since, lo, hi: answer.receivedAt - since, accepted: answer } : null
  }
  for (const distance of at) {
    const found = since + distance > prober.now() ? await ask(distance) : null
    if (found) return found
  }
  const farthest = prober.budget.longestWaitMs
  let distance = Math.max(startMs, (prober.now() - since) * (lo > 0 ? growth : 1))
  for (;;) {
    if (prober.now() - since >= farthest) throw new Ended('wait')
    const found = await ask(Math.min(distance, farthest))
    if (found) return found
    distance = Math.max(distance, prober.now() - since) * growth
  }
}

/** Where a search starts, ms: a little before the wait that the last refusal named, where the budget holds it; else `fallbackMs`. */
export function seededStart(prober: Prober, fallbackMs: number): number {
  const named = prober.samples.findLast((sample) => sample.passage === 'refused')?.retryAfterMs ?? 0
  const early = named * recovery.beforeNamed
  return early > 0 && early < prober.budget.longestWaitMs ? early : fallbackMs
}
