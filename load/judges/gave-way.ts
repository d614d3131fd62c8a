import type { GaveWay } from '../../evidence/load-results.ts'
import { toleratedShare } from '../giving-way.ts'
import { plannedLoad, type ScenarioRecord, type Slice } from '../record.ts'
import { type ArrivalRate, scenario } from '../registry.ts'
import { behindAt, type Plateau, plannedRate } from '../stages.ts'

/** Fewer answers than this in a stretch tell nothing. */
const fewest = 10

const tenths = (value: number) => Math.round(10 * value) / 10

/** A rate that lasts for so long is no chance of a moment. Milliseconds. */
const steadyMs = 2_000

/** The highest rate at which requests were served, a second, over `steadyMs` at least; null where nothing was served. */
function mostServed(slices: readonly Slice[]): number | null {
  const rates = slices.flatMap((_, from) => {
    let [ms, served] = [0, 0]
    for (let at = from; at < slices.length && ms < steadyMs; at += 1) {
      const { ms: own = 0, requests = 0, failed = 0, limited = 0 } = slices[at] ?? {}
      ms += own
      served += requests - failed - limited
    }
    return ms < steadyMs || served === 0 ? [] : [(1000 * served) / ms]
  })
  return rates.length === 0 ? null : Math.max(...rates)
}

/**
 * The highest planned rate until a moment. A request that gets no answer fails only after its time limit. By then, at the end of a
 * scenario, the planned rate is zero: that is not the rate at which the service failed.
 */
function highestRate(load: ArrivalRate, plateau: Plateau, atMs: number): number {
  let share = 0
  const ends = load.stages.map(({ time }) => {
    share += time
    return share * plateau.durationMs
  })
  const moments = [0, ...ends.filter((end) => end < atMs), Math.min(atMs, plateau.durationMs)]
  return Math.max(...moments.map((at) => plannedRate(load, plateau, at)))
}

/** Where the service gave way, in a scenario that looks for it; null where it held, or where the scenario does not look. */
export function gaveWayAt(record: ScenarioRecord): GaveWay | null {
  const { stopped, measured, apartMs } = record
  const planned = plannedLoad(record)
  if (planned === null || scenario(planned.name).givesWay === 'untold') return null
  // The processes did not run together, so nobody sent the planned rate.
  if (apartMs !== undefined) return null
  const { load, plateau } = planned
  const served = mostServed(measured?.slices ?? [])
  const at = (atMs: number, why: string): GaveWay => ({
    atMs: Math.round(atMs),
    ratePerSecond: tenths(highestRate(load, plateau, atMs)),
    ...(served === null ? {} : { servedPerSecond: tenths(served) }),
    why,
  })
  if (stopped?.by === 'gave-way') return at(stopped.atMs, stopped.why)
  let answered = 0
  for (const { atMs, ms, requests, failed, limited } of measured?.slices ?? []) {
    answered += requests
    const middle = atMs + ms / 2
    const why = limited > failed ? `${limited} of ${requests} got 429` : `${failed} of ${requests} requests failed`
    if (requests >= fewest && failed + limited > toleratedShare * requests) return at(middle, why)
    // After the suite ended the scenario, no further answers are expected.
    if (stopped !== null && atMs + ms > stopped.atMs) return null
    const behind = behindAt(load, plateau, atMs + ms, answered)
    if (behind !== null) return at(atMs + ms, behind)
  }
  return null
}
