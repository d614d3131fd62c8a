import type { ExitCode, Results } from '../../evidence/results.ts'
import { verdicts } from '../../evidence/verdict.ts'
import { counted, duration, oneLine, shortened } from '../plain-text.ts'
import {
  type CauseGroup,
  censusLine,
  type Gap,
  gapsOf,
  groupsOf,
  limitLine,
  retryAfterLine,
  verdictWords,
} from '../story.ts'
import { type Style, styled, type Terminal } from './terminal.ts'

/** At any size a summary fits on a screen. */
const screen = 40

/** Parts that may grow have so many entries and say how many more there are; the violations take what is left. */
const room = { gaps: 5, limits: 3, scenarios: 2 } as const

/** Where the files of the run are, as a reader would open them. */
export interface Places {
  readonly report: string
}

const style: Readonly<Record<ExitCode, Style>> = {
  0: ['bold', 'green'],
  1: ['bold', 'red'],
  2: ['bold', 'yellow'],
  130: ['bold', 'yellow'],
}

/** The last words of a run, at most 40 lines: the verdict first, then what broke, what could not be seen, and where to look. */
export function summaryText(results: Results, places: Places, terminal: Terminal): string {
  const { exitCode, outcome } = results.run
  const verdict = `${styled(style[exitCode], verdictWords(exitCode), terminal)}  ${oneLine(outcome, 400)}`
  if (terminal.quiet) return `${verdict}\n`
  const head = [verdict, '', ...fitted(facts(results), terminal)]
  const rest = [limits(results), gaps(results)].flatMap((lines) => (lines.length === 0 ? [] : ['', ...lines]))
  const foot = [...fitted(rest, terminal), '', ...silences(results), `Report: ${places.report}`]
  const causes = fitted(violations(results, screen - head.length - foot.length - 1, terminal), terminal)
  return `${[...head, ...(causes.length === 0 ? [] : ['', ...causes]), ...foot].join('\n')}\n`
}

function fitted(lines: readonly string[], { columns }: Terminal): string[] {
  return lines.map((line) => (line.includes('\u001b') ? line : shortened(line, columns)))
}

function facts({ run, summary, findings, catalog }: Results): string[] {
  const counts = verdicts.map((verdict) => `${summary[verdict]} ${verdict}`)
  return [
    `${run.profile} against ${run.target} ${oneLine(run.baseUrl, 60)}, policy ${run.policy}, seed ${run.seed}: ${counted(run.requests, 'request')} in ${duration(run.durationMs)}`,
    `${counted(findings.length, 'finding')}: ${counts.join(', ')}`,
    `Catalogue: ${censusLine(catalog)}`,
  ]
}

/** The causes as fully as there are lines for them: with the story, with expected and observed, or in a line each. */
function violations({ findings }: Results, lines: number, terminal: Terminal): string[] {
  const groups = groupsOf(findings, 'violation')
  if (groups.length === 0) return []
  const left = lines - 1
  const tell = [inFull, inBrief].find((way) => groups.flatMap(way).length <= left) ?? ((group) => [inShort(group)])
  const told = groups.flatMap(tell)
  const shown = told.length <= left ? told : told.slice(0, left - 1)
  return [
    styled('bold', 'Violations by cause', terminal),
    ...shown,
    ...(shown.length < told.length ? more(groups.length - shown.length, 'further cause') : []),
  ]
}

function inFull(group: CauseGroup): string[] {
  const [head = '', ...rest] = inBrief(group)
  return [
    head,
    `    ${oneLine(group.message, 300)}`,
    ...rest,
    `    again: npx suite replay ${group.findings[0]?.id ?? ''}`,
  ]
}

function inBrief(group: CauseGroup): string[] {
  const [first] = group.findings
  const expected = oneLine(first?.expected ?? '-', 48)
  return [inShort(group), `    expected ${expected}; observed ${oneLine(first?.observed ?? '-', 200)}`]
}

function inShort({ cause, check, clause, operations, findings }: CauseGroup): string {
  const [first] = operations
  const rest = operations.length > 1 ? ` and ${operations.length - 1} more` : ''
  const where = first === undefined ? counted(findings.length, 'finding') : `${first}${rest}`
  return `  × ${cause}  ${check} ${clause}  ${oneLine(where, 120)}`
}

function limits({ load }: Results): string[] {
  const met = load.limits
    .slice(0, room.limits)
    .flatMap((limit) => [
      `Limit: ${oneLine(limitLine(limit))}, ${limit.verdict}`,
      `  ${oneLine(retryAfterLine(limit))}`,
    ])
  const ran = load.scenarios
    .slice(0, room.scenarios)
    .map(
      ({ name, verdict, requests, durationMs }) =>
        `Load ${oneLine(name, 40)}: ${counted(requests, 'request')} in ${duration(durationMs)}, ${verdict}`,
    )
  return [
    ...met,
    ...more(load.limits.length - room.limits, 'further limit'),
    ...ran,
    ...more(load.scenarios.length - room.scenarios, 'further scenario'),
  ]
}

function gaps(results: Results): string[] {
  const list = gapsOf(results)
  if (list.length === 0) return []
  const shown = list.slice(0, list.length > room.gaps ? room.gaps : undefined)
  return ['Without an answer', ...shown.map(gap), ...more(list.length - shown.length, 'further reason')]
}

function gap({ findings, verdict, checks, message, settings }: Gap): string {
  const [check = '', ...others] = checks
  const where = others.length === 0 ? check : `${check} and ${counted(others.length, 'other check')}`
  const change = settings.length === 0 ? oneLine(message, 200) : `set ${settings.slice(0, 3).join(', ')}`
  return `  ${findings.length} ${verdict}  ${where}: ${change}`
}

function silences({ summary }: Results): string[] {
  return summary.undocumented === 0
    ? []
    : [
        `${counted(summary.undocumented, 'answer')} observed where the specification is silent: undocumented, no failure`,
      ]
}

function more(count: number, noun: string): string[] {
  return count > 0 ? [`  and ${counted(count, noun)} in the report`] : []
}
