import { counted } from '../../evidence/counted.ts'
import { isShed } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, violation } from '../../evidence/judgement.ts'
import { toldMs } from '../../evidence/told-wait.ts'
import { describeAnswer } from '../answer.ts'
import { describeProbe } from '../describe-probe.ts'
import { exchangesOf, isAnswered, type Outcome, usualFirst, wasSent } from '../outcome.ts'
import { isWatched } from '../probe.ts'

/** True where a server error came. Load shedding does not count: one finding reports it for the whole run. */
const is5xx = ({ kind, attempts }: Outcome) =>
  attempts.some((attempt) => (attempt.response?.status ?? 0) >= 500 && !(kind !== 'server-error' && isShed(attempt)))

/** Statuses that refuse a client, now or always, and say nothing of the method. */
const refusals: readonly number[] = [401, 403, 429]

/** O1: true where every answer that says something of the method is a 501. `catalog.reachable` reports that. */
function isNotImplemented(seen: readonly Outcome[]): boolean {
  const statuses = seen.flatMap((one) => (isAnswered(one) && !isWatched(one.probe) ? [one.answer.status] : []))
  const told = statuses.filter((status) => !refusals.includes(status))
  return told.length > 0 && told.every((status) => status === 501)
}

/** O5d: a server error that came again is a violation, one that did not is unstable. Null where none came. `seen`: all of the operation. */
export function judgeServerErrors(outcomes: readonly Outcome[], seen: readonly Outcome[]): Judgement | null {
  const repeated = outcomes.filter((outcome) => outcome.kind === 'server-error').filter((error) => error.repeated)
  const [first] = repeated
  const [persistent] = usualFirst(repeated.filter(({ answer }) => answer.status === first?.answer.status))
  if (persistent !== undefined) {
    const { answer, probe } = persistent
    const observed = describeAnswer(answer)
    if (answer.status === 501 && isNotImplemented(seen))
      return inconclusive('not-implemented', { observed, exchanges: exchangesOf([persistent]) })
    return violation(
      'server-error',
      { expected: 'an answer below 500', observed, exchanges: exchangesOf([persistent]) },
      { status: answer.status, request: describeProbe(probe) },
    )
  }
  const once = outcomes.filter(is5xx)
  if (once.length === 0) return null
  for (const { kind, attempts } of once) {
    const last = attempts.at(-1)
    const waitMs = last === undefined || attempts.length > 1 ? null : toldMs(last)
    if (kind !== 'server-error' || waitMs === null) continue
    const values = { status: last?.response?.status ?? 0, time: `${Math.round(waitMs / 1000)} s` }
    return inconclusive('told-to-wait', { exchanges: exchangesOf(once) }, values)
  }
  const requests = counted(outcomes.filter(wasSent).length, 'request')
  // The run ended, or the target was gone, before it was clear whether the errors are the operation's own.
  const stayed = once.filter(({ kind }) => kind === 'server-error')
  const isAgain = stayed.flatMap(({ attempts }) => attempts).length > 1
  const [cause, failed] = isAgain ? (['server-error-stayed', stayed] as const) : (['unstable', once] as const)
  return inconclusive(cause, { exchanges: exchangesOf(failed) }, { failed: failed.length, requests })
}
