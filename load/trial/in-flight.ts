import type { TimedAnswer } from '../limiter/limiter.ts'

/**
 * How many requests in flight a service answers within half of the time limit, as far as these tell that were sent at once: by how soon
 * half of them were over, since a few may be late by chance. One that delays in place of refusing answers one after the other.
 */
export function inFlightInTime(answers: readonly TimedAnswer[], timeoutMs: number): number {
  const half = Math.ceil(answers.length / 2)
  const ends = answers.map(({ receivedAt }) => receivedAt).sort((one, other) => one - other)
  const ms = (ends[half - 1] ?? 0) - Math.min(...answers.map(({ sentAt }) => sentAt))
  return Math.round((half * timeoutMs) / (2 * Math.max(1, ms)))
}
