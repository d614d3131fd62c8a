import { inconclusive, type Judgement, pass, violation } from '../../evidence/verdict.ts'
import { type Answer, describeAnswer } from '../answer.ts'
import { agreement, describeCode } from '../learning/code-places.ts'
import type { Learned } from '../learning/learned.ts'

/** O5a. Judges the code of an error whose status is already the expected one. */
export function judgeCode(answer: Answer, expected: string, learned: Learned): Judgement {
  const reading = learned.codeOf(answer)
  const exchanges = [answer.exchange.id]
  const words = `${answer.status} ${expected}`
  switch (agreement(reading, expected)) {
    case 'right':
      return reading.kind === 'code' && reading.where === 'anywhere'
        ? pass('code-somewhere', `${words}; the code is named, at a place that was not learned`, { exchanges })
        : pass('as-documented', words, { exchanges })
    case 'missing':
      return violation('code-missing', `${answer.status} came without its documented code`, {
        expected: words,
        observed: describeAnswer(answer),
        exchanges,
      })
    case 'unclear':
      return inconclusive(
        'code-unclear',
        'which code it bears cannot be told: none stands alone at a place that was learned',
        {
          expected: words,
          observed: describeAnswer(answer),
          exchanges,
        },
      )
    case 'wrong':
      return violation('wrong-code', `${answer.status} came with another code than the documented one`, {
        expected: words,
        observed: `${describeCode(reading)}: ${describeAnswer(answer)}`,
        exchanges,
      })
  }
}
