import { counted } from '../evidence/counted.ts'
import type { Results } from '../evidence/results.ts'

/**
 * What is new since earlier runs, and which entries of `known-findings.json` need a hand, a sentence each. A run without a
 * trustworthy answer has no news: it cannot tell what broke and what was mended.
 */
export function newsOf({ run, changes, known }: Pick<Results, 'run' | 'changes' | 'known'>): readonly string[] {
  const isTrusted = run.exitCode === 0 || run.exitCode === 1
  return [
    ...(isTrusted && changes !== undefined ? [since(changes)] : []),
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
