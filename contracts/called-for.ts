import { because } from '../evidence/judgement.ts'
import { answerOf } from './answer.ts'
import { holds, probesOf } from './condition.ts'
import { isRefusalByLimit, type Outcome, wasSent } from './outcome.ts'
import type { Entry } from './plan.ts'

/** Why an entry was not sent whose condition did not come true. */
export const conditionUnmet = because('not-arisen')

/** True where a probe was asked again after a whole answer, as after a spell, and has another status now. */
function isRenewed(outcome: Outcome | undefined): boolean {
  if (outcome?.kind !== 'answer' || outcome.attempts.length < 2) return false
  const { attempts, answer } = outcome
  return attempts.map(answerOf).some((before) => {
    if (before === null || before.status >= 500 || isRefusalByLimit(before)) return false
    return before.status !== answer.status
  })
}

/**
 * O10: leaves out what was asked only because of an answer that everybody got for a moment. An operation that said 401 to all in a spell
 * is not protected, and a wrong key that it serves afterwards says nothing.
 */
export function calledFor(
  entries: readonly Entry[],
  outcomes: ReadonlyMap<string, Outcome>,
): ReadonlyMap<string, Outcome> {
  const kept = new Map(outcomes)
  const left = new Set<string>()
  const outcomeIn = (probe: string) => kept.get(probe)
  for (const { probe, when, otherwise } of entries) {
    const own = kept.get(probe.id)
    if (own === undefined || !wasSent(own) || when === null) continue
    const isInDoubt = probesOf(when).some((one) => left.has(one) || isRenewed(kept.get(one)))
    if (!isInDoubt || holds(when, outcomeIn)) continue
    left.add(probe.id)
    kept.set(probe.id, { probe, attempts: own.attempts, kind: 'not-sent', why: otherwise ?? conditionUnmet })
  }
  return kept
}
