import type { Results } from '../../evidence/results.ts'
import { verdicts } from '../../evidence/verdict.ts'
import { counted, duration, oneLine } from '../plain-text.ts'
import {
  type CauseGroup,
  censusLine,
  gapsOf,
  groupsOf,
  judgedLine,
  limitLine,
  retryAfterLine,
  verdictWords,
} from '../story.ts'
import type { Format } from './format.ts'

/** So many causes and operations are shown; the rest is counted and stands in the page. */
const causesShown = 25
const operationsShown = 8

/** `summary.md`: the run on a page, for pull requests and job summaries. */
export const markdown: Format = {
  name: 'Markdown summary',
  file: 'summary.md',
  render(results) {
    const parts = [head(results), counts(results), violations(results), gaps(results), limits(results), load(results)]
    return `${parts.filter((part) => part !== '').join('\n\n')}\n`
  },
}

function head({ run, catalog }: Results): string {
  return [
    `# ${verdictWords(run.exitCode)}: Platform API, ${run.profile} against ${run.target}`,
    '',
    plain(run.outcome),
    '',
    `Run ${code(run.id)} asked ${code(run.baseUrl)} under the policy \`${run.policy}\`: ${counted(run.requests, 'request')} in ${duration(run.durationMs)}. ${judgedLine(run)}. Catalogue: ${censusLine(catalog)}.`,
  ].join('\n')
}

function counts({ summary, findings }: Results): string {
  const cells = verdicts.map((verdict) => summary[verdict])
  return [
    `| ${verdicts.join(' | ')} | findings |`,
    `|${' ---: |'.repeat(verdicts.length + 1)}`,
    `| ${cells.join(' | ')} | ${findings.length} |`,
  ].join('\n')
}

function violations({ findings }: Results): string {
  const groups = groupsOf(findings, 'violation')
  if (groups.length === 0) return ''
  const more = groups.length > causesShown ? [`\nand ${counted(groups.length - causesShown, 'further cause')}`] : []
  return ['## Violations by cause', ...groups.slice(0, causesShown).map(violation), ...more].join('\n\n')
}

function violation(group: CauseGroup): string {
  const [first] = group.findings
  const rest = group.operations.length - operationsShown
  const lines = [
    `### ${code(group.cause)}, ${code(group.check)} (${group.clause})`,
    '',
    plain(group.message),
    '',
    `- expected: ${code(first?.expected ?? '-')}`,
    `- observed: ${code(first?.observed ?? '-')}`,
    `- ask it again: \`npx suite replay ${first?.id ?? ''}\``,
    `- on ${counted(group.operations.length, 'operation')}, ${counted(group.findings.length, 'finding')}:`,
    ...group.operations.slice(0, operationsShown).map((operation) => `  - ${code(operation)}`),
    ...(rest > 0 ? [`  - and ${rest} more`] : []),
  ]
  return lines.join('\n')
}

function gaps(results: Results): string {
  const list = gapsOf(results)
  if (list.length === 0) return ''
  const lines = list.slice(0, causesShown).map(({ findings, verdict, checks, message, settings }) => {
    const change = settings.length === 0 ? '' : ` Set ${settings.map((name) => `\`${name}\``).join(', ')}.`
    return `- ${findings.length} ${verdict} of ${checks.map(code).join(', ')}: ${plain(message)}${change}`
  })
  return ['## Without an answer', '', ...lines].join('\n')
}

function limits({ load: { limits: met } }: Results): string {
  if (met.length === 0) return ''
  const lines = met.map((limit) => `- ${limit.verdict}: ${plain(limitLine(limit))}; ${plain(retryAfterLine(limit))}.`)
  return ['## Limits', '', ...lines].join('\n')
}

function load({ load: { scenarios } }: Results): string {
  if (scenarios.length === 0) return ''
  const lines = scenarios.map(
    ({ name, verdict, requests, durationMs, why }) =>
      `- ${code(name)}: ${verdict}, ${counted(requests, 'request')} in ${duration(durationMs)}. ${plain(why)}`,
  )
  return ['## Load', '', ...lines].join('\n')
}

/** Signs by which Markdown, HTML, mentions, issue numbers, emoji and bare addresses act. */
const acting = /[\\`*{}[\]<>&|#~@$]|(?<!\w)_|_(?!\w)|:(?=\S)/g

/** Text that can close no code span, and that looks harmless to whoever searches the file for markup. */
const harmless = /^[\w §./{}[\]:,;='"()+*?!-]+$/

/** Text of others inside a sentence: nothing in it acts, as every sign that could is an entity. */
function plain(text: string): string {
  return oneLine(text, 600)
    .replace(acting, entity)
    .replace(/\bwww\./gi, 'www&#46;')
}

/** Text set as code: by backticks, or by a tag where the text could close them. */
function code(text: string): string {
  const line = oneLine(text, 600)
  return harmless.test(line) ? `\`${line}\`` : `<code>${plain(text)}</code>`
}

function entity(sign: string): string {
  return `&#${sign.charCodeAt(0)};`
}
