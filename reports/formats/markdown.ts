import { counted } from '../../evidence/counted.ts'
import type { Results } from '../../evidence/results.ts'
import { askedLine, censusLine, judgedLine } from '../coverage.ts'
import { gapsOf } from '../gaps.ts'
import { limitLine, retryAfterLine } from '../limit-words.ts'
import { deliveredWords, measuredLines, sentAndWhy } from '../load-words.ts'
import { newsOf } from '../news.ts'
import { capitalised, duration, ended, oneLine, present } from '../plain-text.ts'
import {
  ageOf,
  byCause,
  type CauseProblems,
  findingsOf,
  knownWords,
  type Problem,
  problemsOf,
  productsBehind,
} from '../problems.ts'
import { releaseSentences } from '../release.ts'
import { beforeAll, reproductionOf } from '../reproduction.ts'
import { countsInWords, headings, severityWordsOf, titleOf } from '../words.ts'
import type { Evidence, Format } from './format.ts'
import { cameOf } from './in-order.ts'

/** The most characters of foreign text in one place. */
const longestText = 2000

/** How many rows and reasons are shown. The rest is counted and stands in the page. */
const rowsShown = 25
const reasonsShown = 25

/** `summary.md`: the run on one page, for pull requests and job summaries. What broke is a table; other lists are folded. */
export const markdown = {
  file: 'summary.md',
  render(results, evidence) {
    const rows = rowsOf(problemsOf(results.findings))
    const broken = table(rows, results, evidence)
    const parts = present(head(results), broken, facts(results), again(rows, results), gaps(results), limits(results))
    return `${parts.join('\n\n')}\n`
  },
} satisfies Format

function head(results: Results): string {
  const { run, summary, findings } = results
  const told = releaseSentences(results).map((text) => `**${plain(text)}**`)
  const counts = `${plain(run.outcome)} ${counted(findings.length, 'finding')}: ${countsInWords(summary)}.`
  return [`# ${titleOf(run)}`, ...told, counts, ...newsOf(results).map((line) => plain(line))].join('\n\n')
}

/** A row for each problem, or for each cause where there are too many: what is broken on a hundred operations hides nothing else. */
function rowsOf(problems: readonly Problem[]): readonly CauseProblems[] {
  return problems.length > rowsShown ? byCause(problems) : problems.flatMap((problem) => byCause([problem]))
}

function table(rows: readonly CauseProblems[], results: Results, evidence: Evidence): string {
  if (rows.length === 0) return ''
  const rest = rows.length - rowsShown
  return [
    '| | Operation | What is wrong | Expected | Came |',
    '| --- | --- | --- | --- | --- |',
    ...rows.slice(0, rowsShown).map((own) => row(own, results, evidence)),
    ...(rest > 0 ? ['', `and ${counted(rest, 'further cause')} in \`index.html\``] : []),
  ].join('\n')
}

function row(own: CauseProblems, results: Results, evidence: Evidence): string {
  const { lead, operations, problems } = own
  const { name } = severityWordsOf(lead.cause)
  const known = lead.known === undefined ? '' : `, ${plain(oneLine(knownWords(lead.known), 200))}`
  const since = plain(ageOf(problems, results))
  const otherwise = lead.since?.lastCause === undefined ? '' : `, last time ${plain(lead.since.lastCause)}`
  const others = problems.flatMap(findingsOf).length - 1
  const alike = others === 0 ? '' : ` (and ${counted(others, 'finding')} of the same)`
  const more = operations.length < 2 ? '' : plain(` and ${operations.length - 1} more${productsBehind(own)}`)
  const cells = [
    lead.known === undefined ? name : `known: ${name}`,
    lead.operation === null ? 'the whole service' : `${code(lead.operation)} ${more}`.trimEnd(),
    `${plain(oneLine(lead.message, 200))}${alike}${since}${otherwise}${known}`,
    plain(oneLine(lead.expected ?? '-', 80)),
    plain(oneLine(cameOf(lead, evidence), 80)),
  ]
  return `| ${cells.join(' | ')} |`
}

