import { describeCode } from '../../evidence/code-reading.ts'
import { inconclusive, type Judgement, pass, violation } from '../../evidence/judgement.ts'
import { type Answer, evidenceOf } from '../answer.ts'
import { agreement } from '../error-code.ts'
import type { Learned } from '../learning/learned.ts'

/** O5a: true where an answer clearly has this code. */
export const hasCode = (answer: Answer, code: string, { codeOf }: Learned): boolean =>
  agreement(codeOf(answer), code) === 'right'

/** O5a. Judges the code of an error whose status is already the expected one. */
export function judgeCode(answer: Answer, code: string, learned: Learned): Judgement {
  const reading = learned.codeOf(answer)
  const { status } = answer
  const expected = `${status} ${code}`
  const { observed, exchanges } = evidenceOf(answer)
  const detail = { expected, observed, exchanges }
  switch (agreement(reading, code)) {
    case 'right':
      return reading.kind === 'code' && reading.where === 'anywhere'
        ? pass('code-somewhere', { exchanges }, { seen: expected })
        : pass('as-documented', { exchanges }, { seen: expected })
    case 'missing':
      return violation('code-missing', detail, { status })
    case 'unclear':
      return inconclusive('code-unclear', detail)
    case 'wrong': {
      const said = describeCode(reading)
      return violation('wrong-code', { ...detail, observed: `${said}: ${observed}` }, { status, code: said })
    }
  }
}
