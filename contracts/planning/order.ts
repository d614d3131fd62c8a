import { probesOf, withDependents } from '../condition.ts'
import { isMadeUpKey } from '../credentials.ts'
import type { Entry } from '../plan.ts'
import { isAskedSince } from '../probes/requests.ts'
import { isAskedAgain } from './again.ts'

/**
 * The rank of a request, since time or a limit may cut a run short: the lower, the earlier. First come the probes without a key, then those
 * with the key, then valid ones and invalid keys, then 403, and last the probes of which one operation gets many.
 */
function rankOf({ probe: { purpose, credential, body }, when }: Entry): number {
  const isUnreadable = body.base === 'not-json'
  switch (purpose) {
    case 'unknown-route':
      return when === null ? 1 : 3
    case 'witness':
    case 'valid':
    case 'vouched':
      return 2
    case 'plain':
      return credential === 'none' ? 0 : credential === 'eligible' ? 1 : isMadeUpKey(credential) ? 2 : 3
    case 'broken':
      return isUnreadable ? (credential === 'none' || credential === 'eligible' ? 1 : 3) : 4
    default:
      return 4
  }
}

/**
 * Puts a plan in order. The first entry tells whether anyone is there. Then entries of most worth come first, products taking turns.
 * Repetitions are spread over the run. Probes that are asked again only in doubt come late, session operations last. Operations that only
 * read get odd input after all else of their product: what was made by then may break a list.
 */
export function ordered(planned: readonly Entry[], reads: ReadonlySet<string>): readonly Entry[] {
  const [oddReads, others] = partedBy(
    afterWhatTheyLookAt(planned),
    ({ probe: { purpose, operation } }) => purpose === 'odd' && reads.has(operation ?? ''),
  )
  const entries = [...others, ...oddReads]
  const again = entries.filter((entry) => isSpread(entry) && entry.phase === 'main')
  const [late, main] = partedBy(
    entries.filter((entry) => !isSpread(entry) && entry.phase === 'main'),
    isAskedAgain,
  )
  const [soon, first] = partedBy(main, isAskedNext)
  const sessions = byWorth(entries.filter(({ phase }) => phase === 'sessions'))
  return [...spread(withNext(byWorth(first).flatMap(takingTurns), soon), again), ...late, ...sessions.flat()]
}

/** Puts each entry of `soon` right after the entry that its condition looks at: both answers are compared at one time. */
function withNext(entries: readonly Entry[], soon: readonly Entry[]): readonly Entry[] {
  const next = Map.groupBy(soon, ({ when }) => (when === null ? '' : (probesOf(when)[0] ?? '')))
  return entries.flatMap((entry) => [entry, ...(next.get(entry.probe.id) ?? [])])
}

/** Entries whose conditions look at a session operation move to the phase of sessions. */
function afterWhatTheyLookAt(entries: readonly Entry[]): readonly Entry[] {
  const sessions = entries.filter(({ phase }) => phase === 'sessions')
  const late = withDependents(sessions, entries)
  return entries.map((entry) => (late.has(entry.probe.id) ? { ...entry, phase: 'sessions' } : entry))
}

/** Groups entries of equal worth, those of most worth first. */
function byWorth(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  return [...Map.groupBy(entries, rankOf)].toSorted(([one], [other]) => one - other).map(([, own]) => own)
}

/** Keeps the first entry first. Products take turns in proportion to their entries: under a limit on each, none is left over at the end. */
function takingTurns(entries: readonly Entry[]): readonly Entry[] {
  const turnOf = ({ probe: { operation }, product }: Entry) => (operation === null ? 'unknown routes' : product)
  const turns = [...Map.groupBy(entries, turnOf).values()].flatMap((own) =>
    own.map((entry, nth) => ({ entry, at: entry === entries[0] ? 0 : (nth + 0.5) / own.length })),
  )
  return turns.toSorted((one, other) => one.at - other.at).map(({ entry }) => entry)
}

/** Puts `rest` between `entries` at even distances. */
function spread<T>(entries: readonly T[], rest: readonly T[]): readonly T[] {
  const every = Math.max(1, Math.floor(entries.length / (rest.length + 1)))
  const out: T[] = []
  let next = 0
  for (const [index, entry] of entries.entries()) {
    out.push(entry)
    const more = (index + 1) % every === 0 ? rest[next] : undefined
    if (more === undefined) continue
    out.push(more)
    next += 1
  }
  return [...out, ...rest.slice(next)]
}

/** True for repetitions that need not follow an answer: they are to meet many moments of the run. */
const isSpread = ({ probe, when }: Entry) => probe.nth > 0 && when === null

/** True for a probe without a key that must come right after another: after a wrong key, or after a query that was served. */
const isAskedNext = (entry: Entry) =>
  isAskedSince(entry) || (entry.when !== null && entry.probe.credential === 'none' && entry.probe.query.set.length > 0)

const partedBy = (entries: readonly Entry[], isSo: (entry: Entry) => boolean) =>
  [entries.filter(isSo), entries.filter((entry) => !isSo(entry))] as const
