import { inconclusive, type Judgement, undocumented } from '../../evidence/judgement.ts'
import { type Answer, succeeded } from '../answer.ts'
import type { Checks } from '../check.ts'
import { madeAgain } from '../observing/references.ts'
import { exchangesOf, type Outcome } from '../outcome.ts'
import { likeId, probe } from '../probe.ts'
import { likeCreations } from '../probes/controls.ts'

/** The lists in a body, each with its path: a limit or an offset would show there. */
export function listsIn(json: unknown, path = ''): readonly (readonly [path: string, items: readonly unknown[]])[] {
  if (Array.isArray(json)) return [[path || '/', json]]
  if (typeof json !== 'object' || json === null || path.length > 200) return []
  return Object.entries(json).flatMap(([name, value]) => listsIn(value, `${path}/${name}`))
}

/** The items of an answer as text, without members that change from request to request. */
const items = ({ json }: Answer) => JSON.stringify(listsIn(json).map(([, list]) => list))

function words(outcome: Outcome): string {
  const query = outcome.probe.query.set.map(([name, value]) => `${name}=${value}`).join('&') || 'no query'
  if (outcome.kind !== 'answer') return `${query}: ${outcome.kind}`
  const lengths = listsIn(outcome.answer.json)
    .map(([path, list]) => `${path}: ${list.length}`)
    .join(', ')
  return `${query}: ${outcome.answer.status}${lengths === '' ? ', no list shown' : ` (${lengths})`}`
}

const pages = [
  [],
  [['limit', '1']],
  [['limit', '2']],
  [
    ['limit', '1'],
    ['offset', '1'],
  ],
] as const

function judgeTwins(first: Answer, second: Answer, haveReference: boolean): Judgement {
  const detail = { exchanges: [first.exchange.id, second.exchange.id] }
  if (!succeeded(first)) return inconclusive('no-success', detail)
  const observed = `two like creations with ${haveReference ? 'one' : 'no'} idempotencyKey: ${madeAgain(first, second)}`
  return undocumented('observed', { ...detail, observed })
}

export const observedChecks = {
  /** O13: two creations with the same body and idempotencyKey. */
  'idempotency.observed': {
    questions: (operation, facts) =>
      operation.detail === 'embed-create'
        ? [{ sub: null, probes: likeCreations(operation, facts), reads: ['envelope.status'] }]
        : [],
    judge(evidence) {
      const second = evidence.outcomes.find(({ kind, probe: { nth } }) => kind === 'answer' && nth === 1)
      const twin = second === undefined ? null : likeId(second.probe, { nth: 0 })
      const first = evidence.seen.find(({ probe: asked }) => asked.id === twin)
      if (first?.kind === 'answer' && second?.kind === 'answer') {
        return judgeTwins(first.answer, second.answer, second.probe.body.base !== 'empty-object')
      }
      return inconclusive('not-all-answered', { exchanges: exchangesOf(evidence.outcomes) })
    },
  },
  /** O13: observed, never judged. The envelope shows no list, so there may be nothing to bound. */
  'pagination.limit-offset': {
    questions(operation) {
      if (operation.detail !== 'details-list') return []
      const asked = pages.map((set) => probe(operation, { credential: 'eligible', query: { base: 'none', set } }))
      return [{ sub: null, probes: asked.map((one) => ({ probe: one })) }]
    },
    judge({ outcomes }) {
      const answers = outcomes.flatMap((one) => (one.kind === 'answer' && succeeded(one.answer) ? [one.answer] : []))
      const exchanges = exchangesOf(outcomes)
      const observed = outcomes.map(words).join('; ')
      if (answers.length < pages.length) return inconclusive('not-all-answered', { observed, exchanges })
      const [first, second] = [answers[1], answers[3]]
      const moved = first !== undefined && second !== undefined && items(first) !== items(second) ? 'moved' : 'the same'
      return undocumented('observed', { observed: `${observed}; offset: ${moved}`, exchanges })
    },
  },
} as const satisfies Checks
