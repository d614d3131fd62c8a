import { severityOf } from '../../evidence/causes.ts'
import { counted } from '../../evidence/counted.ts'
import type { Finding } from '../../evidence/finding.ts'
import type { Results } from '../../evidence/results.ts'
import { type FindingGroup, groupOf } from '../finding-group.ts'
import { inMarkup, oneLine, present, shortened, visible } from '../plain-text.ts'
import { isUnknown, knownWords } from '../problems.ts'
import { reproductionLines } from '../reproduction.ts'
import { outcomeWords } from '../words.ts'
import type { Evidence, Format } from './format.ts'
import { inOrder, statusFirst, timeOfEach } from './in-order.ts'

/**
 * `junit.xml`: a test suite for each product, a test case for each finding with its verdict as a property. A violation is a failure; of
 * many with one cause only the first is, and it names their operations. Inconclusive, not-exercised and known findings are skipped, with
 * the reason. An undocumented finding passes and says so. One more test case is the run itself. It is an error where there is no
 * trustworthy answer, so that no pipeline is green by accident.
 */
export const junit = { file: 'junit.xml', render: pieces } satisfies Format

function* pieces(results: Results, evidence: Evidence): Generator<string> {
  const byProduct = Map.groupBy(inOrder(results.findings), (finding) => finding.product ?? 'whole service')
  const wide = wideCauses(results.findings)
  const rendering = { results, evidence, times: timeOfEach(results, evidence), wide }
  const suites = [...byProduct].map(([product, findings]) => suite(product, findings, rendering))
  const inFindings = suites.reduce((sum, { attributes }) => sum + attributes.time, 0)
  const all = [run(results, Math.max(0, results.run.durationMs / 1000 - inFindings)), ...suites]
  const attributes = attributesOf({ name: `Platform API suite, ${results.run.profile}`, ...totalOf(all) })
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes}>\n`
  for (const one of all) {
    yield `  <testsuite${attributesOf(one.attributes)}>\n`
    for (const line of one.lines()) yield `${line}\n`
    yield '  </testsuite>\n'
  }
  yield '</testsuites>\n'
}

const counts = ['tests', 'failures', 'errors', 'skipped', 'time'] as const

interface Suite {
  readonly attributes: Readonly<Record<(typeof counts)[number], number> & Record<'name' | 'timestamp', string>>
  /** The lines are made one by one: a list of tens of thousands would need much memory. */
  readonly lines: () => Iterable<string>
}

interface Rendering {
  readonly results: Results
  readonly evidence: Evidence
  /** Milliseconds, by the id of the finding. */
  readonly times: ReadonlyMap<string, number>
  readonly wide: ReadonlyMap<string, FindingGroup>
}

/** From this many violations of one cause on, only one test case fails for all. */
const many = 25

/** Causes with many violations, and their groups. The lead of a group tells of all. Known findings do not count. */
function wideCauses(findings: readonly Finding[]): ReadonlyMap<string, FindingGroup> {
  const broken = inOrder(findings.filter(isUnknown))
  const groups = [...Map.groupBy(broken, ({ cause }) => cause)].filter(([, group]) => group.length >= many)
  return new Map(groups.map(([cause, group]) => [cause, groupOf(group)]))
}

/** The lead that fails for this finding too; null where the finding is the lead, or its cause has few violations. */
function toldBy(finding: Finding, { wide }: Rendering): Finding | null {
  const lead = isUnknown(finding) ? wide.get(finding.cause)?.lead : undefined
  return lead === undefined || lead.id === finding.id ? null : lead
}

function suite(name: string, findings: readonly Finding[], rendering: Rendering): Suite {
  const of = (...verdicts: string[]) => findings.filter((finding) => verdicts.includes(finding.verdict)).length
  const told = findings.filter((finding) => finding.known !== undefined || toldBy(finding, rendering) !== null).length
  return {
    attributes: {
      name,
      tests: findings.length,
      failures: of('violation') - told,
      errors: 0,
      skipped: of('inconclusive', 'not-exercised') + told,
      time: findings.reduce((sum, { id }) => sum + (rendering.times.get(id) ?? 0) / 1000, 0),
      timestamp: rendering.results.run.startedAt,
    },
    *lines() {
      for (const finding of findings) yield testCase(finding, rendering)
    },
  }
}

/** The class name of a product. Readers split it at the last dot into package and class, so dots in the product become blanks. */
const classOf = (product: string) => `Platform API.${product.replaceAll('.', ' ')}`

function testCase(finding: Finding, rendering: Rendering): string {
  const { check, operation, product, verdict, id, clause, cause } = finding
  const name = operation === null ? check : `${operation} ${check}`
  const severity = verdict === 'violation' ? { severity: severityOf(cause) } : {}
  const properties = propertiesOf({ verdict, ...severity, id, clause, cause })
  const time = (rendering.times.get(id) ?? 0) / 1000
  const head = `    <testcase${attributesOf({ classname: classOf(product ?? 'whole service'), name, time })}>`
  return `${head}\n${properties}\n${outcome(finding, rendering)}\n    </testcase>`
}

function propertiesOf(values: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries(values).map(([name, value]) => `        <property${attributesOf({ name, value })}/>`)
  return `      <properties>\n${lines.join('\n')}\n      </properties>`
}

function outcome(finding: Finding, rendering: Rendering): string {
  const { results, evidence, wide } = rendering
  const message = oneLine(statusFirst(finding, evidence), 500)
  const skipped = whySkipped(finding, rendering)
  if (skipped !== null) return `      <skipped${attributesOf({ message: `${skipped}: ${message}` })}/>`
  if (finding.verdict !== 'violation') {
    return `      <system-out>${inMarkup(`${finding.verdict}: ${message}`)}</system-out>`
  }
  const cause = wide.get(finding.cause)
  const count = cause && `${cause.findings.length} violations on ${counted(cause.operations.length, 'operation')}:`
  const all = cause === undefined ? [] : ['', count, ...cause.operations]
  const attributes = attributesOf({ message: present(count, message).join(' '), type: finding.cause })
  return `      <failure${attributes}>${inMarkup([story(finding, results.run), ...all].join('\n'))}</failure>`
}

/** Why a finding neither fails nor passes; null where it does. */
function whySkipped(finding: Finding, rendering: Rendering): string | null {
  if (finding.known !== undefined) return knownWords(finding.known)
  const lead = toldBy(finding, rendering)
  if (lead !== null) {
    return `violation, told with ${lead.operation ?? 'the whole service'} ${lead.check}, which has the same cause`
  }
  return finding.verdict === 'inconclusive' || finding.verdict === 'not-exercised' ? finding.verdict : null
}

function story(finding: Finding, run: Results['run']): string {
  const { message, clause, expected, observed } = finding
  const lines = [message, `clause:   ${clause}`, `expected: ${expected ?? '-'}`, `observed: ${observed ?? '-'}`]
  return [...lines, 'see it again:', ...reproductionLines(finding, run)]
    .map((line) => shortened(visible(line), 4000))
    .join('\n')
}

function run({ run: facts, summary }: Results, time: number): Suite {
  const { exitCode, outcome: why } = facts
  // With exit 1 and no unknown violation, no finding fails. The reason is drift, parity or an entry of `known-findings.json`.
  const isGated = exitCode === 1 && summary.violation === (summary.known ?? 0)
  const element = isGated ? 'failure' : exitCode > 1 ? 'error' : null
  const { id, profile, target, baseUrl, policy, seed, suiteVersion } = facts
  const properties = propertiesOf({ id, profile, target, baseUrl, policy, seed, exitCode, suiteVersion })
  const attributes = attributesOf({ message: oneLine(why, 500), type: outcomeWords[exitCode] })
  const lines = [
    `    <testcase${attributesOf({ classname: classOf('run'), name: 'the run gives a trustworthy answer', time })}>`,
    properties,
    ...(element === null ? [] : [`      <${element}${attributes}/>`]),
    '    </testcase>',
  ]
  const told = { tests: 1, failures: element === 'failure' ? 1 : 0, errors: element === 'error' ? 1 : 0, skipped: 0 }
  return { attributes: { name: 'run', ...told, time, timestamp: facts.startedAt }, lines: () => lines }
}

function totalOf(suites: readonly Suite[]): object {
  const sum = (name: (typeof counts)[number]) => suites.reduce((total, { attributes }) => total + attributes[name], 0)
  return Object.fromEntries(counts.map((name) => [name, sum(name)]))
}

function attributesOf(values: object): string {
  return Object.entries(values)
    .map(
      ([name, value]) => ` ${name}="${inMarkup(typeof value === 'number' ? number(value) : oneLine(String(value)))}"`,
    )
    .join('')
}

const number = (value: number): string => String(Number(value.toFixed(3)))
