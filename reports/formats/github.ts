import type { Results } from '../../evidence/results.ts'
import { verdicts } from '../../evidence/verdict.ts'
import { counted, oneLine } from '../plain-text.ts'
import { type CauseGroup, censusLine, groupsOf, verdictWords } from '../story.ts'
import type { Format } from './format.ts'

/** GitHub shows ten annotations of a kind for a step. */
const shown = 10

/**
 * Workflow commands of GitHub Actions, to be written to standard output there: an error for every cause of violations and
 * for a run without a trustworthy answer, a warning for what could not be told, a notice that counts.
 */
export const github: Format = {
  name: 'GitHub annotations',
  file: 'annotations.txt',
  render(results) {
    const { run, findings } = results
    const groups = groupsOf(findings, 'violation')
    const lines = [
      ...(run.exitCode === 0 ? [] : [command('error', verdictWords(run.exitCode), run.outcome)]),
      ...groups.slice(0, shown - 1).map((group) => command('error', title(group), message(group))),
      ...groupsOf(findings, 'inconclusive')
        .slice(0, shown)
        .map((group) => command('warning', `inconclusive: ${title(group)}`, message(group))),
      command('notice', 'Platform API suite', tally(results)),
    ]
    return `${lines.join('\n')}\n`
  },
}

function title({ cause, check, operations }: CauseGroup): string {
  return `${check}: ${cause} on ${counted(operations.length, 'operation')}`
}

function message(group: CauseGroup): string {
  const [first] = group.findings
  const where = group.operations.slice(0, 5).join(', ')
  const more = group.operations.length > 5 ? ` and ${group.operations.length - 5} more` : ''
  const story = `${group.message} (${group.clause}) expected: ${first?.expected ?? '-'}; observed: ${first?.observed ?? '-'}`
  return `${oneLine(story, 800)}\n${oneLine(where + more, 800)}\nnpx suite replay ${first?.id ?? ''}`
}

function tally({ summary, catalog }: Results): string {
  return `${verdicts.map((verdict) => `${summary[verdict]} ${verdict}`).join(', ')}; catalogue ${censusLine(catalog)}`
}

type Level = 'error' | 'warning' | 'notice'

/** One command a line, whatever stands in it: a percent sign, a line break, a colon or a comma ends nothing. */
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
