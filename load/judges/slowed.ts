import type { SlowedDown } from '../../evidence/load-results.ts'
import { percentile } from '../engine/measure.ts'
import type { Measured, Slice } from '../record.ts'

/** The least number of stretches at the plateau: fewer tell no trend. Each is asked for as much as the others. */
const fewest = 8
/** The least number of answers in a stretch: in fewer, p95 may be one answer that our own machine held up. */
const enough = 20
/** A stretch belongs to the plateau from this share of the highest planned rate. */
const full = 0.9
/** Slower means: so many times as long, and so many milliseconds longer, than at the beginning. */
const slower = { times: 1.5, byMs: 20 } as const

/**
 * Tells whether the service slowed down: medians of p95 over the first and the last quarter of the plateau. Null unless each stretch
 * of the last quarter is above all of the first, by more than our own machine held requests up.
 */
export function slowedDown({ slices, lateMs = null }: Pick<Measured, 'slices' | 'lateMs'>): SlowedDown | null {
  const fullest = Math.max(0, ...slices.map(({ planned, ms }) => planned / ms))
  const plateau = slices.filter(({ planned, ms, requests }) => planned / ms >= full * fullest && requests >= enough)
  if (plateau.length < fewest) return null
  const quarter = Math.floor(plateau.length / 4)
  const [first, last] = [plateau.slice(0, quarter), plateau.slice(-quarter)].map(times) as [number[], number[]]
  const [fromMs, toMs] = [percentile(first, 0.5), percentile(last, 0.5)]
  const apart = Math.min(...last) > Math.max(...first)
  if (!apart || toMs < slower.times * fromMs || toMs - fromMs < Math.max(slower.byMs, lateMs?.p99 ?? 0)) return null
  return { fromMs, toMs }
}

const times = (slices: readonly Slice[]) => slices.map(({ p95 }) => p95 ?? 0).sort((one, other) => one - other)
