import type { BodyBase } from '../../fixtures/bodies/recipe.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { succeeded } from '../answer.ts'
import type { Condition, Facts, Wish } from '../check.ts'
import type { Outcome } from '../outcome.ts'
import { type Probe, probe } from '../probe.ts'

/**
 * O6: control first. Which values embed creation accepts is not shown, so controls are tried that ask less and less of it,
 * until one succeeds; broken copies are made of that one.
 */
export function embedControls(facts: Facts): readonly BodyBase[] {
  const ladder: readonly BodyBase[] = ['embed-full', 'embed-other', 'embed-plain', 'embed-few', 'empty-object']
  return facts.has.embedBody ? ['embed-vouched', ...ladder] : ladder
}

const controlOf = (operation: Operation, base: BodyBase) => probe(operation, { credential: 'eligible', body: { base } })
const success = (asked: Probe): Condition => ({ probe: asked.id, is: 'success' })

/** The controls of embed creation as wishes: each only when those before it did not succeed. */
export function embedControlWishes(operation: Operation, facts: Facts): readonly Wish[] {
  const controls = embedControls(facts).map((base) => controlOf(operation, base))
  return controls.map((asked, index) => {
    const before = controls.slice(0, index).map(success)
    return before.length === 0 ? { probe: asked } : { probe: asked, when: { not: { any: before } } }
  })
}

/**
 * Wishes for something built on a control of embed creation: for each control, when that one succeeded; for the first also
 * when none did, since a refusal may still be plainly different (O6c).
 */
export function onEmbedControl(operation: Operation, facts: Facts, make: (base: BodyBase) => Probe): readonly Wish[] {
  const bases = embedControls(facts)
  const successes = bases.map((base) => success(controlOf(operation, base)))
  return bases.map((base, index) => {
    const own = successes[index] ?? { any: [] }
    return { probe: make(base), when: index === 0 ? { any: [own, { not: { any: successes } }] } : own }
  })
}

const isNoObject = ({ body }: Probe) => /^(not-json|json-)/.test(body.base)
const isReadable = ({ body }: Probe) => /^(embed-|choice-|empty-object)/.test(body.base)

/**
 * The control that a broken copy was made of: the same asking without its change, and with a plain query. A body that is no
 * object was made of none, so that any readable one stands for it, at best one that succeeded.
 */
export function controlFor(broken: Probe, all: readonly Outcome[]): Outcome | undefined {
  const plain = all.filter(
    ({ probe: asked }) => asked.credential === broken.credential && asked.nth === 0 && asked.query.set.length === 0,
  )
  const whole = plain.filter(
    ({ probe: { body, value } }) => body.change === undefined && body.contentType === undefined && value === 'known',
  )
  if (isNoObject(broken)) {
    const readable = whole.filter(({ probe: asked }) => isReadable(asked))
    return successOf(readable) ?? readable[0]
  }
  const sameBase = whole.find(({ probe: asked }) => asked.body.base === broken.body.base)
  return sameBase ?? plain.find((outcome) => outcome.kind === 'answer' && succeeded(outcome.answer))
}

/** Any control of the operation that succeeded. */
export function successOf(all: readonly Outcome[]): Outcome | undefined {
  return all.find(
    (outcome) => outcome.kind === 'answer' && succeeded(outcome.answer) && outcome.probe.body.change === undefined,
  )
}