function facts(results: Results): string {
  const { run, catalog } = results
  return `Run ${code(run.id)} asked ${code(run.baseUrl)} under the policy \`${run.policy}\`: ${counted(run.requests, 'request')} in ${duration(run.durationMs)}, ${askedLine(results)}. ${judgedLine(run)}. Catalogue: ${censusLine(catalog)}.`
}

function folded(title: string, lines: readonly string[]): string {
  return lines.length === 0
    ? ''
    : ['<details>', `<summary>${title}</summary>`, '', ...lines, '', '</details>'].join('\n')
}

function again(rows: readonly CauseProblems[], { run }: Results): string {
  const shown = rows.slice(0, rowsShown).map(({ lead }) => lead)
  const before = beforeAll(shown, run)
  const lines = shown.flatMap((lead) => {
    const { curl, replay, log } = reproductionOf(lead, run, longestText)
    const where = `${lead.operation === null ? 'the whole service' : code(lead.operation)}, ${lead.clause}`
    return [where, '', fenced(present(curl, replay)), '', ...present(log && `${plain(log)}\n`)]
  })
  return folded('How to see each again', [...(before === null ? [] : [plain(before), '']), ...lines])
}

function gaps(results: Results): string {
  const list = gapsOf(results)
  const open = list.reduce((sum, { findings }) => sum + findings.length, 0)
  const lines = list
    .slice(0, reasonsShown)
    .map(({ findings, verdict, checks, operations, headline, settings, remedy }) => {
      const change =
        settings.length === 0 ? '' : ` ${capitalised(remedy)} ${settings.map((name) => `\`${name}\``).join(', ')}.`
      const where = operations.length === 1 ? ` on ${code(operations[0] ?? '')}` : ''
      return `- ${findings.length} ${verdict} of ${checks.map(code).join(', ')}${where}: ${plain(headline)}.${change}`
    })
  const rest = list.length - reasonsShown
  return folded(
    `${headings.gaps}: ${counted(open, 'question')}`,
    rest > 0 ? [...lines, `- and ${counted(rest, 'further reason')}`] : lines,
  )
}

function limits({ load }: Results): string {
  const met = load.limits.map(
    (limit) =>
      `- ${limit.operation}: ${plain(capitalised(limitLine(limit)))}; ${plain(retryAfterLine(limit))}. Seen: ${plain(ended(limit.seen))}`,
  )
  const ran = load.scenarios.map((scenario) => {
    const { name, verdict } = scenario
    const told = measuredLines(scenario).map((line) => ` ${plain(ended(capitalised(line)))}`)
    const delivered = deliveredWords(scenario) ?? `${verdict} whether it was delivered as planned`
    return `- ${code(name)}: ${delivered}. ${plain(sentAndWhy(scenario))}${told.join('')}`
  })
  return folded(`${headings.limits} and ${headings.load.toLowerCase()}`, [...met, ...ran])
}

/** Characters that Markdown, HTML, mentions, issue numbers, emoji and bare addresses would obey. */
const acting = /[\\`*{}[\]<>&|#~@$]|(?<!\w)_|_(?!\w)|:(?=\S)/g

/** Text that cannot close a code span, and that no search for markup would find. */
const harmless = /^[\w §./{}[\]:,;='"()+*?!-]+$/

/** Foreign text inside a sentence, on one line. Each acting character becomes an entity. */
function plain(text: string): string {
  return oneLine(text, longestText)
    .replace(acting, entity)
    .replace(/\bwww\./gi, 'www&#46;')
}

/** Text as code: in backticks, or in a tag where the text could close them. */
function code(text: string): string {
  const line = oneLine(text, 600)
  return harmless.test(line) ? `\`${line}\`` : `<code>${plain(text)}</code>`
}

/** Commands as they are pasted into a shell, also from the raw file. No text in them is as long a fence. */
function fenced(commands: readonly string[]): string {
  const text = commands.map((line) => oneLine(line)).join('\n')
  const fence = '`'.repeat(Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1)
  return `${fence}sh\n${text}\n${fence}`
}

const entity = (sign: string): string => `&#${sign.charCodeAt(0)};`
