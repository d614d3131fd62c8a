import { observationsIn } from '../contracts/observing/observations.ts'
import type { Outcome } from '../contracts/outcome.ts'
import type { Finding } from '../evidence/finding.ts'
import { type Observation, sortedObservations } from '../evidence/observation.ts'
import type { Compared } from '../evidence/results.ts'
import { type Products, productsOf } from '../fixtures/catalog/operation.ts'
import { driftSinceOf, droppedViolations, pastOn, sinceOf, untoldViolations } from '../reports/changes/changes.ts'
import { comparisonFindings, untoldParity } from '../reports/changes/comparison-findings.ts'
import { differencesBetween, withoutChance } from '../reports/changes/differences.ts'
import { markKnown, validEntries } from '../reports/changes/known.ts'
import { limitObservations } from '../reports/changes/limit-observations.ts'
import type { JudgedRun } from './judge.ts'
import type { Memory } from './memory.ts'
import { type ComparableRun, type Parity, parityOf } from './parity.ts'
import type { RecordedRun, Recording } from './record.ts'

/** A run's findings, compared with what it remembers of earlier runs. */
export type ComparedRun = Readonly<ReturnType<typeof compareRun>>

/** The findings of parity: each difference, or one that says why the runs cannot be compared. */
function parityFindings(parity: Parity, products: Products): readonly Finding[] {
  if (parity.comparable) return comparisonFindings('parity', parity.differences, products)
  return [untoldParity(parity.why)]
}

/** Null where development was not asked. A folder may have lost what it answered. */
function parityWith(twin: RecordedRun['twin'], own: ComparableRun, { development }: Recording): Parity | null {
  if (twin !== undefined) return parityOf(twin, own)
  if (development === undefined) return null
  return { comparable: false, why: `the run of development (${development}) is no longer in parity/ of the run folder` }
}

function driftFrom({ observations, byChance }: NonNullable<Memory['accepted']>, now: readonly Observation[]) {
  return differencesBetween(observations, withoutChance(now, new Set(byChance)))
}

/** True where a request was answered, or was not needed. Left out by a sample, a selection, time or a limit, it shows nothing. */
function isSettled(outcome: Outcome | undefined): boolean {
  if (outcome === undefined || outcome.kind === 'limited') return false
  return outcome.kind !== 'not-sent' || outcome.why.cause === 'not-arisen'
}

/** Compares a judged run with what it remembers. Pure: the same recording gives the same result. */
export function compareRun({ plan, recording, twin }: RecordedRun, judged: JudgedRun) {
  const { memory, run } = recording
  const { today, accepted } = memory
  const isWhole = memory.isWhole && plan.shard === undefined
  const observations = sortedObservations([
    ...observationsIn(judged.contracts.outcomes.values(), plan.facts.seed),
    ...limitObservations(judged.load?.results.limits ?? []),
  ])
  const { outcomes } = judged.contracts
  const wasAsked = (request: string) => isSettled(outcomes.get(request))
  const requests = new Map([...outcomes].flatMap(([request, { attempts }]) => attempts.map(({ id }) => [id, request])))
  const context = { today, isWhole, target: run.target, wasAsked }
  const known = memory.known === null ? null : markKnown(judged.findings, memory.known, context)
  const past = pastOn(memory.history, run)
  // By finding: the request that showed it in the last run that had the violation.
  const shown = new Map(past.flatMap(({ violations }) => violations.map(({ id, shownBy }) => [id, shownBy])))
  const findings: readonly Finding[] = (known?.findings ?? judged.findings).map((finding) => {
    if (run.target === 'embedded') return finding
    if (finding.verdict === 'violation') {
      const shownBy = requests.get(finding.exchanges[0] ?? '')
      return { ...finding, ...(shownBy === undefined ? {} : { shownBy }), since: sinceOf(finding, run, past) }
    }
    const before = shown.get(finding.id)
    return before === undefined || wasAsked(before) ? finding : { ...finding, isLeftOpen: true }
  })
  // The plan of a run of load alone has no operations: there the findings know the products.
  const judgedOn = judged.findings.flatMap(({ operation, product }) =>
    operation === null || product === null ? [] : [[operation, product] as const],
  )
  const products: Products = new Map([...judgedOn, ...productsOf(plan.operations)])
  const differences = accepted === null ? [] : driftFrom(accepted, observations)
  const drift: readonly Finding[] = comparisonFindings('drift', differences, products).map((finding) => ({
    ...finding,
    since: driftSinceOf(finding, run, past, accepted?.run ?? ''),
  }))
  const parity = parityWith(twin, { ...run, exitCode: null, plan, seen: observations }, recording)
  const comparedWith: Compared = {
    ...(accepted === null ? {} : { baseline: accepted.run }),
    ...(twin === undefined || parity?.comparable !== true ? {} : { development: twin.id }),
  }
  return {
    /** The findings of the run, with known findings marked, and since when each is there. */
    findings,
    /** Violations of earlier runs that this run could not find again nor clear, without the known ones. */
    untold: untoldViolations(findings, past, memory.known ?? []),
    /** Violations of the last run that another catalogue has taken out of this one. */
    dropped: isWhole
      ? droppedViolations(
          { ...run, withLoad: judged.load !== null },
          findings,
          past,
          validEntries(memory.known ?? [], context),
        )
      : [],
    /** The lines of earlier runs on its target. */
    past,
    /** Changes since the baseline. They are not among the planned findings. */
    drift,
    /** Differences between production and development, in a cutover that asked both. They are not among the planned findings. */
    parity: parity === null ? [] : parityFindings(parity, products),
    with: comparedWith,
    observations,
    /** Entries of `known-findings.json` that the team must correct; null where the run reads none. */
    known: known?.trouble ?? null,
  }
}
