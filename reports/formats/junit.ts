import type { Finding } from '../../evidence/finding.ts'
import type { Results } from '../../evidence/results.ts'
import { oneLine, shortened, visible } from '../plain-text.ts'
import { verdictWords } from '../story.ts'
import type { Evidence, Format } from './format.ts'

/**
 * `junit.xml`: a test suite per product, a test case per finding with its verdict as a property. A violation is a failure;
 * what could not be told or was not asked is skipped with the reason; what was merely observed passes and says so. One
 * test case more is about the run: it errs where there is no trustworthy answer, so that no pipeline is green by accident.
 */
export const junit: Format = {
  name: 'JUnit',
  file: 'junit.xml',
  render(results, evidence) {
    const byProduct = Map.groupBy(results.findings, (finding) => finding.product ?? 'whole service')
    const suites = [...byProduct].map(([product, findings]) => suite(product, findings, results, evidence))
    const all = [run(results), ...suites]
    const attributes = attributesOf({ name: `Platform API suite, ${results.run.profile}`, ...totalOf(all) })
    const body = all.map(
      (one) => `  <testsuite${attributesOf(one.attributes)}>\n${one.lines.join('\n')}\n  </testsuite>`,
    )
    return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes}>\n${body.join('\n')}\n</testsuites>\n`
  },
}

interface Counts {
  readonly tests: number
  readonly failures: number
  readonly errors: number
  readonly skipped: number
  readonly time: number
}

interface Suite {
  readonly attributes: Counts & { readonly name: string; readonly timestamp: string }
  readonly lines: readonly string[]
}

function suite(name: string, findings: readonly Finding[], results: Results, evidence: Evidence): Suite {
  const times = findings.map((finding) => secondsOf(finding, evidence))
  const of = (...verdicts: string[]) => findings.filter((finding) => verdicts.includes(finding.verdict)).length
  return {
    attributes: {
      name,
      tests: findings.length,
      failures: of('violation'),
      errors: 0,
      skipped: of('inconclusive', 'not-exercised'),
      time: times.reduce((sum, time) => sum + time, 0),
      timestamp: results.run.startedAt,
    },
    lines: findings.map((finding, index) => testCase(finding, times[index] ?? 0)),
  }
}

function secondsOf(finding: Finding, { exchanges }: Evidence): number {
  return finding.exchanges.reduce((sum, id) => sum + (exchanges.get(id)?.endMs ?? 0), 0) / 1000
}

function testCase(finding: Finding, time: number): string {
  const { check, operation, product, verdict, id, clause, cause } = finding
  const name = operation === null ? check : `${operation} ${check}`
  const properties = Object.entries({ verdict, id, clause, cause })
    .map(([key, value]) => `        <property${attributesOf({ name: key, value })}/>`)
    .join('\n')
  const head = `    <testcase${attributesOf({ classname: `${product ?? 'whole service'}.${check}`, name, time })}>`
  return `${head}\n      <properties>\n${properties}\n      </properties>\n${outcome(finding)}\n    </testcase>`
}

function outcome(finding: Finding): string {
  const message = oneLine(finding.message, 500)
  if (finding.verdict === 'violation') {
    const attributes = attributesOf({ message, type: finding.cause })
    return `      <failure${attributes}>${escaped(story(finding))}</failure>`
  }
  if (finding.verdict === 'inconclusive' || finding.verdict === 'not-exercised') {
    return `      <skipped${attributesOf({ message: `${finding.verdict}: ${message}` })}/>`
  }
  return `      <system-out>${escaped(`${finding.verdict}: ${message}`)}</system-out>`
}

function story({ message, clause, expected, observed, reproduce, id }: Finding): string {
  const lines = [
    message,
    `clause:   ${clause}`,
    `expected: ${expected ?? '-'}`,
    `observed: ${observed ?? '-'}`,
    `ask it again: npx suite replay ${id}`,
    ...(reproduce === null ? [] : [reproduce]),
  ]
  return lines.map((line) => shortened(visible(line), 4000)).join('\n')
}

/** The run itself as a test case. */
function run({ run: facts, summary }: Results): Suite {
  const { exitCode, outcome: why, durationMs } = facts
  const element = exitCode === 0 ? null : exitCode === 1 ? gated(summary.violation) : 'error'
  const time = durationMs / 1000
  const properties = (
    ['id', 'profile', 'target', 'baseUrl', 'policy', 'seed', 'exitCode', 'suiteVersion'] as const
  ).map((name) => `        <property${attributesOf({ name, value: facts[name] })}/>`)
  const attributes = attributesOf({ message: oneLine(why, 500), type: verdictWords(exitCode) })
  const lines = [
    `    <testcase${attributesOf({ classname: 'run', name: 'the run gives a trustworthy answer', time })}>`,
    `      <properties>\n${properties.join('\n')}\n      </properties>`,
    ...(element === null ? [] : [`      <${element}${attributes}/>`]),
    '    </testcase>',
  ]
  const counts = { tests: 1, failures: element === 'failure' ? 1 : 0, errors: element === 'error' ? 1 : 0, skipped: 0 }
  return { attributes: { name: 'run', ...counts, time, timestamp: facts.startedAt }, lines }
}

/** Exit 1 without a violation is trouble that no finding of its own fails for: drift, parity, known findings. */
function gated(violations: number): 'failure' | null {
  return violations === 0 ? 'failure' : null
}

function totalOf(suites: readonly Suite[]): Counts {
  const sum = (name: keyof Counts) => suites.reduce((total, { attributes }) => total + attributes[name], 0)
  return {
    tests: sum('tests'),
    failures: sum('failures'),
    errors: sum('errors'),
    skipped: sum('skipped'),
    time: sum('time'),
  }
}

function attributesOf(values: object): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(typeof value === 'number' ? number(value) : oneLine(String(value)))}"`)
    .join('')
}

function number(value: number): string {
  return String(Number(value.toFixed(3)))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as XML: every sign that could act is an entity, `]]>` included; what XML forbids was made visible before. */
function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
