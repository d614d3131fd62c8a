import { counted, firstFew } from '../evidence/counted.ts'
import type { Finding } from '../evidence/finding.ts'
import { type Compared, isTrusted, type Results } from '../evidence/results.ts'
import { type FoldedDifference, foldedDifferences } from './folded-differences.ts'
import { oneLine, present } from './plain-text.ts'

/**
 * The news of a run, a sentence each: changes since earlier runs, drift, and how another environment differs. A run that is not to be
 * trusted has no such news: it cannot tell what broke and what was mended. Its news are the entries of `known-findings.json` that need a
 * hand. In other runs the outcome names these.
 */
export function newsOf({
  run,
  changes,
  compared = {},
  known,
  findings,
}: Pick<Results, 'run' | 'changes' | 'compared' | 'known' | 'findings'>): readonly string[] {
  if (!isTrusted(run)) return known === undefined ? [] : troubles(known)
  return present(
    changes && since(changes, findings),
    differing('drift', findings, run.id, compared),
    differing('parity', findings, run.id, compared),
  )
}

function since(changes: NonNullable<Results['changes']>, findings: readonly Finding[]): string {
  const { comparedWith, fixed, still, unstable } = changes
  if (comparedWith === null && changes.new.length + fixed.length + still.length === 0) {
    return 'There is no earlier run to compare with.'
  }
  const otherwise = findings.filter((finding) => finding.since?.lastCause !== undefined)
  const parts = present(
    changes.new.length === 0 ? 'nothing new is broken' : `${counted(changes.new.length, 'violation')} new`,
    fixed.length > 0 && `${fixed.length} fixed`,
    still.length > 0 && `${still.length} as before`,
    otherwise.length > 0 &&
      `${otherwise.length} of them wrong in another way than last time (${firstFew(otherwise.map(({ id }) => id))})`,
    unstable.length > 0 && `${unstable.length} changed more than once in ten runs`,
  )
  return `Since the runs before${comparedWith === null ? '' : ` (last: ${comparedWith})`}: ${parts.join(', ')}.`
}

/** How many changes are named; the others are counted. */
const named = 3

const introduced = {
  drift: { noun: 'change', where: ' since the baseline', with: 'baseline' },
  parity: { noun: 'difference', where: ' between development and production', with: 'development' },
} as const

/** The differences of one kind in one sentence: what, where and since when; new ones come first. Says so where a comparison found none. */
function differing(kind: 'drift' | 'parity', findings: readonly Finding[], run: string, compared: Compared) {
  const own = findings.filter(({ check, verdict }) => check.startsWith(`${kind}.`) && verdict === 'undocumented')
  const { noun, where, with: other } = introduced[kind]
  if (own.length === 0) return compared[other] && `No ${noun}${where} in what both were asked.`
  const folded = foldedDifferences(own, run)
  const shown = folded.slice(0, named)
  const told = shown.map((one) => difference(kind, one)).join('; ')
  const rest = folded.length - shown.length
  const fresh = folded.filter((one) => one.since === null).length
  const few = fresh === 0 || fresh === folded.length ? '' : `, ${fresh} of them new`
  const seen = folded.length === own.length ? '' : ` (${own.length} observations in all)`
  return `${counted(folded.length, noun)}${where}${few}: ${told}${rest > 0 ? `; and ${rest} more` : ''}${seen}.`
}

function difference(kind: 'drift' | 'parity', { lead, subject, since, operations }: FoldedDifference): string {
  const [first, second] = operations
  const where =
    second === undefined ? (first ?? 'unknown routes') : `${counted(operations.length, 'operation')} (${first} …)`
  const side = (text: string | null) => oneLine(text ?? 'absent', 80)
  const [before, after] = [side(lead.expected), side(lead.observed)]
  const sides = kind === 'drift' ? `was ${before}, is ${after}` : `development ${before}, production ${after}`
  const from = since === null ? '' : ` (since ${since})`
  return `${oneLine(where, 120)}, ${oneLine(subject, 120)}: ${sides}${from}`
}

function troubles({ expired, unmatched }: NonNullable<Results['known']>): string[] {
  const told = (ids: readonly string[], what: string) =>
    ids.length > 0 && `known-findings.json: ${counted(ids.length, 'entry')} ${what} (${firstFew(ids)}).`
  return present(told(expired, 'past the date'), told(unmatched, 'that no run can have'))
}
