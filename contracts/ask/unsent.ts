import { type Outcome, targetGone } from '../outcome.ts'
import type { Entry } from '../plan.ts'
import type { Barred } from '../policy.ts'

/** Why something was not sent though the plan allowed it. */
export const reasons = {
  time: { cause: 'out-of-time', message: 'the longest duration of the run was over before it was asked' },
  interrupt: { cause: 'interrupted', message: 'the run was interrupted before it was asked' },
  late: { cause: 'not-arisen', message: 'the answer that this asking depends on did not come in time' },
  stopped: targetGone,
  limited: {
    cause: 'limited',
    message: 'the limit named a wait beyond the budget, so nothing more was asked of its product with this credential',
  },
} satisfies Record<string, Barred>

/** The outcome of an entry that is not sent. */
export function unsentOutcome(entry: Entry): Extract<Outcome, { kind: 'not-sent' }> {
  const why = entry.barred ?? reasons.late
  return { probe: entry.probe, attempts: [], kind: 'not-sent', why }
}
