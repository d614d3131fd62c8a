import { counted } from '../../evidence/counted.ts'
import { checkOf } from '../../evidence/finding.ts'
import type { Results } from '../../evidence/results.ts'
import { type Gap, gapsOf } from '../gaps.ts'
import { oneLine, shortened, wrapped } from '../plain-text.ts'
import { headings } from '../words.ts'
import { moreLines, type Terminal } from './terminal.ts'

/** How many reasons are shown. There are fewer beside violations, which need the room. */
const gapsShown = 5
const gapsBesideViolations = 3

const operationsNamed = 3

/** What got no answer. First come the operations that may not be there at all, by name; then the other reasons. */
export function gapLines(results: Results, terminal: Terminal): string[] {
  const list = gapsOf(results)
  if (list.length === 0) return []
  const isReach = ({ verdict, checks }: Gap) => verdict === 'inconclusive' && checks.includes('catalog.reachable')
  const reach = list.filter(isReach)
  const others = list.filter((gap) => !isReach(gap))
  const shown = others.slice(0, results.summary.violation > 0 ? gapsBesideViolations : gapsShown)
  return [
    headings.gaps,
    ...unreached(reach),
    ...shown.map(gapLine),
    ...moreLines(others.length - shown.length, 'further reason'),
  ].flatMap((line) => onTwoLines(line, terminal))
}

/** A line, continued on a second one where it is too long. A reason that is cut in the middle explains nothing. */
function onTwoLines(line: string, { columns }: Terminal): string[] {
  const [first = '', ...rest] = wrapped(line, columns, '      ')
  return rest.length === 0
    ? [first]
    : [first, shortened([rest[0], ...rest.slice(1).map((line) => line.trim())].join(' '), columns)]
}

function unreached(list: readonly Gap[]): string[] {
  const asked = list.flatMap(({ findings }) => findings.filter((one) => checkOf(one) === 'catalog.reachable'))
  const operations = asked.flatMap(({ operation }) => operation ?? [])
  if (operations.length === 0) return []
  const named = operations.slice(0, operationsNamed).map((operation) => oneLine(operation, 60))
  const rest = operations.length > named.length ? [`and ${operations.length - named.length} more`] : []
  return [`  ${operations.length} inconclusive  are they there? ${[named.join(', '), ...rest].join(' ')}`]
}

function gapLine({ findings, verdict, checks, operations, headline, settings, remedy }: Gap): string {
  const [check = '', ...others] = checks
  const which = others.length === 0 ? check : `${check} and ${counted(others.length, 'other check')}`
  const change = settings.length === 0 ? oneLine(headline, 200) : `${remedy} ${settings.slice(0, 3).join(', ')}`
  const where = operations.length === 1 ? `, ${oneLine(operations[0] ?? '', 120)}` : ''
  return `  ${findings.length} ${verdict}  ${which}${where}: ${change}`
}
