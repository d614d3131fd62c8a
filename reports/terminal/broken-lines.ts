import { counted } from '../../evidence/counted.ts'
import type { Finding } from '../../evidence/finding.ts'
import type { Results } from '../../evidence/results.ts'
import { oneLine, shortened } from '../plain-text.ts'
import { byCause, type CauseProblems, problemsOf } from '../problems.ts'
import { reproductionOf } from '../reproduction.ts'
import { doing } from '../words.ts'
import { moreLines } from './more-lines.ts'
import { styled, type Terminal } from './terminal.ts'

/** What broke, gravest first, as fully as there are lines for it: down to a sentence for each cause. */
export function brokenLines(
  results: Results,
  { lines, again }: { readonly lines: number; readonly again: string },
  terminal: Terminal,
): string[] {
  const causes = byCause(problemsOf(results.findings).filter(({ lead }) => lead.known === undefined))
  if (causes.length === 0) return []
  // The heading, and how to ask the gravest again.
  const left = lines - 2
  const ways = [(cause: CauseProblems) => inFull(cause, results.run, again), inBrief, inTwoLines]
  const told = ways.map((way) => causes.flatMap(way)).find((all) => all.length <= left)
  const all = told ?? causes.flatMap((one) => inShort(one, terminal.columns))
  const shown = all.length <= left ? all : all.slice(0, left - 1)
  const first = causes[0] === undefined ? '' : replayOf(causes[0].lead, results.run, again)
  return [
    styled('bold', 'What broke, gravest first', terminal),
    ...shown.map((line) => (isCommand.test(line) ? line : marked(shortened(line, terminal.columns), terminal))),
    ...(shown.length < all.length ? moreLines(causes.length - shown.length, 'further cause') : []),
    ...(shown.some((line) => line.includes(first)) ? [] : [`  Ask the first again: ${first}`]),
  ]
}

/** As it works from here: with the folder of the run and its settings, where those are not the usual ones. */
const replayOf = (finding: Finding, run: Results['run'], again: string) =>
  [reproductionOf(finding, run).replay, ...(again === '' ? [] : [again])].join(' ')

const mark = '  × '

/** A command is there to be copied, so it is whole or not there at all; terminals break it themselves. */
const isCommand = /^ {4}(see|ask) it again: /
const longestCommand = 400

/** The sign of a violation in its colour: put in last, so that no length counts the codes of colours. */
function marked(line: string, terminal: Terminal): string {
  return line.startsWith(mark) ? `  ${styled('red', '×', terminal)} ${line.slice(mark.length)}` : line
}

function inFull(cause: CauseProblems, run: Results['run'], again: string): string[] {
  const { lead } = cause
  const { before, curl, log } = reproductionOf(lead, run)
  const line = curl === null || curl !== oneLine(curl, longestCommand) ? [] : [`    see it again: ${curl}`]
  return [
    ...inBrief(cause),
    ...(before === null || line.length === 0 ? [] : [`    ${before}`]),
    ...line,
    `    ask it again: ${replayOf(lead, run, again)}`,
    ...(log === null ? [] : [`    ${oneLine(log, longestCommand)}`]),
  ]
}

function inBrief(cause: CauseProblems): string[] {
  const { expected, observed, clause, check } = cause.lead
  return [
    `${mark}${words(cause)} (${clause}, ${oneLine(check, 60)})`,
    `    ${where(cause)}`,
    `    expected ${oneLine(expected ?? 'something else', 60)}; observed ${oneLine(observed ?? 'not told', 200)}`,
  ]
}

function inTwoLines(cause: CauseProblems): string[] {
  return [`${mark}${words(cause)} (${cause.lead.clause})`, `    ${where(cause)}`]
}

/** The fewest characters of a headline that still say something. */
const fewest = 24

/** On one line: a path that is cut off cannot be found, so the headline gives way. */
function inShort(cause: CauseProblems, columns: number): string[] {
  const place = where(cause)
  return [`${mark}${oneLine(cause.headline, Math.max(fewest, columns - mark.length - place.length - 2))}: ${place}`]
}

/** How bad it is, and the plain sentence. */
function words(cause: CauseProblems): string {
  return oneLine(`${doing(cause.lead.cause).name}: ${cause.headline}`, 200)
}

function where({ operations, problems }: CauseProblems): string {
  const [first] = operations
  const rest = operations.length > 1 ? ` and ${operations.length - 1} more` : ''
  return first === undefined ? counted(problems.length, 'problem') : `${oneLine(first, 120)}${rest}`
}
