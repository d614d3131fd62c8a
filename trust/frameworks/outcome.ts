import type { Finding } from '../../evidence/finding.ts'
import { type Bug, bugs } from './bugs.ts'
import type { Framework } from './framework.ts'
import type { Trial } from './trial.ts'

/** The outcome of a trial. */
export interface FrameworkOutcome {
  readonly trial: Trial
  /** `clean`: no violation and no bug; `open`: no stray, with a bug that cannot be known. */
  readonly word: 'clean' | 'blamed' | 'found' | 'missed' | 'open' | 'no run'
  /** Violations of a deployment without a bug, or out of the reach of its bug. */
  readonly strays: readonly Finding[]
  /** For a missed bug: the findings of its checks on the operations where none was a violation. */
  readonly said: readonly Finding[]
}

/** The bug with the consequences that it has in this framework. */
export function bugOf(framework: Framework, name: keyof typeof bugs): Bug {
  return { ...bugs[name], ...framework.own?.[name] }
}

const checkOf = ({ check }: Finding) => check.split(':', 1)[0] ?? check

/** Compares the suite's results with the truth about the deployment. */
export function outcomeOf(framework: Framework, trial: Trial): FrameworkOutcome {
  const { results, variant } = trial
  if (results === null) return { trial, word: 'no run', strays: [], said: [] }
  const violations = results.findings.filter(({ verdict }) => verdict === 'violation')
  if (variant.bug === null) {
    // The exit code must be 0 too: a run that judged nothing has no violation either.
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

/** True for an outcome that a good table does not have. */
export const isAmiss = ({ word, strays }: FrameworkOutcome) =>
  ['blamed', 'missed', 'no run'].includes(word) || strays.length > 0
