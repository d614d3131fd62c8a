import type { Exchange } from '../../evidence/exchange.ts'
import type { Results, RunFacts } from '../../evidence/results.ts'

/** Another run, as far as a trend needs it. Given profile and target, runs of other kinds are told apart. */
export interface PastRun
  extends Pick<RunFacts, 'id' | 'startedAt'>,
    Partial<Pick<RunFacts, 'profile' | 'target' | 'exitCode'>> {
  readonly summary: Results['summary']
}

/** What a format may show beside the results. */
export interface Evidence {
  /** By id; already redacted and bounded by the sink. */
  readonly exchanges: ReadonlyMap<string, Exchange>
  /** In any order; what is later than the run, or of another profile or target, is no past of it. */
  readonly past?: readonly PastRun[]
  /** Ids of the findings that were no violation before: known where there is a run to compare with. */
  readonly fresh?: ReadonlySet<string>
}

/** One way to write a run down: pure, so that the same run gives the same bytes again. */
export interface Format {
  readonly name: string
  /** Its file in the run folder. */
  readonly file: string
  readonly render: (results: Results, evidence: Evidence) => string
}

/** The runs that came before this one and can be compared with it, oldest first. */
export function pastOf({ run }: Results, { past = [] }: Evidence): readonly PastRun[] {
  return past
    .filter(({ startedAt, profile, target }) => {
      const alike = (profile ?? run.profile) === run.profile && (target ?? run.target) === run.target
      return alike && startedAt < run.startedAt
    })
    .toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1))
}
