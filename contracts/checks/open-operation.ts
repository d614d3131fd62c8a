import { inconclusive, type Judgement, pass, violation } from '../../evidence/judgement.ts'
import { choiceCodes } from '../../fixtures/errors.ts'
import { type Answer, describeAnswer } from '../answer.ts'
import type { Check } from '../check.ts'
import { describeProbe } from '../describe-probe.ts'
import { hasCode } from '../judging/code.ts'
import { fold } from '../judging/fold.ts'
import type { Learned } from '../learning/learned.ts'
import { isKeyless, judgedAll, type WithAnswer } from '../outcome.ts'
import { withoutKey } from '../probes/requests.ts'
import { isFirewalls } from './compared.ts'

/** O3. §5.4 shows the audience choice without the header, and §7.1 lists no code of a refused credential for it. */
export const openOperation: Check = {
  questions: (operation, facts) =>
    operation.detail === 'audience-choice'
      ? [{ sub: null, probes: [{ probe: withoutKey(operation, facts) }], reads: 'operation' }]
      : [],
  judge: ({ outcomes, seen, learned }) => {
    // A choice without one of its members is valid, since each of them is optional (§2).
    const keyless = seen.filter((one) => isKeyless(one) && one.probe.purpose !== 'odd' && one.kind === 'answer')
    const all = new Set([...outcomes, ...keyless])
    return fold(judgedAll([...all], (one) => judgeOpen(one, learned)))
  },
}

/** True for a 403 with a listed code. The codes have no statuses (§7.1), so it is about the choice and asks for no key. */
const isAboutChoice = (answer: Answer, learned: Learned) =>
  answer.status === 403 && choiceCodes.some((code) => hasCode(answer, code, learned))

function judgeOpen(one: WithAnswer, learned: Learned): Judgement {
  const { probe: asked, answer } = one
  const isOpen = (answer.status !== 401 && answer.status !== 403) || isAboutChoice(answer, learned)
  if (isOpen) return pass('open', {}, { status: answer.status })
  const detail = { expected: 'an answer other than 401 and 403', observed: describeAnswer(answer) }
  if (isFirewalls(one, learned)) return inconclusive('refused-for-the-request', detail)
  return violation('key-demanded', detail, { request: describeProbe(asked) })
}
