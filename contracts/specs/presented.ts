import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, inject, type TestContext, test } from 'vitest'
import { checkName, type Finding } from '../../evidence/finding.ts'
import type { Results } from '../../evidence/results.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { checks } from '../../fixtures/checks.ts'
import { clauses } from '../../fixtures/clauses.ts'
import { checksById } from '../checks/checks.ts'
import type { Plan } from '../plan.ts'
import { distrust } from './distrust.ts'
import { bySection, type PresentedQuestion, type Section, sectionOf, titleOf } from './sections.ts'

const folder = inject('runFolder')
const namePattern = new RegExp(inject('namePattern'))
const read = <T>(file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as T
const plan = read<Plan>('plan.json')
const { findings, run } = read<Results>('results.json')
const found = new Map(findings.map((finding) => [`${finding.check} ${finding.operation}`, finding]))
const planned = new Set(plan.questions.map(({ check, sub, operation }) => `${checkName(check, sub)} ${operation}`))

const findingsOf = bySection(findings, (question) => planned.has(question))

/** The questions of a section to one operation, made from catalogue and checks and not copied from the findings. */
function questionsOf(section: Section, operation: Operation): readonly PresentedQuestion[] {
  return checks
    .filter((row) => row.asks === 'contracts')
    .filter(({ id }) => sectionOf(id) === section)
    .flatMap(({ id, question }) =>
      checksById[id].questions(operation, plan.facts).map(({ sub }) => {
        const check = checkName(id, sub)
        return { check, question, operation: operation.id, product: operation.product }
      }),
    )
    .filter(({ check }) => planned.has(`${check} ${operation.id}`))
}

/**
 * What a section's specs present of the run. Throws while tests are collected where the number of questions differs from that
 * of the section's findings: a finding that nobody presents would be a silent hole.
 */
export function presented(section: Section) {
  const all = plan.operations.flatMap((operation) => questionsOf(section, operation))
  const own = findingsOf.get(section) ?? []
  if (all.length !== own.length) throw new Error(`${all.length} tests for ${own.length} findings of ${section}`)
  const wanted = all.filter((asked) => namePattern.test(titleOf(asked)))
  if (wanted.length === 0) test(`${section}`, ({ skip }) => skip('nothing of it is asked'))
  const doubt = distrust(
    run,
    wanted.flatMap(({ check, operation }) => found.get(`${check} ${operation}`) ?? []),
  )
  // This fails after the tests: a run without a trustworthy answer would else end as passed.
  if (doubt !== null) {
    afterAll(() => {
      throw withoutStack(new Error(doubt))
    })
  }
  const byOperation = Map.groupBy(wanted, ({ operation }) => operation)
  return {
    operations: plan.operations.filter(({ id }) => byOperation.has(id)),
    questionsTo: ({ id }: Operation) => byOperation.get(id) ?? [],
    /** The body of a question's test: a violation fails, an undecided question is skipped with its reason, the rest passes. */
    present: ({ check, operation }: PresentedQuestion, { task, skip }: TestContext) => {
      const finding = found.get(`${check} ${operation}`)
      if (finding === undefined) throw new Error(`no finding for ${check} on ${operation}`)
      const { verdict, cause, message } = finding
      Object.assign(task.meta, { verdict, clause: finding.clause, finding: finding.id })
      if (verdict === 'violation') throw new Violation(finding)
      if (verdict === 'inconclusive' || verdict === 'not-exercised') skip(`${verdict}, ${cause}: ${message}`)
    },
  }
}

/** Takes the stack off: no place in the suite's code explains more. */
function withoutStack(error: Error): Error {
  error.stack = `${error.name}: ${error.message}`
  return error
}

/** The error of a violation: the broken clause, what was expected and observed, and how to ask again. */
class Violation extends Error {
  constructor({ clause, cause, message, expected, observed, reproduce, known }: Finding) {
    const says = clauses.find(({ id }) => id === clause)?.says
    const lines = [
      `${clause}${says === undefined ? '' : `, in our words: ${says}`}`,
      `${cause}: ${message}`,
      `expected ${expected}`,
      `observed ${observed}`,
      ...(known === undefined ? [] : [`known until ${known.until} (${known.owner}): ${known.reason}`]),
      ...(reproduce === null ? [] : [reproduce]),
    ]
    super(lines.join('\n  '))
    this.name = 'Violation'
    withoutStack(this)
  }
}
