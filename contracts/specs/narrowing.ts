import { checkName } from '../../evidence/finding.ts'
import { UsageError } from '../../evidence/usage-error.ts'
import { checkFacts } from '../../fixtures/checks.ts'
import type { Plan } from '../plan.ts'
import { sectionOf, titleOf } from './sections.ts'

/** What vitest was told to run, by its options and files. */
export interface Narrowing {
  /** The pattern of `-t`, which test names must match. */
  readonly name: RegExp
  /** The sections whose files are run. */
  readonly sections: readonly string[]
}

/** The questions to present. Throws a `UsageError` where none is left: a run that skips all its tests would pass. */
export function wantedOf({ name, sections }: Narrowing, { questions }: Pick<Plan, 'questions'>) {
  const wanted = questions.flatMap(({ check: id, sub, operation, product }) => {
    const check = checkName(id, sub)
    const title = titleOf({ product, operation, check, question: checkFacts(id).question })
    return sections.includes(sectionOf(check) ?? '') && name.test(title) ? [{ check, operation }] : []
  })
  if (wanted.length > 0) return wanted
  throw new UsageError(
    `No question of this run has ${name} in its name, which holds product, operation (\`POST /api/…\`) and check`,
  )
}

/** The options after `run` that ask what the tests will present, and little else; none where they present everything. */
export function wordsFor(narrowing: Narrowing, plan: Pick<Plan, 'questions'>): readonly string[] {
  const wanted = wantedOf(narrowing, plan)
  if (wanted.length === plan.questions.length) return []
  return (['operation', 'check'] as const).flatMap((name) =>
    [...new Set(wanted.map((one) => one[name]))].flatMap((value) => [`--${name}`, value]),
  )
}
