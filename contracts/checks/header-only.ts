import { inconclusive, pass, violation } from '../../evidence/judgement.ts'
import { describeAnswer, succeeded } from '../answer.ts'
import type { Check } from '../check.ts'
import { credentials, credentialsOf } from '../credentials.ts'
import { describeProbe } from '../describe-probe.ts'
import { fold } from '../judging/fold.ts'
import { hasSucceeded, isKeyless, judgedAll } from '../outcome.ts'
import { withCredential } from '../probes/requests.ts'
import { expected } from './refused-key.ts'

/** O2d. §5.1 names one header; that no other place counts is our reading. */
export const headerOnly: Check = {
  questions: (operation, facts) =>
    operation.shown
      ? credentialsOf('elsewhere').map((place) => ({
          sub: credentials[place].sub,
          probes: [{ probe: withCredential(operation, facts, place) }],
          reads: ['auth.missing-credential', 'catalog.reachable'],
        }))
      : [],
  judge: ({ outcomes, seen }) =>
    fold(
      judgedAll(outcomes, ({ answer, probe }) => {
        const detail = { expected, observed: describeAnswer(answer) }
        if (succeeded(answer)) {
          // `auth.missing-credential` judges that.
          const isOpen = seen.some((one) => isKeyless(one) && hasSucceeded(one))
          if (isOpen) return inconclusive('served-without-key', detail)
          const cause = credentials[probe.credential].isOwnKey ? 'accepted-elsewhere' : 'accepted-without-key'
          return violation(cause, detail, { request: describeProbe(probe) })
        }
        return answer.status === 401
          ? pass('as-documented', {}, { seen: '401' })
          : inconclusive('refused-otherwise', detail, { status: answer.status })
      }),
    ),
}
