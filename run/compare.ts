import { observationsIn } from '../contracts/observing/observations.ts'
import type { Outcome } from '../contracts/outcome.ts'
import type { Finding } from '../evidence/finding.ts'
import { type Observation, sortedObservations } from '../evidence/observation.ts'
import { driftSinceOf, pastOn, sinceOf, untoldViolations } from '../reports/changes/changes.ts'
import { comparisonFindings, untoldParity } from '../reports/changes/comparison-findings.ts'
import { differencesBetween, withoutChance } from '../reports/changes/differences.ts'
import { readKnown } from '../reports/changes/known.ts'
import { limitObservations } from '../reports/changes/limit-observations.ts'
import type { JudgedRun } from './judge.ts'
import type { Memory } from './memory.ts'
import { type Parity, parityOf } from './parity.ts'
import type { RecordedRun } from './record.ts'

/** A run's findings beside what it remembers of earlier nights. */
export type ComparedRun = Readonly<ReturnType<typeof compareRun>>

/** Parity as findings: each difference, or why there is no comparing. */
function parityFindings(parity: Parity, productOf: (operation: string) => string | null): readonly Finding[] {
  if (parity.comparable) return comparisonFindings('parity', parity.differences, productOf)
  return [untoldParity(parity.why)]
}

function driftFrom(accepted: NonNullable<Memory['accepted']>, observations: readonly Observation[]) {
  const { byChance = [] } = accepted
  const steady = byChance.length === 0 ? observations : withoutChance(observations, new Set(byChance))
  return differencesBetween(accepted.observations, steady)
}

/** Whether something was asked, or there was no need to: what a sample, a selection, time or a limit left out tells nothing. */
function isSettled(outcome: Outcome | undefined): boolean {
  if (outcome === undefined || outcome.kind === 'limited') return false
  return outcome.kind !== 'not-sent' || outcome.why.cause === 'not-arisen'
}

/** Compares a judged run with what it remembers. Pure: the same recording gives the same. */
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
  const known = memory.known === null ? null : readKnown(judged.findings, memory.known, context)
  const past = pastOn(memory.history, run)
  // What the last run that violated it had shown it by.
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
  const products = new Map<string, string>(plan.operations.map(({ id, product }) => [id, product]))
  const differences = accepted === null ? [] : driftFrom(accepted, observations)
  const productOf = (operation: string) => products.get(operation) ?? null
  const drift: readonly Finding[] = comparisonFindings('drift', differences, productOf).map((finding) => ({
    ...finding,
    since: driftSinceOf(finding, run, past, accepted?.run ?? ''),
  }))
  return {
    /** Those of the run, with what is known of them and since when. */
    findings,
    /** Violations of earlier runs that this one does not tell, but for those that are known. */
    untold: untoldViolations(findings, past, memory.known ?? []),
    /** The earlier lines of its target. */
    past,
    /** What changed since the baseline: no part of what was planned. */
    drift,
    /** How production differs from development, in a cutover that asked both: no part of what was planned either. */
    parity:
      twin === undefined
        ? []
        : parityFindings(parityOf(twin, { ...run, exitCode: null, plan, seen: observations }), productOf),
    observations,
    /** Entries of `known-findings.json` that need a hand; null where none are read. */
    known: known?.trouble ?? null,
  }
}
