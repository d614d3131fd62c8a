import type { SlowedDown } from '../../evidence/load-results.ts'
import { percentile } from '../engine/measure.ts'
import type { Measured, Slice } from '../record.ts'

/** Stretches at the plateau, where each is asked as much as the others: fewer tell no trend. */
const fewest = 8
/** Answers in a stretch: of fewer, the slowest one in twenty is one that the machine held up. */
const enough = 20
/** A stretch counts to the plateau from this share of the fullest one. */
const full = 0.9
/** It is slower where it takes so many times as long, and so many milliseconds more, than in the beginning. */
const slower = { times: 1.5, byMs: 20 } as const

/**
 * Medians of p95 over the first and the last quarter of a plateau, where every stretch of the last is above all of the first, and
 * by more than our own machine held requests up.
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
