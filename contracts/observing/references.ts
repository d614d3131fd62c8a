import type { Observation } from '../../evidence/observation.ts'
import { objectOf } from '../../fixtures/json.ts'
import { type Answer, succeeded } from '../answer.ts'
import type { Outcome } from '../outcome.ts'
import { likeId } from '../probe.ts'

const idOf = ({ json }: Answer) => objectOf(objectOf(json)?.['data'])?.['id']

/** What a second creation like the first one came to. */
export function madeAgain(first: Answer, second: Answer): string {
  if (!succeeded(second)) return `refused with ${second.status}`
  return idOf(first) !== undefined && idOf(first) === idOf(second) ? 'one resource' : 'two resources'
}

const isAgain = ({ probe: { credential, purpose, nth, body } }: Outcome) =>
  credential === 'eligible' && purpose === 'control' && nth === 1 && body.base !== 'empty-object'

/** What two like creations with one idempotencyKey came to (§8.4). */
export function referenceObservations(operation: string, outcomes: readonly Outcome[]): readonly Observation[] {
  return outcomes.filter(isAgain).flatMap((second) => {
    const twin = likeId(second.probe, { nth: 0 })
    const first = outcomes.find(({ probe }) => probe.id === twin)
    if (first?.kind !== 'answer' || second.kind !== 'answer' || !succeeded(first.answer)) return []
    return [{ operation, subject: 'one idempotencyKey twice: effect', value: madeAgain(first.answer, second.answer) }]
  })
}
