import { findLimit, inFlightAtRefusal, type Recovery, recover, seededStart, tryPlaces } from './approach.ts'
import { probeBulk, probeBulkAgain } from './bulk.ts'
import { burst, recovery, trickle } from './constants.ts'
import { drain, Ended, Prober, type ProberSetting } from './prober.ts'
import type { ProbeEnd, Recurrence, Trace } from './trace.ts'
import { measureTrickle, probeTrickle } from './trickle.ts'

/**
 * Learns how a limit behaves by asking: a burst, the recovery, and cycles in which the models would answer differently (METHOD.md,
 * steps 1 to 6). Runs with any clock and transport: k6, Node, virtual time. It names nothing; `nameLimiter` does that in Node. Where
 * that says `wantsRound`, a call with `previous`, from the same process or another, does one more round.
 *
 * Polite: a rest is never shorter than a Retry-After (within the budget). Only the phases `recovery`, `drain` and `shape` ask while a
 * limit may still hold, because they measure when it lets go. Never rejects for an answer. In any case, at most `budget.requests` are
 * sent, none later than `budget.ms` after the start.
 */
export async function probeLimiter(setting: ProberSetting): Promise<Trace> {
  const { clock, previous, budget } = setting
  const startedAt = clock.now()
  const prober = new Prober(setting)
  let end: ProbeEnd = 'complete'
  try {
    await (previous ? oneMoreRound(prober) : firstExperiment(prober))
  } catch (error) {
    if (!(error instanceof Ended)) throw error
    end = error.end
  }
  const samples = [...prober.samples].sort((one, other) => one.sentAt - other.sentAt)
  const spentMs = (previous?.spentMs ?? 0) + clock.now() - startedAt
  return { samples, budget, end, rounds: (previous?.rounds ?? 0) + 1, spentMs, shape: prober.shape }
}

async function firstExperiment(prober: Prober): Promise<void> {
  const found = await findLimit(prober)
  if (found.refused === 0) return
  const size = found.accepted
  const { singles: count, refusals: stopAfter } = burst
  const singles = await prober.volley({ phase: 'singles', count, paceMs: 0, oneByOne: true, stopAfter })
  if (singles.refused < stopAfter) {
    const places = await tryPlaces(prober, inFlightAtRefusal(found.samples))
    prober.shape = places === null ? null : { kind: 'places', size: places, scaleMs: 0 }
    if (places !== null) return
    await prober.volley(drain(size, 1))
  }
  const startMs = seededStart(prober, Math.max(recovery.startMs, recovery.startTrips * prober.roundTripMs()))
  const first = await recover(prober, { since: prober.now(), growth: recovery.growth, startMs })
  const back = await prober.volley(drain(size, recovery.drainPaceMs))
  if (back.accepted + 1 >= recovery.bulkShare * size && !(await tricklesOn(prober, first, back.accepted + 1))) {
    prober.shape = { kind: 'bulk', size: Math.max(back.accepted + 1, Math.min(size, 2)), scaleMs: first.hi }
    await startBulk(prober, prober.shape, first)
  } else {
    const perSecond = await measureTrickle(prober, size, Math.min(first.hi, trickle.firstWaitMs))
    // A burst whose first requests are refused already has no size.
    const held = Math.max(1, size)
    prober.shape = { kind: 'trickle', size: held, scaleMs: (1000 * held) / perSecond }
    await probeTrickle(prober, prober.shape, trickle.looks)
  }
}

/**
 * True where more comes back a little later. A Retry-After may have made the first look late: then what came back may have come at
 * once, or bit by bit. A limit that trickles has given back its share of that by now.
 */
async function tricklesOn(prober: Prober, first: Recovery, back: number): Promise<boolean> {
  if (first.lo > recovery.looseLow * first.hi) return false
  await prober.until(prober.now() + recovery.trickleAfter * first.hi)
  const more = await prober.volley(drain(back, recovery.drainPaceMs))
  return more.accepted >= Math.max(1, recovery.trickleShare * back)
}

/** Looks for a second recovery right after the first. The second one tells the scale, even where the burst came late in a window. */
async function startBulk(prober: Prober, guessed: Recurrence, first: Recovery): Promise<void> {
  const since = first.accepted.sentAt
  const at = recovery.secondAt.map((share) => share * first.hi)
  const second = await recover(prober, { since, at, growth: recovery.secondGrowth, startMs: first.hi })
  prober.shape = { ...guessed, scaleMs: (Math.max(second.lo, 1) + second.hi) / 2 }
  await probeBulk(prober, prober.shape, second)
}

async function oneMoreRound(prober: Prober): Promise<void> {
  const { shape } = prober
  if (shape?.kind === 'trickle') await probeTrickle(prober, shape, trickle.looksAgain)
  if (shape?.kind === 'bulk') await probeBulkAgain(prober, shape)
}
