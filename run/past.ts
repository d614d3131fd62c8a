import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Results, RunFacts } from '../evidence/results.ts'
import type { PastRun } from '../reports/formats/format.ts'

/** The last runs beside a run's folder, oldest first, and what was violated in the last that can be compared with it. */
export interface Past {
  readonly runs: readonly PastRun[]
  /** Ids of findings; null where there is nothing to compare with. */
  readonly violated: ReadonlySet<string> | null
}

/** Reads the runs of the same profile and target that lie beside a run's folder and began before it. */
export function pastOf(directory: string, { profile, target, startedAt }: RunFacts, most = 30): Past {
  const beside = dirname(directory)
  const before = (existsSync(beside) ? readdirSync(beside) : [])
    .filter((name) => name !== 'latest' && join(beside, name) !== directory)
    .flatMap((name): Results[] => {
      try {
        return [JSON.parse(readFileSync(join(beside, name, 'results.json'), 'utf8')) as Results]
      } catch {
        return []
      }
    })
    .filter(({ run }) => run.profile === profile && run.target === target && run.startedAt < startedAt)
    .sort((one, other) => one.run.startedAt.localeCompare(other.run.startedAt))
    .slice(-most)
  const last = before.at(-1)
  const violations = last?.findings.filter(({ verdict }) => verdict === 'violation') ?? []
  return {
    runs: before.map(({ run, summary }) => ({ id: run.id, startedAt: run.startedAt, profile, target, summary })),
    violated: last === undefined ? null : new Set(violations.map(({ id }) => id)),
  }
}
