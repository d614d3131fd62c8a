import { type Count, type LearnedLimit, releaseOf } from './counts.ts'
import type { Share } from './share.ts'

/** How long the requests left of each count of the limit take, milliseconds; null where too little is known of its rate. */
export function timeLeft(
  left: ReadonlyMap<Share, number>,
  { counts, scopes, typical }: LearnedLimit,
  now: number,
): ReadonlyMap<Count, number | null> {
  const requests = new Map<Count, number>()
  for (const [share, own] of left) {
    const all = counts.of(share)
    for (const scope of scopes) requests.set(all[scope], (requests.get(all[scope]) ?? 0) + own)
  }
  const timeOf = (count: Count, own: number) => {
    const ms = (count.rate ?? typical).msFor(own)
    return ms === null ? null : Math.max(0, releaseOf(count, scopes) - now) + ms
  }
  return new Map([...requests].map(([count, own]) => [count, timeOf(count, own)]))
}
