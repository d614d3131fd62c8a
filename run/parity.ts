import type { Plan } from '../contracts/plan.ts'
import { keyOf, type Observation, questionOf } from '../evidence/observation.ts'
import type { ExitCode, Results, RunFacts } from '../evidence/results.ts'
import { chanceBetween, type Difference, disparitiesBetween, withoutChance } from '../reports/changes/differences.ts'

/** The part of a run that can be compared with another run. */
export interface ComparableRun extends Pick<RunFacts, 'id' | 'target' | 'catalogHash'> {
  /** Null while the run has not passed the gate. */
  readonly exitCode: ExitCode | null
  /** The reason for the exit code, in a sentence. */
  readonly outcome?: string
  readonly plan: Plan
  readonly seen: readonly Observation[]
  /** How many questions a limit or the end of the time kept open: these are not compared. @default 0 */
  readonly open?: number
}

/** Takes this part from a finished run. */
export function comparableRun({ run, observations, findings }: Results, plan: Plan): ComparableRun {
  const seen = (observations['seen'] ?? []) as readonly Observation[]
  const open = findings.filter(({ cause }) => cause === 'limited' || cause === 'out-of-time').length
  const { id, target, catalogHash, exitCode, outcome } = run
  return { id, target, catalogHash, exitCode, outcome, plan, seen, open }
}

/** The differences between two runs, or why they cannot be compared. */
export type Parity =
  | { readonly comparable: false; readonly why: string }
  | { readonly comparable: true; readonly differences: readonly Difference[]; readonly compared: number }

type Planned = Pick<ComparableRun, 'plan'>

const isOfOneTarget = (one: ComparableRun, other: ComparableRun) => one.plan.facts.baseUrl === other.plan.facts.baseUrl

const asked = ({ plan }: ComparableRun) => plan.questions.map(({ id }) => id).toSorted()

/** Settings that decide what is asked and how: other differences do not matter. The safe policy never uses some of them. */
function settingsOf({ plan }: Planned): Readonly<Record<string, unknown>> {
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

/** The names of the settings that differ between two runs, so that they cannot be compared. */
export function differingSettings(one: Planned, other: Planned): readonly string[] {
  const others = settingsOf(other)
  return Object.entries(settingsOf(one)).flatMap(([name, value]) => (value === others[name] ? [] : [name]))
}

function untrusted({ id, exitCode, outcome = '' }: ComparableRun): string {
  return `(${id}) is not to be trusted, exit ${exitCode}: ${outcome.replace(/\.$/, '')}`
}

/** Why two runs cannot be compared, in a sentence; null where they can. */
function whyNot(one: ComparableRun, other: ComparableRun): string | null {
  const unfit = [one, other].find(({ exitCode }) => exitCode !== null && exitCode > 1)
  if (unfit !== undefined) return `the run of ${unfit.target} ${untrusted(unfit)}`
  if (one.catalogHash !== other.catalogHash) return 'they were made with different catalogues'
  if (one.plan.facts.policy !== other.plan.facts.policy) return 'one was asked under full policy, the other under safe'
  if (JSON.stringify(asked(one)) !== JSON.stringify(asked(other)))
    return 'they were asked different checks or operations'
  const differing = differingSettings(one, other)
  return differing.length === 0 ? null : `their settings differ: ${differing.join(', ')}`
}

/**
 * Compares what two runs were asked in the same way. Pure; values drawn by the seed never count. Further runs on either target, told by
 * their base address, show what differs by chance.
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
  const [first, second] = [withoutChance(toldBy(one), chance), withoutChance(toldBy(other), chance)]
  const differences = disparitiesBetween(first, second)
  const seen = new Set(second.map(keyOf))
  const inBoth = first.map(keyOf).filter((key) => seen.has(key))
  const compared = new Set([...inBoth, ...differences.map(keyOf)]).size
  return compared === 0 ? { comparable: false, why: nothingInCommon(one) } : { comparable: true, differences, compared }
}

/** The observations of a run. A run of load alone sends contracts one knock, which is not compared. */
function toldBy({ plan, seen }: ComparableRun): readonly Observation[] {
  return plan.questions.length > 0 ? seen : seen.filter((observation) => questionOf(observation) === 'limit')
}

function nothingInCommon({ plan }: ComparableRun): string {
  return plan.questions.length > 0
    ? 'there is nothing to compare, since they observed nothing of the same operation'
    : 'there is nothing to compare, since neither asked about contracts and no limit was named in both'
}
