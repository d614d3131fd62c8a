import { counted } from '../../evidence/counted.ts'
import type { Results } from '../../evidence/results.ts'
import { oneLine, shortened } from '../plain-text.ts'
import { knownLinesOf } from '../problems.ts'
import { moreLines } from './more-lines.ts'
import type { Terminal } from './terminal.ts'

/** So many known problems are named. */
const shown = 3

/** What a team knows, apart from what is new to it: why it fails no run, until when, and who answers for it. */
export function knownLines({ findings }: Pick<Results, 'findings'>, { columns }: Terminal): string[] {
  const known = knownLinesOf(findings)
  if (known.length === 0) return []
  return [
    `Known, and no reason to fail: ${counted(known.length, 'problem')}`,
    ...known.slice(0, shown).map((line) => shortened(`  ${oneLine(line)}`, columns)),
    ...moreLines(known.length - shown, 'further known problem'),
  ]
}
