import type { Plan } from '../contracts/plan.ts'
import type { Observation } from '../evidence/observation.ts'
import type { ExitCode, Results } from '../evidence/results.ts'
import { chanceBetween, type Difference, disparitiesBetween, withoutChance } from '../reports/changes/differences.ts'

/** A run as far as it can be compared with another. */
export interface ComparableRun {
  readonly id: string
  readonly catalogHash: string
  /** Null while the run has not passed the gate. */
  readonly exitCode: ExitCode | null
  readonly plan: Plan
  readonly seen: readonly Observation[]
}

/** What of a finished run can be compared. */
export function comparableRun({ run, observations }: Results, plan: Plan): ComparableRun {
  const seen = (observations['seen'] ?? []) as readonly Observation[]
  return { id: run.id, catalogHash: run.catalogHash, exitCode: run.exitCode, plan, seen }
}

/** What two runs differ in, or why they cannot be compared. */
export type Parity =
  | { readonly comparable: false; readonly why: string }
  | { readonly comparable: true; readonly differences: readonly Difference[]; readonly compared: number }

const isOfOneTarget = (one: ComparableRun, other: ComparableRun) => one.plan.facts.baseUrl === other.plan.facts.baseUrl

const asked = ({ plan }: ComparableRun) => plan.questions.map(({ id }) => id).toSorted()

/** Settings that decide what is asked and how: two runs differ in them, or in nothing that matters. Under safe some are never used. */
function settingsOf({ plan }: ComparableRun): Readonly<Record<string, unknown>> {
  const { policy, hasKey, has, restrictedProducts, allowEffects } = plan.facts
  const always = {
    API_KEY: hasKey,
    KNOWN_PLACEMENT_ID: has.placementId,
    KNOWN_SHORT_ID: has.shortId,
    KNOWN_SUBSCRIPTION_SHORT_ID: has.subscriptionShortId,
    VALID_DETAILS_QUERY: has.detailsQuery,
    RESTRICTED_PRODUCTS: restrictedProducts.toSorted().join(),
  }
  if (policy === 'safe') return always
  return {
    ...always,
    VALID_EMBED_BODY: has.embedBody,
    VALID_CHOICE_BODY: has.choiceBody,
    ALLOW_EFFECTS: allowEffects.toSorted().join(),
  }
}

/** Those in which two runs differ, by name. */
function differingSettings(one: ComparableRun, other: ComparableRun): readonly string[] {
  const others = settingsOf(other)
  return Object.entries(settingsOf(one)).flatMap(([name, value]) => (value === others[name] ? [] : [name]))
}

/** Why two runs were not asked the same, in a sentence; null where they were. */
function whyNot(one: ComparableRun, other: ComparableRun): string | null {
  const unfit = [one, other].find(({ exitCode }) => exitCode !== null && exitCode > 1)
  if (unfit !== undefined) return `the run ${unfit.id} is not to be trusted (exit ${unfit.exitCode})`
  if (one.catalogHash !== other.catalogHash) return 'they were made with different catalogues'
  if (one.plan.facts.policy !== other.plan.facts.policy) return 'one was asked under full policy, the other under safe'
  if (JSON.stringify(asked(one)) !== JSON.stringify(asked(other)))
    return 'they were asked different checks or operations'
  const differing = differingSettings(one, other)
  return differing.length === 0 ? null : `their settings differ: ${differing.join(', ')}`
}

/**
 * Compares what two runs were asked in the same way. Pure; what a seed draws never counts. Further runs of either target, by
 * their base address, tell what differs by chance.
 */
export function parityOf(one: ComparableRun, other: ComparableRun, further: readonly ComparableRun[] = []): Parity {
  const why = [other, ...further].map((run) => whyNot(one, run)).find((words) => words !== null)
  if (why !== undefined) return { comparable: false, why }
  const stray = further.find((run) => ![one, other].some((own) => isOfOneTarget(own, run)))
  if (stray !== undefined) return { comparable: false, why: `the run ${stray.id} is of neither target` }
  const chance = new Set(
    [one, other].flatMap((own) =>
      further.filter((run) => isOfOneTarget(own, run)).flatMap((run) => [...chanceBetween(own.seen, run.seen)]),
    ),
  )
  const [first, second] = [withoutChance(one.seen, chance), withoutChance(other.seen, chance)]
  if (first.length === 0 || second.length === 0) return { comparable: false, why: 'one of them observed nothing' }
  const differences = disparitiesBetween(first, second)
  return { comparable: true, differences, compared: Math.min(first.length, second.length) }
}
