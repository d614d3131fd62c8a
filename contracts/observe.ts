import { cannotBeValid } from '../fixtures/bodies/body.ts'
import { succeeded } from './answer.ts'
import { describeUnknown } from './equal-answers.ts'
import type { Judged } from './judge.ts'
import { successOf } from './judging/controls.ts'
import { isAnswered, isKeyed, type Outcome, wasSent } from './outcome.ts'
import type { Plan } from './plan.ts'

/** The status of an outcome, or a word for why there is none. */
function statusWord(outcome: Outcome | undefined): string {
  if (outcome === undefined || outcome.kind === 'not-sent') return 'not asked'
  return isAnswered(outcome) ? String(outcome.answer.status) : outcome.kind
}

function first(outcomes: readonly Outcome[], credential: string, isWanted: (outcome: Outcome) => boolean = () => true) {
  return outcomes.find((outcome) => outcome.probe.credential === credential && wasSent(outcome) && isWanted(outcome))
}

/** What an operation answered to the plainest probes. Only statuses, since bodies change from night to night. */
function operationView(outcomes: readonly Outcome[]): Readonly<Record<string, string>> {
  const isMalformed = ({ probe }: Outcome) => cannotBeValid(probe.body)
  const isPlain = (outcome: Outcome) => !isMalformed(outcome) && outcome.probe.nth === 0
  const otherCase = first(outcomes, 'invalid:case-changed')
  return {
    withoutKey: statusWord(first(outcomes, 'none', isPlain)),
    withKey: statusWord(first(outcomes, 'eligible', isPlain)),
    malformedWithoutKey: statusWord(first(outcomes, 'none', isMalformed)),
    malformedWithKey: statusWord(first(outcomes, 'eligible', isMalformed)),
    ...(otherCase === undefined ? {} : { otherLetterCase: statusWord(otherCase) }),
  }
}

/** Members of embed creation, by what came of a control without them: refused (required) or accepted (optional) (O7c). */
function requiredMembers(outcomes: readonly Outcome[]) {
  const keyed = outcomes.filter(isKeyed)
  const without = keyed.flatMap((outcome) =>
    outcome.kind === 'answer' &&
    outcome.probe.purpose === 'left-out' &&
    outcome.probe.body.change !== undefined &&
    successOf(keyed.filter(({ probe }) => probe.body.base === outcome.probe.body.base)) !== undefined
      ? [{ path: outcome.probe.body.change.path, accepted: succeeded(outcome.answer) }]
      : [],
  )
  const pick = (accepted: boolean) =>
    [...new Set(without.filter((one) => one.accepted === accepted).map(({ path }) => path))].sort()
  return { required: pick(false), optional: pick(true) }
}

/** Observations where the specification is silent, by subject. They are equal from night to night while the service is. */
export function observe(
  { operations }: Pick<Plan, 'operations'>,
  { learned, outcomes }: Pick<Judged, 'learned' | 'outcomes'>,
): Readonly<Record<string, unknown>> {
  const all = [...outcomes.values()]
  const byOperation = Map.groupBy(all, ({ probe }) => probe.operation)
  const outcomesOf = (operation: string) => byOperation.get(operation) ?? []
  const views = operations.map(({ id }) => [id, operationView(outcomesOf(id))] as const)
  const keyless = (status: (word: string) => boolean) =>
    views.filter(([, view]) => status(view['withoutKey'] ?? '')).map(([id]) => id)
  const embed = operations.find((operation) => operation.detail === 'embed-create')
  const unknown = Map.groupBy(
    all.filter((one) => one.kind === 'answer').filter(({ probe }) => probe.purpose === 'unknown-route'),
    ({ probe }) => `${probe.group}, key ${probe.credential}, body ${probe.body.base}`,
  )
  return {
    codePlaces: learned.codePlaces.places,
    unknownRoutes: Object.fromEntries(
      [...unknown].map(([kind, group]) => [kind, describeUnknown(group.map(({ answer }) => answer))]),
    ),
    protected: keyless((word) => word === '401'),
    open: keyless((word) => /^2/.test(word)),
    undecided: keyless((word) => /^[345]/.test(word) && word !== '401'),
    operations: Object.fromEntries(views),
    ...(embed === undefined ? {} : { embedMembers: requiredMembers(outcomesOf(embed.id)) }),
  }
}
