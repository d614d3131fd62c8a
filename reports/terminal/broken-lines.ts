import type { Finding } from '../../evidence/finding.ts'
import type { Results } from '../../evidence/results.ts'
import { oneLine, present, shortened } from '../plain-text.ts'
import { ageOf, byCause, type CauseProblems, placeOf, problemsOf, productsBehind } from '../problems.ts'
import { reproductionOf } from '../reproduction.ts'
import { severityWordsOf } from '../words.ts'
import { moreLines, styled, type Terminal } from './terminal.ts'

/** What broke, the gravest first. The form is the fullest that fits into the lines, down to one line for each cause. */
export function brokenLines(
  results: Results,
  { lines, again }: { readonly lines: number; readonly again: string },
  terminal: Terminal,
): string[] {
  const causes = byCause(problemsOf(results.findings).filter(({ lead }) => lead.known === undefined))
  const [gravest] = causes
  if (gravest === undefined) return []
  // Two lines are kept for the heading and for the replay line of the gravest finding.
  const left = lines - 2
  const ways = [inFull, inBrief, inTwoLines]
  const told = ways
    .map((way) => causes.flatMap((cause) => way(cause, results, again)))
    .find((all) => all.length <= left)
  const all = told ?? causes.flatMap((one) => inShort(one, terminal.columns))
  const shown = all.length <= left ? all : all.slice(0, left - 1)
  const first = replayOf(gravest.lead, results.run, again)
  return [
    styled('bold', 'What broke, gravest first', terminal),
    ...shown.map((line) => (isCommand.test(line) ? line : marked(shortened(line, terminal.columns), terminal))),
    ...(shown.length < all.length ? moreLines(causes.length - shown.length, 'further cause') : []),
    ...(shown.some((line) => line.includes(first)) ? [] : [`  Ask the first again: ${first}`]),
  ]
}

/** The replay line as it works from here: with the run folder and the settings, where they are not the usual ones. */
const replayOf = (finding: Finding, run: Results['run'], again: string) =>
  present(reproductionOf(finding, run).replay, again).join(' ')

const mark = '  × '

/** A command is never cut. Terminals break long lines themselves. */
const isCommand = /^ {4}(see|ask) it again: /
const longestCommand = 400

/** Colours the sign of a violation. This comes last, so that no length counts the colour codes. */
function marked(line: string, terminal: Terminal): string {
  return line.startsWith(mark) ? `  ${styled('red', '×', terminal)} ${line.slice(mark.length)}` : line
}

function inFull(cause: CauseProblems, results: Results, again: string): string[] {
  const { lead } = cause
  const { before, curl, log } = reproductionOf(lead, results.run, longestCommand)
  return present(
    ...inBrief(cause, results),
    curl && before && `    ${before}`,
    curl && `    see it again: ${curl}`,
    `    ask it again: ${replayOf(lead, results.run, again)}`,
    log && `    ${oneLine(log, longestCommand)}`,
  )
}

function inBrief(cause: CauseProblems, results: Results): string[] {
  const { expected, observed, clause, check } = cause.lead
  return [
    `${mark}${words(cause)} (${clause}, ${oneLine(check, 60)})`,
    where(cause, results),
    `    expected ${oneLine(expected ?? 'something else', 60)}; observed ${oneLine(observed ?? 'not told', 200)}`,
  ]
}

function inTwoLines(cause: CauseProblems, results: Results): string[] {
  return [`${mark}${words(cause)} (${cause.lead.clause})`, where(cause, results)]
}

/** A headline is never cut below this many characters. */
const fewest = 24

/** A cause on one line. The headline is cut and the path is not: nobody finds a path that is cut. */
function inShort(cause: CauseProblems, columns: number): string[] {
  const place = oneLine(placeOf(cause), 140)
  return [`${mark}${oneLine(cause.headline, Math.max(fewest, columns - mark.length - place.length - 2))}: ${place}`]
}

/** The word for the severity and the plain sentence of the cause. */
function words(cause: CauseProblems): string {
  return oneLine(`${severityWordsOf(cause.lead.cause).name}: ${cause.headline}`, 200)
}

/** Room for paths that no terminal cuts. */
const roomForAll = 76

/** The line that says where, and since when: each operation where there is room, else one, and the products of the others. */
function where(cause: CauseProblems, results: Results): string {
  const age = ageOf(cause.problems, results)
  const all = `${cause.operations.join(', ')}${age}`
  const one = `${placeOf(cause)}${productsBehind(cause)}${age}`
  return `    ${oneLine(cause.operations.length > 1 && all.length <= roomForAll ? all : one, 200)}`
}
