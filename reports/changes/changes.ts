import type { Finding, Since } from '../../evidence/finding.ts'
import { oncePer } from '../../evidence/once-per.ts'
import { type Changes, isTrusted, type Results, type RunFacts } from '../../evidence/results.ts'
import { type DriftFinding, driftKeys, type HistoryLine, sidesIn, tellsSide } from './history-line.ts'
import type { KnownEntry } from './known.ts'

/** The last sides of a finding that are looked at, this run's included, and the changes among them that make it unstable. */
const looksBack = 10
const changesOfUnstable = 2

/** The earlier lines of a run's target, oldest first. */
type Past = readonly HistoryLine[]

/** Picks the past of a run. A run that stands in the history twice counts once. */
export function pastOn(
  lines: readonly HistoryLine[],
  { id, target, startedAt }: Pick<RunFacts, 'id' | 'target' | 'startedAt'>,
): Past {
  const others = new Map(lines.filter((line) => line.id !== id).map((line) => [line.id, line]))
  return [...others.values()]
    .filter((line) => line.target === target && line.time < startedAt)
    .toSorted((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0))
}

/** The last trusted run of the same profile. */
const lastOf = ({ profile }: Pick<RunFacts, 'profile'>, past: Past) =>
  past.findLast((line) => line.profile === profile && isTrusted(line))

function timesChanged(sides: readonly string[]): number {
  return sides.filter((side, index) => index > 0 && side !== sides[index - 1]).length
}

/** The finding's side in each run that judged it, oldest first. */
function sidesOf(past: Past, finding: string) {
  return past.flatMap((line) => {
    const side = sidesIn(line).get(finding)
    return side === undefined ? [] : [{ line, side }]
  })
}

/**
 * What changed since the last run on the same target that judged each finding. All lists are empty for a run that is not to be trusted.
 */
export function changesOf({ run, findings }: Pick<Results, 'run' | 'findings'>, past: Past): Changes {
  const comparedWith = lastOf(run, past)?.id ?? null
  const changes = { new: [] as string[], fixed: [] as string[], still: [] as string[], unstable: [] as string[] }
  if (!isTrusted(run) || !past.some(isTrusted)) return { comparedWith, ...changes }
  const everViolated = new Set(past.flatMap(({ violations }) => violations.map(({ id }) => id)))
  for (const { id, verdict, isLeftOpen } of findings) {
    const isViolated = verdict === 'violation'
    if (!tellsSide(verdict) || isLeftOpen === true || !(isViolated || everViolated.has(id))) continue
    const rows = sidesOf(past, id)
    const sides = rows.map(({ side }) => side)
    const wasViolated = sides.at(-1) === 'violated'
    if (isViolated) changes[wasViolated ? 'still' : 'new'].push(id)
    else if (wasViolated) changes.fixed.push(id)
    const all = [...clearedBefore(past, rows[0]?.line, run.profile), ...sides, isViolated ? 'violated' : 'cleared']
    if (timesChanged(all.slice(-looksBack)) >= changesOfUnstable) changes.unstable.push(id)
  }
  return { comparedWith, ...changes }
}

/** An earlier trusted run of this profile counts as cleared: its line names a finding only if that was a violation before. */
function clearedBefore(past: Past, first: HistoryLine | undefined, profile: string): readonly 'cleared'[] {
  const earlier = first === undefined ? past : past.slice(0, past.indexOf(first))
  return earlier.some((line) => isTrusted(line) && line.profile === profile) ? ['cleared'] : []
}

/** Findings that were violations when last judged, and that this run did not judge. Known ones are left out. */
export function untoldViolations(
  findings: readonly Finding[],
  past: Past,
  known: readonly Pick<KnownEntry, 'finding'>[],
): readonly Finding[] {
  const isKnown = new Set(known.map(({ finding }) => finding))
  return findings.filter(
    ({ id, verdict, isLeftOpen }) =>
      (!tellsSide(verdict) || isLeftOpen === true) && !isKnown.has(id) && sidesOf(past, id).at(-1)?.side === 'violated',
  )
}

/**
 * Violations of the last run about which this run, with another catalogue, does not ask: `cause (id)`. Validly known ones are left out, and
 * from a run without load those that no request of contracts showed: they may be of load.
 */
export function droppedViolations(
  run: Pick<RunFacts, 'profile' | 'catalogHash'> & { readonly withLoad: boolean },
  findings: readonly Finding[],
  past: Past,
  known: readonly Pick<KnownEntry, 'finding' | 'cause'>[],
): readonly string[] {
  const last = lastOf(run, past)
  if (last === undefined || last.catalogHash === run.catalogHash) return []
  const asked = new Set(findings.map(({ id }) => id))
  return last.violations
    .filter(({ shownBy }) => run.withLoad || shownBy !== undefined)
    .filter(({ id, cause }) => !asked.has(id) && !known.some((one) => one.finding === id && one.cause === cause))
    .map(({ id, cause }) => `${cause} (${id})`)
}

/** The first run of the unbroken row of violations; this run where the violation is new. */
export function sinceOf(
  { id, cause }: Pick<Finding, 'id' | 'cause'>,
  run: Pick<RunFacts, 'id' | 'startedAt' | 'profile'>,
  past: Past,
): Since {
  const sides = sidesOf(past, id)
  const lastOther = sides.findLastIndex(({ side }) => side === 'cleared')
  const first = sides[lastOther + 1]?.line
  // Another profile asks other questions, which may show another cause.
  const alike = sides.slice(lastOther + 1).findLast(({ line }) => line.profile === run.profile)
  const last = alike?.line.violations.find((one) => one.id === id)
  return { ...begunIn(first, run), ...(last === undefined || last.cause === cause ? {} : { lastCause: last.cause }) }
}

/** The date and id of an earlier run; of this run where there is none. */
function begunIn(first: HistoryLine | undefined, run: Pick<RunFacts, 'id' | 'startedAt'>): Since {
  return { date: (first?.time ?? run.startedAt).slice(0, 10), run: first?.id ?? run.id }
}

const driftedIn = oncePer(({ drifted }: HistoryLine) => new Set(drifted))

/**
 * The first run after the baseline's that saw a drift as far as it goes now; this run where it is new. A run that saw nothing of it may not
 * have asked. `baseline`: the id of the run from which the baseline was accepted.
 */
export function driftSinceOf(
  drift: DriftFinding,
  run: Pick<RunFacts, 'id' | 'startedAt'>,
  past: Past,
  baseline: string,
): Since {
  const after = past.slice(past.findIndex((line) => line.id === baseline) + 1).filter(isTrusted)
  // Lines of earlier versions hold the id of the finding.
  const saw = (line: HistoryLine, key: string) => driftedIn(line).has(key) || driftedIn(line).has(drift.id)
  const firsts = driftKeys(drift).map((key) => after.findIndex((line) => saw(line, key)))
  return begunIn(firsts.includes(-1) ? undefined : after[Math.max(...firsts)], run)
}
