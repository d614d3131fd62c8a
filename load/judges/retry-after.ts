import { seconds } from '../../evidence/counted.ts'
import { type Judgement, notExercised, pass, undocumented, violation } from '../../evidence/judgement.ts'
import { demanded } from '../../evidence/told-wait.ts'
import { isServed } from '../trial/trial.ts'
import type { LimitView } from './limit-view.ts'
import { idsOf, inPhase, is429 } from './load-answer.ts'
import { judgeNoRefusal } from './no-refusal.ts'

/**
 * O15: Retry-After may be absent; where it is present, HTTP's grammar holds. RFC 9110 is not the platform's own document. But the
 * platform says that it speaks HTTP, and that clients honour the header (§7.2, §8.2). A client cannot honour what it cannot read.
 */
export function judgeRetryAfter(view: LimitView): Judgement {
  const refusals = [...view.own, ...view.scope].filter((answer) => is429(answer) || answer.status === 503)
  for (const { id, status, retryAfter } of refusals) {
    if (retryAfter.kind !== 'malformed') continue
    const detail = { expected: demanded(status), observed: retryAfter.why, exchanges: [id] }
    return violation('malformed', detail, { why: retryAfter.why })
  }
  if (!refusals.some(is429)) return judgeNoRefusal(view)
  const told = refusals.filter(({ toldMs }) => toldMs !== null)
  if (told.length === 0) return pass('absent', { exchanges: idsOf(refusals) })
  const waits = told.map(({ toldMs }) => toldMs ?? 0)
  const shortest = Math.min(...waits)
  const evidence = { exchanges: idsOf(told) }
  const early = judgeEarly(view)
  if (early !== null) return early
  if (shortest > view.scenario.budget.ms)
    return notExercised('longer-than-budget', evidence, { wait: seconds(shortest) })
  const forms = [...new Set(told.map(({ retryAfter }) => retryAfter.kind))].join(' and ')
  return pass(
    'readable',
    { expected: demanded(429), observed: forms, ...evidence },
    { forms, time: seconds(Math.max(...waits)) },
  )
}

/** O15: a wait longer than the budget, though a question before its end was served: milliseconds, or a date, by mistake. */
function judgeEarly({ trials, atRest, scenario }: LimitView): Judgement | null {
  const early = inPhase(trials, 'early').filter(({ facts }) => facts.toldMs > scenario.budget.ms)
  const served = early.find((answer) => isServed(answer, atRest))
  if (served === undefined) return null
  const { toldMs, waitedMs } = served.facts
  const detail = { observed: `served after ${seconds(waitedMs)}`, exchanges: [served.id] }
  const values = { told: seconds(toldMs), served: seconds(waitedMs), lost: seconds(toldMs - waitedMs) }
  return undocumented('wait-overstated', detail, values)
}
