import type { TimedAnswer } from '../limiter/limiter.ts'

/**
 * How many requests in flight a service answers within half of the time limit, as far as these tell that were sent at once: by how soon
 * half of them were over, since a few may be late by chance. One that delays in place of refusing answers one after the other.
 */
export function inFlightInTime(answers: readonly TimedAnswer[], timeoutMs: number): number {
  const ends = answers.map(({ receivedAt }) => receivedAt).sort((one, other) => one - other)
  const [first = 0] = ends
  const half = Math.ceil(answers.length / 2)
  // Of several, from the end of the first: what takes long for each, and as long for all at once, is no queue.
  const alone = answers.length === 1 ? answers[0] : undefined
  const [ended, ms] = alone === undefined ? [half - 1, (ends[half - 1] ?? 0) - first] : [1, first - alone.sentAt]
  return Math.round((ended * timeoutMs) / (2 * Math.max(1, ms)))
}
