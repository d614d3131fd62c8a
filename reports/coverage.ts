import { comparesRuns, type Finding } from '../evidence/finding.ts'
import type { Results, RunFacts } from '../evidence/results.ts'
import { present } from './plain-text.ts'

/** Operations that were asked: a finding of theirs cites an exchange, or has another verdict than `not-exercised`. Comparing asks nothing. */
export function askedOperations(findings: readonly Finding[]): ReadonlySet<string> {
  const asked = findings.filter(({ verdict, exchanges }) => verdict !== 'not-exercised' || exchanges.length > 0)
  return new Set(asked.flatMap(({ check, operation }) => (comparesRuns(check) ? [] : (operation ?? []))))
}

/** `93 of 265 operations asked`: the operations that the run asked, of all that the catalogue holds. */
export function askedLine({ findings, catalog }: Pick<Results, 'findings' | 'catalog'>): string {
  return `${askedOperations(findings).size} of ${catalog.listed + catalog.extended} operations asked`
}

/** How many of the selected operations were judged. The words stay together wherever they stand (O20). */
export function judgedLine({ judged }: Pick<RunFacts, 'judged'>): string {
  return `${judged.operations} of ${judged.of} operations judged`
}

/** `283 = 265 listed + 1 counted but not listed + 17 not shown`: the claimed number as a sum, never padded. */
export function censusLine({ claimed, listed, extended, unlisted }: Results['catalog']): string {
  const sum = (parts: Results['catalog']['unlisted']) => parts.reduce((total, part) => total + part.count, 0)
  const unnamed = sum(unlisted.filter((part) => part.product !== null))
  const hidden = sum(unlisted.filter((part) => part.product === null))
  const filled = claimed - listed - unnamed - hidden
  const beyond = extended - filled
  const parts = present(
    `${listed} listed`,
    filled !== 0 && `${filled} added by CATALOG_EXTENSION`,
    unnamed !== 0 && `${unnamed} counted but not listed`,
    hidden !== 0 && `${hidden} not shown`,
  )
  return `${claimed} = ${parts.join(' + ')}${beyond > 0 ? ` (and ${beyond} added by CATALOG_EXTENSION)` : ''}`
}
