import { counted } from '../../evidence/counted.ts'
import type { Results } from '../../evidence/results.ts'
import { oneLine, shortened } from '../plain-text.ts'
import { knownWords, problemsOf } from '../problems.ts'
import { moreLines } from './more-lines.ts'
import type { Terminal } from './terminal.ts'

/** So many known problems are named. */
const shown = 3

/** What a team knows, apart from what is new to it: why it fails no run, until when, and who answers for it. */
export function knownLines({ findings }: Pick<Results, 'findings'>, { columns }: Terminal): string[] {
  const known = problemsOf(findings).flatMap(({ lead }) =>
    lead.known === undefined
      ? []
      : [`  ${oneLine(lead.operation ?? 'the whole service', 80)}: ${oneLine(knownWords(lead.known))}`],
  )
  if (known.length === 0) return []
  return [
    `Known, and no reason to fail: ${counted(known.length, 'problem')}`,
    ...known.slice(0, shown).map((line) => shortened(line, columns)),
    ...moreLines(known.length - shown, 'further known problem'),
  ]
}
