import { describeCode } from '../../evidence/code-reading.ts'
import { inconclusive, type Judgement, pass, undocumented, violation } from '../../evidence/judgement.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { headerValue } from '../../fixtures/headers.ts'
import { type Answer, describeAnswer, isRedirect } from '../answer.ts'
import type { AnsweredQuestion, Checks, Facts, Question } from '../check.ts'
import { agreement } from '../error-code.ts'
import { madeUpValues, type PathValue } from '../identifiers.ts'
import { hasCode } from '../judging/code.ts'
import { fold } from '../judging/fold.ts'
import { namesNothing } from '../judging/nothing.ts'
import { judgeNamedLimit, unlessAllNameALimit } from '../judging/refusal.ts'
import { inPlaceOf, isServed, wasServed } from '../judging/served.ts'
import { exchangesOf, judgedAll } from '../outcome.ts'
import { probe } from '../probe.ts'

function judgeMissing(answer: Answer, evidence: AnsweredQuestion): Judgement {
  const { learned } = evidence
  const detail = { expected: 'not_found', observed: describeAnswer(answer) }
  if (isServed(answer)) return inconclusive('success', detail)
  if (learned.isMoved) return inconclusive('all-redirected', detail, { status: answer.status })
  if (answer.status === 401 || answer.status === 403) return inconclusive('credential-refused', detail)
  const reading = learned.codeOf(answer)
  const code = agreement(reading, 'not_found')
  if (code === 'right') return pass('as-documented', {}, { seen: `${answer.status} not_found` })
  if (hasCode(answer, 'invalid_request', learned)) return inconclusive('invalid-request', detail)
  if (code === 'unclear') return inconclusive('code-unclear', detail)
  const limit = judgeNamedLimit(answer, evidence, detail)
  if (limit !== null) return limit
  return violation('not-not-found', {
    expected: 'not_found',
    observed: `${describeCode(reading)}: ${describeAnswer(answer)}`,
  })
}

/** A choice without members, and one with all: a service that saves the members may look up the placement elsewhere. */
const choices = [
  { sub: null, base: 'empty-object' },
  { sub: 'with-choice-data', base: 'choice-full' },
] as const

function redirectQuestions(operation: Operation, facts: Facts): readonly Question[] {
  if (!operation.redirect) return []
  const isKnown = operation.identifies === 'subscriptionShortId' ? facts.has.subscriptionShortId : facts.has.shortId
  const values: readonly PathValue[] = isKnown ? ['known', 'made-up-1'] : ['made-up-1']
  return [
    { sub: null, probes: values.map((value) => ({ probe: probe(operation, { credential: 'eligible', value }) })) },
  ]
}

/** What programs write for a missing part of an address, and a placeholder in braces that was not filled. */
const missingPart = /^(undefined|null|nan|\[object(%20| )\w+\]|(\$?\{|\$?%7B).*)$/i

const scripts = ['javascript:', 'data:', 'about:']

/** True for an address other than the link itself. An empty one leads back to the link, and so does its own path. */
function leadsAway(location: string, { exchange }: Answer): boolean {
  const link = new URL(exchange.request.target, 'http://link.invalid')
  if (namesNothing(location) || !URL.canParse(location, link.href)) return false
  const { protocol, host, hostname, pathname, search } = new URL(location, link)
  if (scripts.includes(protocol) || [hostname, ...pathname.split('/')].some((part) => missingPart.test(part)))
    return false
  return host !== link.host || pathname !== link.pathname || search !== link.search
}

export const resourcesChecks = {
  /** O8. */
  'not-found.resource': {
    questions: (operation) =>
      operation.detail === 'audience-choice'
        ? choices.map(({ sub, base }) => ({
            sub,
            probes: madeUpValues.map((value) => ({ probe: probe(operation, { value, body: { base } }) })),
          }))
        : [],
    judge(evidence) {
      const judgements = judgedAll(evidence.outcomes, ({ answer }) => judgeMissing(answer, evidence))
      const served = evidence.outcomes.filter(wasServed)
      const [first] = served
      if (first?.kind === 'answer' && served.length === evidence.outcomes.length) {
        return violation('everything-found', {
          expected: inPlaceOf(first.answer, 'not_found'),
          observed: describeAnswer(first.answer),
          exchanges: exchangesOf(evidence.outcomes),
        })
      }
      return fold(unlessAllNameALimit(judgements))
    },
  },
  /** O9, redirects: asked with the eligible key and never followed. */
  'redirect.answer': {
    questions: redirectQuestions,
    judge: ({ outcomes, learned }) =>
      fold(
        judgedAll(outcomes, ({ answer }) => {
          const detail = { observed: describeAnswer(answer) }
          if (isRedirect(answer)) {
            const location = (headerValue(answer.headers, 'Location') ?? '').trim()
            if (leadsAway(location, answer)) return pass('redirects', detail, { status: answer.status })
            detail.observed += location === '' ? ', no Location' : `, Location: ${location}`
            if (location !== '') return undocumented('leads-nowhere', detail)
          }
          const code = agreement(learned.codeOf(answer), 'not_found')
          if (code === 'right') return pass('not-found', detail)
          if (code === 'unclear') return inconclusive('code-unclear', detail)
          if ([400, 401, 403].includes(answer.status)) {
            return inconclusive('refused-otherwise', detail, { status: answer.status })
          }
          return undocumented('no-redirect', detail)
        }),
        // A made-up link that is not found does not excuse a known one that leads nowhere.
        ['undocumented', 'inconclusive', 'pass', 'not-exercised'],
      ),
  },
} as const satisfies Checks
