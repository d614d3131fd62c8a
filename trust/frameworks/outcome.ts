import type { Finding } from '../../evidence/finding.ts'
import { type Bug, bugs } from './bugs.ts'
import type { Framework } from './framework.ts'
import type { Trial } from './trial.ts'

/** What came of a trial. */
export interface FrameworkOutcome {
  readonly trial: Trial
  /** `clean`: nothing was blamed, as it should be; `open`: the same of a bug that cannot be known. */
  readonly word: 'clean' | 'blamed' | 'found' | 'missed' | 'open' | 'no run'
  /** Violations that should not be there. */
  readonly strays: readonly Finding[]
  /** For a missed bug: what the named checks said of its operations. */
  readonly said: readonly Finding[]
}

/** The bug as it shows in this framework. */
export function bugOf(framework: Framework, name: keyof typeof bugs): Bug {
  return { ...bugs[name], ...framework.own?.[name] }
}

const checkOf = ({ check }: Finding) => check.split(':', 1)[0] ?? check

/** Holds what the suite said against what is true of the deployment. */
export function outcomeOf(framework: Framework, trial: Trial): FrameworkOutcome {
  const { results, variant } = trial
  if (results === null) return { trial, word: 'no run', strays: [], said: [] }
  const violations = results.findings.filter(({ verdict }) => verdict === 'violation')
  if (variant.bug === null) {
    // Nothing to blame is not enough: a run that judged nothing would be clean as well.
    const clean = violations.length === 0 && trial.exitCode === 0
    return { trial, word: clean ? 'clean' : 'blamed', strays: violations, said: [] }
  }
  const { checks, operations, reaches, open, exit } = bugOf(framework, variant.bug)
  const strays = violations.filter(
    ({ operation }) => operation === null || !(operations.includes(operation) || reaches(operation)),
  )
  if (open !== undefined) return { trial, word: strays.length === 0 ? 'open' : 'blamed', strays, said: [] }
  if (exit !== undefined) return { trial, word: trial.exitCode === exit ? 'found' : 'missed', strays, said: [] }
  const unseen = operations.filter(
    (operation) => !violations.some((finding) => finding.operation === operation && checks.includes(checkOf(finding))),
  )
  const said = results.findings.filter(
    (finding) => unseen.includes(finding.operation ?? '') && checks.includes(checkOf(finding)),
  )
  return { trial, word: unseen.length === 0 ? 'found' : 'missed', strays, said }
}

/** True for what a table must not hold. */
export const isAmiss = ({ word, strays }: FrameworkOutcome) =>
  ['blamed', 'missed', 'no run'].includes(word) || strays.length > 0
