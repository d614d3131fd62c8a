import { headerValue } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, pass, undocumented, violation } from '../../evidence/verdict.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { type Answer, describeAnswer, succeeded } from '../answer.ts'
import type { Case, Check, Facts, Question } from '../check.ts'
import { agreement, describeCode } from '../learning/code-places.ts'
import { combined, judged } from '../outcome.ts'
import { type PathValue, probe } from '../probe.ts'
import { judgeNamedLimit, unlessAllNameALimit } from './named-limit.ts'

const madeUp: readonly PathValue[] = ['made-up-1', 'made-up-2', 'made-up-3']

function judgeMissing(answer: Answer, { operation, learned }: Case): Judgement {
  const detail = { expected: 'not_found', observed: describeAnswer(answer) }
  if (succeeded(answer)) return inconclusive('success', 'a made-up identifier was served', detail)
  if (answer.status === 401 || answer.status === 403) {
    return inconclusive('credential-refused', 'refused for lack of a credential', detail)
  }
  const reading = learned.codeOf(answer)
  if (agreement(reading, 'not_found') === 'right') return pass('as-documented', `${answer.status} not_found`)
  if (agreement(reading, 'invalid_request') === 'right') {
    return inconclusive('invalid-request', 'refused for its form, it seems', detail)
  }
  if (agreement(reading, 'not_found') === 'unclear')
    return inconclusive('code-unclear', 'the code cannot be told', detail)
  const limit = judgeNamedLimit(answer, { operation, learned }, detail)
  if (limit !== null) return limit
  return violation('not-not-found', 'a made-up identifier got another code', {
    expected: 'not_found',
    observed: `${describeCode(reading)}: ${describeAnswer(answer)}`,
  })
}

/** O8. */
export const notFound: Check = {
  questions: (operation) =>
    operation.detail === 'audience-choice'
      ? [{ sub: null, wishes: madeUp.map((value) => ({ probe: probe(operation, { value }) })) }]
      : [],
  judge(evidence) {
    const judgements = evidence.outcomes.map((one) => judged(one, (answer) => judgeMissing(answer, evidence)))
    if (judgements.every((one) => one.cause === 'success')) {
      return violation('everything-found', 'every made-up identifier was served', {
        expected: 'not_found',
        observed: judgements[0]?.observed ?? '',
        exchanges: judgements.flatMap((one) => one.exchanges ?? []),
      })
    }
    return combined(unlessAllNameALimit(judgements))
  },
}

function redirectQuestions(operation: Operation, facts: Facts): readonly Question[] {
  if (!operation.redirect) return []
  const isKnown = operation.identifies === 'subscriptionShortId' ? facts.has.subscriptionShortId : facts.has.shortId
  const values: readonly PathValue[] = isKnown ? ['known', 'made-up-1'] : ['made-up-1']
  return [
    { sub: null, wishes: values.map((value) => ({ probe: probe(operation, { credential: 'eligible', value }) })) },
  ]
}

/** O9, redirects: asked with the eligible key and never followed. */
export const redirectAnswer: Check = {
  questions: redirectQuestions,
  judge: ({ outcomes, learned }) =>
    combined(
      outcomes.map((one) =>
        judged(one, (answer) => {
          const detail = { observed: describeAnswer(answer) }
          const location = headerValue(answer.headers, 'Location')
          if (answer.status >= 300 && answer.status < 400 && location !== undefined) {
            return pass('redirects', `${answer.status} with a Location`, detail)
          }
          if (agreement(learned.codeOf(answer), 'not_found') === 'right') return pass('not-found', 'not_found', detail)
          if ([400, 401, 403].includes(answer.status)) {
            return inconclusive('refused-otherwise', 'refused for another reason', detail)
          }
          return undocumented('no-redirect', 'neither a redirect nor not_found', detail)
        }),
      ),
    ),
}
