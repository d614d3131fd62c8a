import { counted } from '../evidence/counted.ts'
import type { LimitResult } from '../evidence/load-results.ts'
import { duration } from './plain-text.ts'

/** What was learned about Retry-After at one limit, in a sentence. */
export function retryAfterLine({ retryAfter, operation }: LimitResult): string {
  const { form, longestMs, trials, recovered } = retryAfter
  if (form === null) {
    const other = `but another refusal told to wait: served again after ${recovered} of ${counted(trials, 'wait')}`
    return `no 429 was met on ${operation}, ${trials > 0 ? other : 'so Retry-After was not seen'}`
  }
  if (form === 'absent') return `refused on ${operation} without Retry-After, which may be left out (§7.2)`
  if (trials === 0 && longestMs === null) return `Retry-After on ${operation} is ${form}, so there was no wait to keep`
  const named = longestMs === null ? '' : `, ${duration(longestMs)} at most`
  const kept =
    trials === 0 ? 'no wait that it named was tried' : `served again after ${recovered} of ${counted(trials, 'wait')}`
  return `Retry-After ${trials > 0 && trials === recovered ? 'verified' : 'seen'} on ${operation}: ${form}${named}, ${kept}`
}

/** Below one second two digits are shown. A window of 1 s is measured as 997 ms, so further digits mean nothing. */
const aboutDuration = (ms: number) => duration(ms < 1000 ? Number(ms.toPrecision(2)) : ms)

/** What was inferred about a limit, in words: the algorithm with its numbers, or that it is not clear. */
export function limitLine({ algorithm, quota, windowMs, refillPerSecond, scope, retryAfter }: LimitResult): string {
  if (algorithm === 'none') return 'no limit was met'
  if (algorithm === 'inconclusive' && retryAfter.form === null) return 'no limit is named, since no 429 was met'
  if (algorithm === 'inconclusive') return `which kind of limit this is, is not clear (${scopeWords(scope)})`
  const size = quota === null ? '' : `, ${counted(quota, 'request')}`
  const window = windowMs === null ? '' : ` in ${aboutDuration(windowMs)}`
  const refill = refillPerSecond === null ? '' : `, ${Number(refillPerSecond.toFixed(2))} a second come back`
  return `${algorithm.replace('-', ' ')}${size}${window}${refill} (${scopeWords(scope)})`
}

/** The scope of a limit in words: `credential+product` becomes `for each key and product`. */
function scopeWords(scope: string): string {
  if (scope === 'unknown') return 'for whom is not known'
  if (scope === 'everybody') return 'for all together'
  return `for each ${scope.replaceAll('credential', 'key').split('+').join(' and ')}`
}
