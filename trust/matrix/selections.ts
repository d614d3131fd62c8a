import fc from 'fast-check'
import { isWanted } from '../../contracts/condition.ts'
import { judge } from '../../contracts/judge.ts'
import { type Outcome, outcomeOf } from '../../contracts/outcome.ts'
import type { Plan } from '../../contracts/plan.ts'
import { makePlan } from '../../contracts/planning/make-plan.ts'
import type { Exchange } from '../../evidence/exchange.ts'
import type { Finding } from '../../evidence/finding.ts'
import { because } from '../../evidence/judgement.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { checks as checkRows } from '../../fixtures/checks.ts'
import type { Known } from '../../fixtures/target.ts'

/** The detailed operations, and some of each other kind: resources, sessions, redirects, grave effects. */
const some =
  /^\S+ \/api\/(team\/(general|category)\/|pay\/|vote\/embed\/(create|get)|account\/general\/login|video\/details\/all|ads\/placement\/choice)/
export const operations = catalogue.filter(({ id }) => some.test(id))
const contractChecks = checkRows.filter(({ asks }) => asks === 'contracts').map(({ id }) => id)

/** A run of every check on all of these operations. */
export interface Whole {
  readonly plan: Plan
  readonly exchanges: readonly Exchange[]
  readonly findings: readonly Finding[]
  readonly known: Known
}

/** The findings of a narrowed plan. Its exchanges are taken from the recording of the whole run. */
export function narrowed(whole: Whole, checks: readonly string[], ids: readonly string[]): readonly Finding[] {
  const selection = {
    operations: operations.filter(({ id }) => ids.includes(id)),
    catalogue: operations,
    checks: (id: string) => checks.includes(id.split(':', 1)[0] ?? ''),
    excluded: () => false,
    untouched: [],
  }
  const plan = makePlan(selection, whole.plan.facts, whole.known)
  const entries = new Map(plan.entries.map((entry) => [entry.probe.id, entry]))
  const attempts = Map.groupBy(whole.exchanges, ({ probe }) => probe)
  const outcomes = new Map<string, Outcome>()
  const outcome = (id: string): Outcome | undefined => {
    const entry = entries.get(id)
    if (entry === undefined || outcomes.has(id)) return outcomes.get(id)
    const own = isWanted(entry, outcome) ? (attempts.get(id) ?? []) : []
    const made = outcomeOf(entry.probe, own, because('not-arisen'), plan.facts.silenceMs)
    outcomes.set(id, made)
    return made
  }
  const exchanges = [...entries.keys()].flatMap((id) => outcome(id)?.attempts ?? [])
  return judge({ plan, exchanges, unsent: {} }).findings
}

const isOpen = ({ verdict }: Finding) => verdict === 'inconclusive' || verdict === 'not-exercised'

/** Findings that a selection decides otherwise than the whole run did; inconclusive and not-exercised are no breach. */
export function breaches(whole: Whole, checks: readonly string[], ids: readonly string[]): readonly string[] {
  const before = new Map(whole.findings.map((finding) => [finding.id, finding]))
  return narrowed(whole, checks, ids).flatMap((finding) => {
    const same = before.get(finding.id)
    const words = ({ verdict, cause }: Finding) => `${verdict} ${cause}`
    if (same === undefined || same.verdict === finding.verdict || isOpen(finding)) return []
    return [`${finding.check} ${finding.operation}: ${words(same)}, narrowed ${words(finding)}`]
  })
}

/** What a user may select: one to six checks, and one to six of these operations. */
export const selections = fc.tuple(
  fc.subarray(contractChecks, { minLength: 1, maxLength: 6 }),
  fc.subarray(
    operations.map(({ id }) => id),
    { minLength: 1, maxLength: 6 },
  ),
)
