import { comparesRuns, type Finding } from '../../evidence/finding.ts'
import { checks } from '../../fixtures/checks.ts'

/** The sections of the specification that say something about a single operation, and the name of the file that presents each. */
export const sections = {
  '§1': 'messages',
  '§2': 'fields',
  '§4': 'operations',
  '§5': 'authentication',
  '§7': 'errors',
  '§8': 'limits',
} as const
export type Section = keyof typeof sections

/** The section whose specs present a check's findings: that of its first clause. Null where no spec presents them. */
export function sectionOf(check: string): string | null {
  if (comparesRuns(check)) return null
  const row = checks.find(({ id }) => check === id || check.startsWith(`${id}:`))
  if (row === undefined) throw new Error(`${check} has no row among the checks, so that no spec presents it`)
  return row.asks === 'contracts' ? (/^§\d+/.exec(row.clauses[0])?.[0] ?? '') : null
}

/**
 * The findings that the specs of each section present, one test each: those of contract checks that belong to an operation. Throws for a
 * finding of a section without specs, which would be a silent hole. Load also has findings under contract checks: `isPlanned` tells the
 * questions of the plan by check and operation.
 */
export function bySection(
  findings: readonly Pick<Finding, 'check' | 'operation'>[],
  isPlanned: (question: string) => boolean = () => true,
): ReadonlyMap<Section, readonly string[]> {
  const found = new Map(Object.keys(sections).map((section) => [section as Section, [] as string[]]))
  for (const { check, operation } of findings) {
    const section = operation === null ? null : sectionOf(check)
    if (section === null || !isPlanned(`${check} ${operation}`)) continue
    const names = found.get(section as Section)
    if (names === undefined) throw new Error(`${check} belongs to ${section}, which has no file in contracts/specs`)
    names.push(`${check} ${operation}`)
  }
  return found
}

/** One question of a check to one operation: a test. `check` is the check's id, with its sub-id. */
export type PresentedQuestion = Readonly<Record<'product' | 'operation' | 'check' | 'question', string>>

/** The name of a question's test, joined as vitest does, so that `-t` finds it by product, operation or check. */
export function titleOf(asked: PresentedQuestion): string {
  return `${asked.product} ${asked.operation} > ${asked.check}: ${asked.question}`
}
