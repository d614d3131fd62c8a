import { counted } from '../../evidence/counted.ts'
import { isTrusted, type Results } from '../../evidence/results.ts'
import { censusLine } from '../coverage.ts'
import { type Gap, gapsOf } from '../gaps.ts'
import { oneLine, present } from '../plain-text.ts'
import { ageOf, byCause, type CauseProblems, knownLinesOf, placeOf, problemsOf, productsBehind } from '../problems.ts'
import { releaseSentences } from '../release.ts'
import { reproductionLines } from '../reproduction.ts'
import { countsInWords, outcomeWords, severityWordsOf } from '../words.ts'
import type { Evidence, Format } from './format.ts'
import { statusFirst } from './in-order.ts'

/** The most characters of a line: GitHub keeps 4 KB of an annotation. */
const longestLine = 1600

/** The most annotations that are written. GitHub shows ten of a kind for a step. */
const shown = { errors: 10, warnings: 5 } as const

/**
 * Workflow commands of GitHub Actions, for standard output. The verdict on the run and each cause of violations are errors, the gravest
 * first. Each reason of inconclusive findings is a warning, and the counts are a notice.
 */
export const github = {
  file: 'annotations.txt',
  render(results, evidence) {
    const { run, summary, catalog } = results
    const verdict = [run.outcome, releaseSentences(results)[0]].join('\n')
    const known = knownLinesOf(results.findings)
    const lines = present(
      run.exitCode !== 0 && command('error', outcomeWords[run.exitCode], verdict),
      ...errors(results, evidence, shown.errors - 1),
      ...(isTrusted(run) ? warnings(results) : []),
      // One notice for all known problems: they fail no run.
      known.length > 0 && command('notice', counted(known.length, 'known problem'), known.slice(0, 20).join('\n')),
      command('notice', 'Platform API suite', `${countsInWords(summary)}; catalogue ${censusLine(catalog)}`),
    )
    return `${lines.join('\n')}\n`
  },
} satisfies Format

function errors(results: Results, evidence: Evidence, room: number): readonly string[] {
  const causes = byCause(problemsOf(results.findings).filter(({ lead }) => lead.known === undefined))
  const cut = causes.length > room
  const told = causes.slice(0, cut ? room - 1 : room)
  const rest = causes.slice(told.length)
  return present(
    ...told.map((cause) => command('error', title(cause), message(cause, results, evidence))),
    cut && command('error', `and ${counted(rest.length, 'further cause')}`, rest.map(title).join('\n')),
  )
}

function title(cause: CauseProblems): string {
  const { lead, headline, operations } = cause
  const where =
    operations.length < 2 ? placeOf(cause) : `${counted(operations.length, 'operation')}${productsBehind(cause)}`
  return `${severityWordsOf(lead.cause).name}: ${headline} (${where})`
}

function message({ lead, operations, problems }: CauseProblems, results: Results, evidence: Evidence): string {
  const more = operations.length > 5 ? ` and ${operations.length - 5} more` : ''
  return [
    `${statusFirst(lead, evidence)} (${lead.clause})`,
    `on ${operations.slice(0, 5).join(', ') || 'the whole service'}${more}${ageOf(problems, results)}`,
    ...reproductionLines(lead, results.run, longestLine),
  ]
    .map((line) => oneLine(line, longestLine))
    .join('\n')
}

function warnings(results: Results): readonly string[] {
  const open = gapsOf(results).filter(({ verdict }) => verdict === 'inconclusive')
  const rest = open.slice(shown.warnings)
  const others = rest.map(({ headline }) => headline).join('\n')
  return present(
    ...open.slice(0, shown.warnings).map((gap) => command('warning', `not clear: ${gap.headline}`, about(gap))),
    rest.length > 0 && command('warning', `and ${counted(rest.length, 'further reason')}`, others),
  )
}

function about({ findings, checks, operations, settings }: Gap): string {
  const where = operations.length === 1 ? operations[0] : counted(operations.length, 'operation')
  const change = settings.length === 0 ? '' : `; set ${settings.join(', ')}`
  return `${counted(findings.length, 'question')} of ${checks.join(', ')} on ${where}${change}`
}

type Level = 'error' | 'warning' | 'notice'

/** A workflow command on one line. Percent signs, line breaks, colons and commas are escaped, so that they end nothing. */
function command(level: Level, title: string, text: string): string {
  const property = data(oneLine(title, 250)).replaceAll(':', '%3A').replaceAll(',', '%2C')
  return `::${level} title=${property}::${text
    .split('\n')
    .map((line) => data(oneLine(line)))
    .join('%0A')}`
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
