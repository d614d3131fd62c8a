import { counted } from '../../evidence/counted.ts'
import type { ExitCode, Results } from '../../evidence/results.ts'
import { askedLine, askedOperations, censusLine, judgedLine } from '../coverage.ts'
import { limitLine, retryAfterLine } from '../limit-words.ts'
import { deliveredWords, measuredLines } from '../load-words.ts'
import { newsOf } from '../news.ts'
import { duration, oneLine, present, shortened, wrapped } from '../plain-text.ts'
import { knownLinesOf } from '../problems.ts'
import { releaseSentences } from '../release.ts'
import { countsInWords, outcomeWords } from '../words.ts'
import { brokenLines } from './broken-lines.ts'
import { gapLines } from './gap-lines.ts'
import { moreLines, styled, type Terminal, type TextStyle } from './terminal.ts'

/** The most lines of a summary: it fits on one screen. */
const screen = 40

/** How many limits and scenarios are shown. What broke takes the room that is left. */
const room = { limits: 2, scenarios: 2 } as const

/** The least width that lines are cut to. A narrower terminal breaks lines itself: it hides neither a cause nor a path. */
const narrowest = 80

/** The most lines about the release and the news. */
const released = 9

/** The paths of a run, as a reader would open them. */
export interface Places {
  readonly report: string
  /** Words after `replay ID`, so that it finds this run and its target: folder and settings. Empty where it needs none. */
  readonly again: string
}

const style: Readonly<Record<ExitCode, TextStyle>> = {
  0: ['bold', 'green'],
  1: ['bold', 'red'],
  2: ['bold', 'yellow'],
  130: ['bold', 'yellow'],
}

/** What a newcomer may do next, after a first run that passed. */
const onwards = 'Next: npm run demo shows a bad night; cp .env.example .env and npx suite check try your own service.'

/** The last words of a run, at most 40 lines: the verdict on it, what broke, what is not clear, and where the report lies. */
export function summaryText(results: Results, places: Places, output: Terminal): string {
  const terminal = { ...output, columns: Math.max(narrowest, output.columns) }
  const { run, summary } = results
  const { exitCode, outcome } = run
  const verdict = `${styled(style[exitCode], outcomeWords[exitCode], terminal)}  ${oneLine(outcome, 400)}`
  if (terminal.quiet) return `${verdict}\n`
  const head = [verdict, ...release(results, terminal), '', ...facts(results, terminal)]
  const rest = [knownLines(results, terminal), gapLines(results, terminal), fitted(limits(results), terminal)]
  const silent = `${counted(summary.undocumented, 'answer')} undocumented: the specification does not say, and none is a failure`
  const foot = [
    ...rest.flatMap((lines) => (lines.length === 0 ? [] : ['', ...lines])),
    '',
    ...present(
      summary.undocumented > 0 && shortened(silent, terminal.columns),
      run.target === 'embedded' && exitCode === 0 && onwards,
    ),
    `Report: ${places.report}`,
  ]
  const causes = brokenLines(results, { lines: screen - head.length - foot.length - 1, again: places.again }, terminal)
  return `${[...head, ...(causes.length === 0 ? [] : ['', ...causes]), ...foot].join('\n')}\n`
}

const fitted = (lines: readonly string[], { columns }: Terminal) => lines.map((line) => shortened(line, columns))

/** Lines about the release, and the news since earlier runs. */
function release(results: Results, terminal: Terminal): string[] {
  const told = releaseSentences(results).flatMap((line) => wrapped(line, terminal.columns, ''))
  // Beside violations, changes get two lines each: what broke is more urgent, and one line seldom holds both sides of a change.
  const isBrief = results.summary.violation > 0
  const news = newsOf(results).flatMap((line, index) =>
    isBrief && index > 0 ? begun(line, terminal) : wrapped(line, terminal.columns),
  )
  return [...told.map((line) => styled('bold', line, terminal)), ...news].slice(0, released)
}

/** As many whole words as two lines have room for: half of a status would be another one. */
function begun(line: string, { columns }: Terminal): string[] {
  const [first = '', second, ...more] = wrapped(line, columns - 2)
  return second === undefined ? [first] : [first, shortened(more.length === 0 ? second : `${second} …`, columns)]
}

/** The numbers of a run. Long lines wrap: a number that is cut off is hidden. */
function facts(results: Results, { columns }: Terminal): string[] {
  const { run, summary, findings, catalog } = results
  const asked = askedOperations(findings).size
  const sent = `${counted(run.requests, 'request')} in ${duration(run.durationMs)};`
  const whole = `${sent} ${judgedLine(run)}`
  return [
    `${run.profile} against ${run.target} ${oneLine(run.baseUrl, 100)} (policy ${run.policy}, seed ${run.seed})`,
    // Readers look for the last words, so they stay on one line (O20).
    ...(whole.length <= columns ? [whole] : [sent, `  ${judgedLine(run)}`]),
    ...(asked === catalog.listed + catalog.extended ? [] : [askedLine(results)]),
    `${counted(findings.length, 'finding')}: ${countsInWords(summary)}`,
    `Catalogue: ${censusLine(catalog)}`,
  ].flatMap((line) => wrapped(line, columns))
}

/** How many known problems are named. */
const knownShown = 3

/** The known problems, apart from the new ones: why each fails no run, until when, and who answers for it. */
function knownLines({ findings }: Pick<Results, 'findings'>, { columns }: Terminal): string[] {
  const known = knownLinesOf(findings)
  if (known.length === 0) return []
  return [
    `Known, and no reason to fail: ${counted(known.length, 'problem')}`,
    ...known.slice(0, knownShown).map((line) => shortened(`  ${oneLine(line)}`, columns)),
    ...moreLines(known.length - knownShown, 'further known problem'),
  ]
}

function limits({ load }: Results): string[] {
  const met = load.limits
    .slice(0, room.limits)
    .flatMap((limit) =>
      present(
        `Limit: ${oneLine(limitLine(limit))}`,
        limit.algorithm === 'inconclusive' && limit.seen !== '' && `  Seen: ${oneLine(limit.seen, 160)}`,
        `  ${oneLine(retryAfterLine(limit))}`,
      ),
    )
  // Scenarios that were not delivered, or exceed a threshold, are shown before the others.
  const isFine = ({ verdict, thresholds }: Results['load']['scenarios'][number]) =>
    Number(verdict === 'pass' && thresholds.every(({ ok }) => ok))
  const scenarios = load.scenarios.toSorted((one, other) => isFine(one) - isFine(other))
  const ran = scenarios.slice(0, room.scenarios).flatMap((scenario) => {
    const { name, verdict, why, sent, durationMs } = scenario
    const delivered = deliveredWords(scenario) ?? `${verdict}: ${oneLine(why, 120)}`
    const line = `Load ${oneLine(name, 40)}: ${counted(sent, 'request')} in ${duration(durationMs)}, ${delivered}`
    return [line, ...measuredLines(scenario).map((told) => `  ${oneLine(told, 160)}`)]
  })
  return [
    ...met,
    ...moreLines(load.limits.length - room.limits, 'further limit'),
    ...ran,
    ...moreLines(load.scenarios.length - room.scenarios, 'further scenario'),
  ]
}
