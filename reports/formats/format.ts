import type { Exchange } from '../../evidence/exchange.ts'
import type { Results, RunFacts } from '../../evidence/results.ts'

/** A run before this one, as far as a trend needs it. */
export interface PastRun extends Pick<RunFacts, 'id' | 'startedAt'> {
  readonly summary: Results['summary']
}

/** What a format may show beside the results. */
export interface Evidence {
  /** By id; already redacted and bounded by the sink. */
  readonly exchanges: ReadonlyMap<string, Exchange>
  /** Oldest first. */
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
