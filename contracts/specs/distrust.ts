import { checkOf, type Finding } from '../../evidence/finding.ts'
import type { RunFacts } from '../../evidence/results.ts'
import { checks } from '../../fixtures/checks.ts'

const onlyObserves = (check: string) => checks.find(({ id }) => id === check)?.may === 'observe'

/**
 * Why the tests of a run must not end as passed though none failed: the run gave no trustworthy answer, or was interrupted. Null where they
 * may. Checks that only observe decide nothing, so a run of such checks alone is trusted as soon as one of them was answered.
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
