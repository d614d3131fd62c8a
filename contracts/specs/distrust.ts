import { checkOf, type Finding } from '../../evidence/finding.ts'
import type { RunFacts } from '../../evidence/results.ts'
import { checks } from '../../fixtures/checks.ts'

const onlyObserves = (check: string) => checks.find(({ id }) => id === check)?.may === 'observe'

/**
 * Why tests of a run are not to end as passed though none failed, or null: it gave no trustworthy answer, or was interrupted. Checks that
 * observe alone decide nothing, so that a run of nothing else is trusted as soon as one of them was answered.
 */
export function distrust(
  { exitCode, outcome }: Pick<RunFacts, 'exitCode' | 'outcome'>,
  presented: readonly Pick<Finding, 'check' | 'verdict'>[],
): string | null {
  if (exitCode !== 2 && exitCode !== 130) return null
  const observesAlone = presented.every((finding) => onlyObserves(checkOf(finding)))
  const isAnswered = presented.some(({ verdict }) => verdict === 'undocumented' || verdict === 'pass')
  return observesAlone && isAnswered ? null : `No trustworthy answer (exit ${exitCode}): ${outcome}`
}
