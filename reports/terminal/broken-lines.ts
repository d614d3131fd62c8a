import { severities } from '../../evidence/causes/row.ts'
import { causeRow, severityOf } from '../../evidence/causes.ts'
import type { Results } from '../../evidence/results.ts'
import { counted, oneLine, shortened } from '../plain-text.ts'
import { type CauseGroup, groupsOf } from '../story.ts'
import { moreLines } from './more-lines.ts'
import { styled, type Terminal } from './terminal.ts'

/** What one cause broke, whichever checks saw it. */
interface Broken {
  readonly cause: string
  readonly headline: string
  readonly groups: readonly [CauseGroup, ...CauseGroup[]]
  readonly operations: readonly string[]
}

/** The causes of violations, gravest first. */
function broken({ findings }: Results): readonly Broken[] {
  const byCause = [...Map.groupBy(groupsOf(findings, 'violation'), ({ cause }) => cause)]
  return byCause
    .flatMap(([cause, [first, ...others]]): Broken[] => {
      if (first === undefined) return []
      const operations = [...new Set([first, ...others].flatMap((group) => group.operations))]
      return [{ cause, headline: causeRow(cause)?.headline ?? first.message, groups: [first, ...others], operations }]
    })
    .toSorted((one, other) => rank(one) - rank(other))
}

const rank = ({ cause }: Broken) => severities.indexOf(severityOf(cause))

/** What broke, gravest first, as fully as there are lines for it: down to a sentence for each cause. */
export function brokenLines(results: Results, lines: number, terminal: Terminal): string[] {
  const causes = broken(results)
  if (causes.length === 0) return []
  const left = lines - 1
  const ways = [inFull, inBrief, inTwoLines].map((way) => causes.flatMap(way))
  const told = ways.find((told) => told.length <= left) ?? causes.flatMap((one) => inShort(one, terminal.columns))
  const shown = told.length <= left ? told : told.slice(0, left - 1)
  return [
    styled('bold', 'What broke, gravest first', terminal),
    ...shown.map((line) => marked(shortened(line, terminal.columns), terminal)),
    ...(shown.length < told.length ? moreLines(causes.length - shown.length, 'further cause') : []),
  ]
}

const mark = '  × '

/** The sign of a violation in its colour: put in last, so that no length counts the codes of colours. */
function marked(line: string, terminal: Terminal): string {
  return line.startsWith(mark) ? `  ${styled('red', '×', terminal)} ${line.slice(mark.length)}` : line
}

function inFull(cause: Broken): string[] {
  const line = cause.groups[0].findings[0]?.reproduce ?? null
  return [...inBrief(cause), ...(line === null ? [] : [`    see it again: ${oneLine(line, 400)}`])]
}

function inBrief(cause: Broken): string[] {
  const [{ findings, check, clause }, ...others] = cause.groups
  const expected = oneLine(findings[0]?.expected ?? 'something else', 60)
  const checks = others.length === 0 ? check : `${check} and ${counted(others.length, 'other check')}`
  return [
    `${mark}${oneLine(cause.headline, 200)} (${clause}, ${checks})`,
    `    ${where(cause)}`,
    `    expected ${expected}; observed ${oneLine(findings[0]?.observed ?? 'not told', 200)}`,
  ]
}

function inTwoLines(cause: Broken): string[] {
  return [`${mark}${oneLine(cause.headline, 200)} (${cause.groups[0].clause})`, `    ${where(cause)}`]
}

/** The fewest characters of a headline that still say something. */
const fewest = 30

/** On one line: a path that is cut off cannot be found, so the headline gives way. */
function inShort(cause: Broken, columns: number): string[] {
  const place = where(cause)
  return [`${mark}${oneLine(cause.headline, Math.max(fewest, columns - mark.length - place.length - 2))}: ${place}`]
}

function where({ operations, groups }: Broken): string {
  const [first] = operations
  const rest = operations.length > 1 ? ` and ${operations.length - 1} more` : ''
  return first === undefined ? counted(groups[0].findings.length, 'finding') : `${oneLine(first, 120)}${rest}`
}
