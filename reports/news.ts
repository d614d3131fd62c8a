import { counted } from '../evidence/counted.ts'
import type { Finding } from '../evidence/finding.ts'
import type { Results } from '../evidence/results.ts'
import { oneLine } from './plain-text.ts'

/**
 * What is new since earlier runs, what changed where the specification is silent, how another environment differs, and which
 * entries of `known-findings.json` need a hand, a sentence each. A run without a trustworthy answer has no news: it cannot tell
 * what broke and what was mended.
 */
export function newsOf({
  run,
  changes,
  known,
  findings,
}: Pick<Results, 'run' | 'changes' | 'known' | 'findings'>): readonly string[] {
  const isTrusted = run.exitCode === 0 || run.exitCode === 1
  return [
    ...(isTrusted && changes !== undefined ? [since(changes)] : []),
    ...(isTrusted ? (['drift', 'parity'] as const).flatMap((kind) => differing(kind, findings)) : []),
    ...(known === undefined ? [] : troubles(known)),
  ]
}

function since(changes: NonNullable<Results['changes']>): string {
  const { comparedWith, fixed, still, unstable } = changes
  if (comparedWith === null && changes.new.length + fixed.length + still.length === 0) {
    return 'There is no earlier run to compare with.'
  }
  const parts = [
    changes.new.length === 0 ? 'nothing new is broken' : `${counted(changes.new.length, 'violation')} new`,
    ...(fixed.length === 0 ? [] : [`${fixed.length} fixed`]),
    ...(still.length === 0 ? [] : [`${still.length} as before`]),
    ...(unstable.length === 0 ? [] : [`${unstable.length} come and go`]),
  ]
  return `Since the runs before${comparedWith === null ? '' : ` (last: ${comparedWith})`}: ${parts.join(', ')}.`
}

/** So many operations are named, with the first that differs on each. */
const named = 3

const introduced = {
  drift: { noun: 'change', where: ' since the baseline' },
  parity: { noun: 'difference', where: ' between development and production' },
} as const

/** What differs, on which operation and since when: one sentence, the first of each operation. */
function differing(kind: 'drift' | 'parity', findings: readonly Finding[]): string[] {
  const own = findings.filter(({ check, verdict }) => check.startsWith(`${kind}.`) && verdict === 'undocumented')
  if (own.length === 0) return []
  const { noun, where } = introduced[kind]
  const firsts = [...Map.groupBy(own, ({ operation }) => operation).values()]
    .flatMap(([first]) => first ?? [])
    .slice(0, named)
  const rest = own.length - firsts.length
  const told = firsts.map((finding) => difference(kind, finding)).join('; ')
  return [`${counted(own.length, noun)}${where}: ${told}${rest > 0 ? `; and ${rest} more` : ''}.`]
}

function difference(kind: 'drift' | 'parity', { operation, check, expected, observed, since }: Finding): string {
  const subject = check.slice(check.indexOf(':') + 1)
  const side = (text: string | null) => oneLine(text ?? 'nothing', 80)
  const sides =
    kind === 'drift'
      ? `was ${side(expected)}, is ${side(observed)}`
      : `development ${side(expected)}, production ${side(observed)}`
  const from = since === undefined ? '' : ` (since ${since.date})`
  return `${oneLine(operation ?? 'unknown routes', 120)}, ${oneLine(subject, 120)}: ${sides}${from}`
}

function troubles({ stale, expired, unmatched }: NonNullable<Results['known']>): string[] {
  const told = (ids: readonly string[], what: string) =>
    ids.length === 0
      ? []
      : [
          `known-findings.json: ${counted(ids.length, 'entry').replace('entrys', 'entries')} ${what} (${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ' …' : ''}).`,
        ]
  return [
    ...told(stale, 'no longer needed, the finding passes'),
    ...told(expired, 'past the date'),
    ...told(unmatched, 'that no run can have'),
  ]
}
