import { type BodyBase, bases } from '../../fixtures/bodies/bases.ts'
import type { Change } from '../../fixtures/bodies/recipe.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import type { Condition, ConditionalProbe, Facts } from '../check.ts'
import type { Credential } from '../credentials.ts'
import { type Particulars, type Probe, type Purpose, probe, repetitions } from '../probe.ts'
import { maySend } from './requests.ts'

/**
 * O6: control first. Which values embed creation accepts is not shown. So controls with fewer and fewer members are tried until one
 * succeeds, and broken copies are made of that one.
 */
export function embedControls(facts: Facts): readonly BodyBase[] {
  const ladder: readonly BodyBase[] = ['embed-full', 'embed-other', 'embed-plain', 'embed-few', 'empty-object']
  return facts.has.embedBody ? ['embed-vouched', ...ladder] : ladder
}

const controlOf = (operation: Operation, base: BodyBase) => {
  const purpose = 'isVouched' in bases[base] ? 'vouched' : 'control'
  return probe(operation, { credential: 'eligible', body: { base }, purpose })
}
const success = (asked: Probe): Condition => ({ probe: asked.id, is: 'success' })

/** Asks each probe only where none before it succeeded. */
export function untilOneSucceeds(probes: readonly Probe[]): readonly ConditionalProbe[] {
  return probes.map((asked, index) => {
    const before = probes.slice(0, index).map(success)
    return before.length === 0 ? { probe: asked } : { probe: asked, when: { not: { any: before } } }
  })
}

/**
 * O6b: a number parameter must accept at least one of these numbers. Ranges are not shown, so sizes of pages and minutes of a day are
 * among them. 1 comes first: it turns a switch (`nowlive`) on. The last two are a time stamp in seconds and in milliseconds.
 */
const validNumbers = ['1', '0', '10', '20', '24', '25', '60', '100', '1767225600', '1767225600000'] as const
/** The probes of the listing with each of these numbers for a parameter. */
export function numberProbes(operation: Operation, name: string): readonly Probe[] {
  return validNumbers.map((value) =>
    probe(operation, { credential: 'eligible', query: { base: 'none', set: [[name, value]] }, purpose: 'control' }),
  )
}

/** Requests that are meant to succeed, by operation (O6a). */
export function controlProbes(operation: Operation, facts: Facts): readonly ConditionalProbe[] {
  const asked = (particulars: Particulars) => ({ probe: probe(operation, particulars) })
  switch (operation.detail) {
    case 'embed-create':
      return untilOneSucceeds(embedControls(facts).map((base) => controlOf(operation, base)))
    case 'details-list':
      return [
        asked({ credential: 'eligible', purpose: 'valid' }),
        ...(facts.has.detailsQuery
          ? [asked({ credential: 'eligible', query: { base: 'vouched', set: [] }, purpose: 'vouched' })]
          : []),
      ]
    case 'audience-choice':
      return [
        // Every member of a choice is optional (§2).
        asked({ body: { base: 'empty-object' }, purpose: 'valid' }),
        asked({ body: { base: 'choice-full' }, purpose: 'control' }),
        ...(facts.has.choiceBody ? [asked({ body: { base: 'choice-vouched' }, purpose: 'vouched' })] : []),
      ]
    case null:
      return []
  }
}

/**
 * Probes that are built on a control of embed creation: on the first that succeeded. Where none did, on the very first, since the
 * refusal of its copy may still clearly differ (O6c).
 */
export function onEmbedControl(
  operation: Operation,
  facts: Facts,
  make: (base: BodyBase) => Probe,
): readonly ConditionalProbe[] {
  const chosen = firstToSucceed(operation, embedControls(facts))
  const none: Condition = { not: { any: chosen.map(({ succeeded }) => succeeded) } }
  return chosen.map(({ base, succeeded, when }, index) => ({
    probe: make(base),
    when: index === 0 ? { any: [succeeded, none] } : when,
  }))
}

/**
 * When each control is the first of them that succeeded. A control may be asked for other reasons too, and succeed after an earlier one:
 * copies of one control are enough.
 */
function firstToSucceed(operation: Operation, controls: readonly BodyBase[]) {
  const rows = controls.map((base) => ({ base, succeeded: success(controlOf(operation, base)) }))
  return rows.map((row, index) => {
    const before = rows.slice(0, index).map((one) => one.succeeded)
    const when: Condition = before.length === 0 ? row.succeeded : { all: [row.succeeded, { not: { any: before } }] }
    return { ...row, when }
  })
}

export const changedCopies = (operation: Operation, facts: Facts, change: Change, purpose: Purpose) =>
  onEmbedControl(operation, facts, (base) =>
    probe(operation, { credential: 'eligible', body: { base, change }, purpose }),
  )

/** A request made of the first control that succeeded, where the policy allows it. */
const onSuccess = (
  operation: Operation,
  facts: Facts,
  controls: readonly BodyBase[],
  make: (base: BodyBase) => Probe,
) =>
  firstToSucceed(operation, controls)
    .map(({ base, when }) => ({ probe: make(base), when }))
    .filter(({ probe: asked }) => maySend(operation, facts, asked))

/** The request of the first control that succeeded with another credential. */
export const onControlsThatSucceed = (operation: Operation, facts: Facts, credential: Credential) =>
  onSuccess(operation, facts, embedControls(facts), (base) => probe(operation, { credential, body: { base } }))

/** The same body, but with an idempotencyKey that no other request has. */
export const idempotent = (base: BodyBase): BodyBase => (base === 'embed-vouched' ? 'embed-vouched-idempotent' : base)

/** Two equal creations with one idempotencyKey, built on a control. A control that has such a key is the first of the two. */
export function likeCreations(operation: Operation, facts: Facts): readonly ConditionalProbe[] {
  const again = onEmbedControl(operation, facts, (base) =>
    probe(operation, { credential: 'eligible', body: { base: idempotent(base) }, nth: 1, purpose: 'control' }),
  )
  if (!facts.has.embedBody) return again
  const first = controlOf(operation, 'embed-vouched-idempotent')
  return [{ probe: first, when: success(controlOf(operation, 'embed-vouched')) }, ...again]
}

/** The very same request with another credential, its idempotencyKey included: a service may serve its kept answer to anybody. */
export const onKept = (operation: Operation, facts: Facts, credential: Credential) =>
  onSuccess(operation, facts, embedControls(facts).map(idempotent), (base) =>
    probe(operation, { credential, nth: repetitions.kept, body: { base } }),
  )

/** Another body with the idempotencyKey of what was made: a client may have thought better of its title. */
export const onReference = (operation: Operation, facts: Facts) =>
  onSuccess(operation, facts, embedControls(facts).map(idempotent), (base) => {
    const body = { base, change: { path: 'title', to: 'string' } } as const
    return probe(operation, { credential: 'eligible', nth: repetitions.changedSince, body, purpose: 'odd' })
  })

/** Probes of the listing with another credential, right after a number succeeded for one of these parameters. */
export function onNumbersThatSucceed(
  operation: Operation,
  parameters: readonly string[],
  credential: Credential,
): readonly ConditionalProbe[] {
  return parameters
    .flatMap((name) => numberProbes(operation, name))
    .map((control) => ({
      probe: probe(operation, { credential, query: control.query }),
      // Where the first number succeeds, the others are not asked, so they are no likely successes.
      when: { all: [{ probe: control.id, is: 'asked' }, success(control)] },
    }))
}
