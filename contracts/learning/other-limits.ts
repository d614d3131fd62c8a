import { answerOf } from '../answer.ts'
import { isOwed, mayBeLimit, type Outcome } from '../outcome.ts'

/** Refusals that gave way at fewer operations may be codes that one of several replicas writes wrong. */
const enough = 3

/** The statuses other than 429 by which a limit refuses: at several operations a probe got one with `rate_limited`, and then an answer. */
function statusesOf(outcomes: readonly Outcome[]): ReadonlySet<number> {
  const gaveWay = outcomes.flatMap(({ kind, probe, attempts }) => {
    const last = attempts.at(-1)
    const answer = last === undefined ? null : answerOf(last)
    if (kind === 'not-sent' || answer === null || mayBeLimit(answer)) return []
    const before = attempts
      .flatMap((attempt) => answerOf(attempt) ?? [])
      .filter((one) => mayBeLimit(one) && !isOwed(probe, one))
    return before.map(({ status }) => ({ status, operation: probe.operation }))
  })
  const operations = [...Map.groupBy(gaveWay, ({ status }) => status)].map(
    ([status, own]) => [status, new Set(own.map(({ operation }) => operation)).size] as const,
  )
  return new Set(operations.flatMap(([status, count]) => (count >= enough && status !== 429 ? [status] : [])))
}

/** O11: where a limit refuses with another status than 429, a probe that it refused to the last is limited, and has no answer to judge. */
export function withOtherLimits(outcomes: ReadonlyMap<string, Outcome>): ReadonlyMap<string, Outcome> {
  const statuses = statusesOf([...outcomes.values()])
  if (statuses.size === 0) return outcomes
  const isLimited = (one: Outcome) =>
    one.kind === 'answer' && statuses.has(one.answer.status) && mayBeLimit(one.answer) && !isOwed(one.probe, one.answer)
  return new Map(
    [...outcomes].map(([id, one]) => [id, one.kind === 'answer' && isLimited(one) ? { ...one, kind: 'limited' } : one]),
  )
}
