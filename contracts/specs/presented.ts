import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, inject, type TestContext, test } from 'vitest'
import type { Finding } from '../../evidence/finding.ts'
import type { Results } from '../../evidence/results.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { checks as rows } from '../../fixtures/checks.ts'
import { checks } from '../checks/checks.ts'
import type { Plan } from '../plan.ts'
import { contractFindings } from './contract-findings.ts'

const folder = inject('runFolder')
const read = <T>(file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as T
const plan = read<Plan>('plan.json')
const contractChecks = rows.filter((row) => row.asks === 'contracts')
const planned = new Set(
  plan.questions.map(({ check, sub, operation }) => `${check}${sub === null ? '' : `:${sub}`} ${operation}`),
)
const findings = new Map(
  contractFindings(read<Results>('results.json').findings).map(
    (finding) => [`${finding.check} ${finding.operation}`, finding] as const,
  ),
)

/** The questions of one section to one operation, by name: catalogue × checks, not a copy of the findings. */
function questionsTo(operation: Operation, prefixes: readonly string[]): readonly string[] {
  return contractChecks
    .filter(({ id }) => prefixes.some((prefix) => id.startsWith(prefix)))
    .flatMap(({ id }) =>
      checks[id].questions(operation, plan.facts).map(({ sub }) => (sub === null ? id : `${id}:${sub}`)),
    )
    .filter((name) => planned.has(`${name} ${operation.id}`))
}

/** A violation fails, what was not decided is skipped with its reason, the rest passes; the verdict stands in the meta. */
function present(finding: Finding, { task, skip }: TestContext): void {
  Object.assign(task.meta, { verdict: finding.verdict, clause: finding.clause, finding: finding.id })
  const { verdict, cause, message, expected, observed, reproduce } = finding
  if (verdict === 'violation') {
    throw new Error(
      [`${finding.clause} ${cause}: ${message}`, `expected ${expected}`, `observed ${observed}`, reproduce].join(
        '\n  ',
      ),
    )
  }
  if (verdict === 'inconclusive' || verdict === 'not-exercised') skip(`${verdict}, ${cause}: ${message}`)
}

/**
 * One test for each question of a section's checks. Throws while tests are collected where their number differs from that
 * of the section's findings: a finding that nobody presents would be a silent hole.
 */
export function presentChecks(...prefixes: readonly string[]): void {
  const sections = plan.operations
    .map((operation) => ({ id: operation.id, names: questionsTo(operation, prefixes) }))
    .filter(({ names }) => names.length > 0)
  const tests = sections.reduce((sum, { names }) => sum + names.length, 0)
  const own = [...findings.values()].filter(({ check }) => prefixes.some((prefix) => check.startsWith(prefix)))
  if (tests !== own.length) throw new Error(`${tests} tests for ${own.length} findings of ${prefixes.join(', ')}`)
  describe.for(sections)('$id', ({ id, names }) => {
    test.for(names)('%s', (name, context) => {
      const finding = findings.get(`${name} ${id}`)
      if (finding === undefined) throw new Error(`no finding for ${name} on ${id}`)
      present(finding, context)
    })
  })
}
