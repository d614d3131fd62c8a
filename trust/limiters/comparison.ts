import type { LimitResult } from '../../evidence/load-results.ts'
import type { RealSetting } from './limiter.ts'

/** The suite's inference about a limiter. */
export type Inferred = Pick<
  LimitResult,
  | 'algorithm'
  | 'quota'
  | 'quotaInterval'
  | 'windowMs'
  | 'windowIntervalMs'
  | 'refillPerSecond'
  | 'refillInterval'
  | 'why'
>

/** How an inference compares with the truth (O18): a wrong name is worse than none. */
export interface Comparison {
  readonly word: 'right' | 'inconclusive' | 'WRONG'
  /** The numbers of the truth that lie outside their intervals; empty where the name is not right. */
  readonly outside: readonly ('quota' | 'window' | 'refill')[]
}

/** Compares an inference with the limiter's own settings. */
export function compare(truth: RealSetting, inferred: Inferred): Comparison {
  if (inferred.algorithm === 'inconclusive')
    return { word: truth.algorithm === 'other' ? 'right' : 'inconclusive', outside: [] }
  if (inferred.algorithm !== truth.algorithm) return { word: 'WRONG', outside: [] }
  const numbers = [
    ['quota', truth.quota, inferred.quotaInterval],
    ['window', truth.windowMs, inferred.windowIntervalMs],
    ['refill', truth.refillPerSecond, inferred.refillInterval],
  ] as const
  const outside = numbers.flatMap(([name, number, interval]) =>
    number === null || isWithin(number, interval) ? [] : [name],
  )
  return { word: 'right', outside }
}

function isWithin(number: number, interval: readonly [number, number] | null): boolean {
  return interval !== null && interval[0] <= number && number <= interval[1]
}

/** A number with three significant digits. */
const short = (number: number) => String(Number(number.toPrecision(3)))

function withInterval(number: number | null, interval: readonly [number, number] | null, unit: string): string[] {
  if (number === null) return []
  const between = interval === null ? '' : ` [${short(interval[0])}, ${short(interval[1])}]`
  return [`${short(number)}${between}${unit}`]
}

/** The truth in the words of the table. */
export function truthText({ algorithm, quota, windowMs, refillPerSecond }: RealSetting): string {
  if (algorithm === 'other') return 'none of the names'
  const numbers = [...withInterval(quota, null, ''), ...withInterval(windowMs, null, ' ms')]
  return [algorithm, ...numbers, ...withInterval(refillPerSecond, null, '/s')].join(', ')
}

/** The inference in the words of the table. */
export function inferredText(inferred: Inferred): string {
  const { algorithm, why } = inferred
  if (algorithm === 'inconclusive') return `inconclusive: ${why}`
  return [
    algorithm,
    ...withInterval(inferred.quota, inferred.quotaInterval, ''),
    ...withInterval(inferred.windowMs, inferred.windowIntervalMs, ' ms'),
    ...withInterval(inferred.refillPerSecond, inferred.refillInterval, '/s'),
  ].join(', ')
}
