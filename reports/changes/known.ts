import { severityOf } from '../../evidence/causes.ts'
import { checkOf, type Finding, findingId, idSchema } from '../../evidence/finding.ts'
import type { KnownTrouble, TargetName } from '../../evidence/results.ts'
import { checks } from '../../fixtures/checks.ts'
import { nullable, Type, type ValueOf } from '../../fixtures/schemas/type.ts'

const date = Type.String({ format: 'date' })
const text = Type.String({ pattern: '\\S' })

/** An entry of `known-findings.json`: a known violation, its owner and its last day. */
const knownEntrySchema = Type.Object({
  finding: idSchema,
  cause: text,
  check: text,
  operation: nullable(Type.String({ pattern: '^[A-Z]+ /' })),
  target: Type.Enum(['development', 'production', 'any']),
  reason: text,
  owner: text,
  since: date,
  until: date,
  /** The id of the request that showed the violation. A pass makes the entry stale only in a run that asked this request. */
  shownBy: Type.Optional(idSchema),
})

export const knownFileSchema = Type.Object({ schemaVersion: Type.Literal(1), known: Type.Array(knownEntrySchema) })

export type KnownEntry = ValueOf<typeof knownEntrySchema>

/** An entry lasts at most this many days; then the team has to look at it again. */
const longestDays = 90

const dayMs = 24 * 60 * 60 * 1000

/** Whole days from one date to another; negative where the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}

/**
 * What is wrong with the dates of an entry, in words; null where nothing is. `today` is as `2026-11-21`. A `since` of tomorrow is allowed:
 * another time zone may have that date already.
 */
export function troubleWith({ since, until }: Pick<KnownEntry, 'since' | 'until'>, today: string): string | null {
  if (daysBetween(today, since) > 1) return `its "since" (${since}) is still to come`
  const days = daysBetween(since, until)
  if (days < 0) return `its "until" (${until}) is before its "since" (${since})`
  if (days > longestDays)
    return `its "until" (${until}) is ${days} days after its "since" (${since}); at most ${longestDays}`
  return null
}

/** What entries are checked against. */
export interface KnownContext {
  /** The date of the run, as in `2026-11-21`. */
  readonly today: string
  readonly target: TargetName
  /** True where the run asked everything. Only such a run can call an entry unmatched. */
  readonly isWhole: boolean
  /** Tells whether the run asked the request of this id, which showed a violation in an earlier run. */
  readonly wasAsked: (request: string) => boolean
}

/** False for a cause of severity `access`: an open door is never excused. */
export const isExcusable = (cause: string) => severityOf(cause) !== 'access'

/** True for a check that only load asks: a nightly makes it and a gate does not. */
const isOptional = (check: string) => checks.some(({ id, asks }) => id === check && asks !== 'contracts')

/** Marks the known violations and lists the entries that need a hand. Pure. */
export function markKnown(
  findings: readonly Finding[],
  entries: readonly KnownEntry[],
  context: KnownContext,
): { readonly findings: readonly Finding[]; readonly trouble: KnownTrouble } {
  const { today, target, isWhole, wasAsked } = context
  const own = entries.filter((entry) => isOf(entry, target))
  const valid = validEntries(entries, context)
  const byId = new Map(findings.map((finding) => [finding.id, finding]))
  const ids = (some: readonly KnownEntry[]) => [...new Set(some.map(({ finding }) => finding))].toSorted()
  return {
    findings: findings.map((finding) => marked(finding, valid)),
    trouble: {
      stale: ids(
        own.filter(
          ({ finding, shownBy }) =>
            byId.get(finding)?.verdict === 'pass' && (shownBy === undefined || wasAsked(shownBy)),
        ),
      ),
      expired: ids(own.filter(({ until }) => until < today)),
      unmatched: isWhole ? ids(own.filter((entry) => !byId.has(entry.finding) && !mayBeFound(entry))) : [],
    },
  }
}

const isOf = (entry: KnownEntry, target: TargetName) => entry.target === 'any' || entry.target === target

/** The entries that are valid for a target on a day. An entry for a cause of severity `access` is never valid. */
export function validEntries(
  entries: readonly KnownEntry[],
  { today, target }: Pick<KnownContext, 'today' | 'target'>,
): readonly KnownEntry[] {
  return entries.filter((entry) => isOf(entry, target) && isExcusable(entry.cause) && entry.until >= today)
}

/** The valid entry that excuses a finding. It must name the same cause. */
export function entryOf(finding: Finding, valid: readonly KnownEntry[]): KnownEntry | undefined {
  if (finding.verdict !== 'violation') return undefined
  return valid.find((one) => one.finding === finding.id && one.cause === finding.cause)
}

function marked(finding: Finding, valid: readonly KnownEntry[]): Finding {
  const entry = entryOf(finding, valid)
  if (entry === undefined) return finding
  const { reason, owner, until } = entry
  return { ...finding, known: { reason, owner, until } }
}

/** True for an entry whose check only load asks and whose id is right: another run can have its finding. */
function mayBeFound({ finding, check, operation }: KnownEntry): boolean {
  return findingId(check, operation) === finding && isOptional(checkOf({ check }))
}

/** The text of the file: sorted, one entry a line, so that changes merge and read well. */
export function knownFileText(entries: readonly KnownEntry[]): string {
  const sorted = entries.toSorted((one, other) => orderOf(one).localeCompare(orderOf(other), 'en'))
  const lines = sorted.map((entry) => JSON.stringify(entry, Object.keys(knownEntrySchema.properties)))
  const body = lines.length === 0 ? '' : `\n    ${lines.join(',\n    ')}\n  `
  return `{\n  "schemaVersion": 1,\n  "known": [${body}]\n}\n`
}

function orderOf({ operation, check, finding, target }: KnownEntry): string {
  return [operation ?? '', check, finding, target].join(' ')
}
