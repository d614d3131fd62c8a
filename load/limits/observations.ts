import type { Sample, Trace } from './transport.ts'

/**
 * A trace as the models read it: arrivals in their likely order, each somewhere in [from, to], milliseconds after the
 * first request. Failed requests are left out: nobody knows whether they counted.
 */
export interface Observations {
  readonly count: number
  readonly from: Float64Array
  readonly to: Float64Array
  /** 1 = let through, 0 = refused. */
  readonly accepted: Uint8Array
  readonly samples: readonly Sample[]
}

/** Orders what was seen; an accepted request that overlaps refused ones before it is put first (jitter reorders). */
export function observe(trace: Trace): Observations {
  const told = trace.samples.filter((sample) => sample.outcome !== 'failed')
  const sorted = told.sort((one, other) => one.sentAt - other.sentAt)
  const samples = repairOrder(sorted)
  const origin = samples[0]?.sentAt ?? 0
  return {
    count: samples.length,
    from: Float64Array.from(samples, (sample) => sample.sentAt - origin),
    to: Float64Array.from(samples, (sample) => sample.receivedAt - origin),
    accepted: Uint8Array.from(samples, (sample) => (sample.outcome === 'accepted' ? 1 : 0)),
    samples,
  }
}

function repairOrder(sorted: readonly Sample[]): Sample[] {
  const ordered: Sample[] = []
  for (const sample of sorted) {
    let place = ordered.length
    if (sample.outcome === 'accepted') {
      while (place > 0 && overtakes(sample, ordered[place - 1])) place -= 1
    }
    ordered.splice(place, 0, sample)
  }
  return ordered
}

function overtakes(accepted: Sample, earlier: Sample | undefined): boolean {
  return earlier !== undefined && earlier.outcome === 'refused' && earlier.receivedAt > accepted.sentAt
}

/** A moment at which a limit let go: after the refusal at `from`, before the acceptance at `to`; none in flight then. */
export interface LetGo {
  readonly from: number
  readonly to: number
  /** How many were let through from here to the next refusal. */
  readonly run: number
}

/** Each change from refused to accepted that no overlap blurs. */
export function lettingGo({ count, from, to, accepted }: Observations): LetGo[] {
  const moments: LetGo[] = []
  for (let index = 1; index < count; index += 1) {
    if (accepted[index] !== 1 || accepted[index - 1] !== 0) continue
    if ((to[index - 1] ?? 0) > (from[index] ?? 0)) continue
    let run = 0
    while (index + run < count && accepted[index + run] === 1) run += 1
    moments.push({ from: from[index - 1] ?? 0, to: to[index] ?? 0, run })
  }
  return moments
}
