import { bases } from '../../fixtures/bodies/bases.ts'
import { succeeded } from '../answer.ts'
import type { AnsweredQuestion } from '../check.ts'
import { hasSucceeded, type Outcome, statusOf, type WithAnswer } from '../outcome.ts'
import { isOfKept, likeId, type Probe } from '../probe.ts'
import { idempotent } from '../probes/controls.ts'
import { hasCode, judgeCode } from './code.ts'
import { wasServed } from './served.ts'

/** The outcomes up to the first success. A later probe may have been asked for other reasons, and does not count here. */
export function untilSuccess(outcomes: readonly Outcome[]): readonly Outcome[] {
  const first = outcomes.findIndex(hasSucceeded)
  return first < 0 ? outcomes : outcomes.slice(0, first + 1)
}

/** O6c: true where the known placement is not found, so that no choice can succeed. */
export function isKnownMissing(outcome: Outcome, { operation, learned }: AnsweredQuestion): boolean {
  const isChoice = operation.detail === 'audience-choice' && outcome.probe.value === 'known'
  if (outcome.kind !== 'answer' || !isChoice) return false
  return !succeeded(outcome.answer) && hasCode(outcome.answer, 'not_found', learned)
}

/** False for a request of `onKept` that did not succeed: a service may refuse it as existing before it looks at the credential. */
export const tells = (one: Outcome): boolean => !isOfKept(one.probe) || wasServed(one)

/**
 * The control of a broken copy: the same request without its change, and with a plain query. A body that is no object has no such
 * control, so any object stands in, if possible one that succeeded.
 */
export function controlFor(broken: Probe, all: readonly Outcome[]): Outcome | undefined {
  const { base } = broken.body
  const plain = all.filter(
    ({ probe: asked }) => asked.credential === broken.credential && asked.nth === 0 && asked.query.set.length === 0,
  )
  if (bases[base].is === 'no-json' || bases[base].is === 'no-object') {
    const objects = plain.filter(
      ({ probe: { body, value } }) =>
        bases[body.base].is === 'object' &&
        body.change === undefined &&
        body.contentType === undefined &&
        value === 'known',
    )
    return successOf(objects) ?? objects[0]
  }
  const own = likeId(broken, { nth: 0, value: 'known', query: { base: 'none', set: [] }, body: { base } })
  return all.find(({ probe: asked }) => asked.id === own) ?? plain.find(hasSucceeded)
}

/** Any control of the operation that succeeded. */
export function successOf(all: readonly Outcome[]): Outcome | undefined {
  return all.find((outcome) => hasSucceeded(outcome) && outcome.probe.body.change === undefined)
}

/** The eligible control with the same request as `outcome`, if it was asked. */
export function eligibleTwin({ probe: asked }: Outcome, all: readonly Outcome[]): Outcome | undefined {
  const twin = likeId(asked, { credential: 'eligible', nth: 0 })
  return all.find(({ probe }) => probe.id === twin)
}

/** O4a: true where the eligible key got this status for a second creation with the same body: the first one may be the reason. */
export function isRefusedAgain({ probe: asked, answer }: WithAnswer, all: readonly Outcome[]): boolean {
  const again = likeId(asked, { credential: 'eligible', nth: 1, body: { base: idempotent(asked.body.base) } })
  return all.some((one) => one.probe.id === again && statusOf(one) === answer.status)
}

/**
 * O4b: true where the eligible key got a 403 without the code for the very same request: neither 403 tells of eligibility. A firewall
 * refuses a body that is not JSON so, whoever sends it.
 */
export function refusesWhoeverAsks(outcome: Outcome, { seen, learned }: AnsweredQuestion): boolean {
  const twin = eligibleTwin(outcome, seen)
  if (twin?.kind !== 'answer' || twin.answer.status !== 403) return false
  return judgeCode(twin.answer, 'not_authorized', learned).verdict !== 'pass'
}
