import type { Exchange } from '../../evidence/exchange.ts'
import type { Results, RunFacts } from '../../evidence/results.ts'

/** An earlier run of the same profile on the same target, as far as a trend needs it. */
export interface PastRun extends Pick<RunFacts, 'id' | 'startedAt' | 'exitCode'> {
  readonly summary: Results['summary']
}

/** What a format may show beside the results. */
export interface Evidence {
  /** By id; already redacted and bounded by the sink. */
  readonly exchanges: ReadonlyMap<string, Exchange>
  /** Oldest first. */
  readonly past?: readonly PastRun[]
  /** Pages of k6 that lie beside the reports, by the name of their scenario. */
  readonly dashboards?: Readonly<Record<string, string>>
}

/**
 * One way to write a run down: pure, so that the same run gives the same bytes again. Whatever the run, it says the verdict on
 * it in words, so that a run without a trustworthy answer never looks like a pass. What a service said may be hostile, so it
 * goes through `plain-text.ts`. One that lists findings shows who knows of each, its curl line, its replay line and what to
 * search the service's log for.
 */
export interface Format {
  readonly name: string
  /** Its file in the run folder. */
  readonly file: string
  readonly render: (results: Results, evidence: Evidence) => string
  /** The same piece by piece, where it is long: no text is made that holds all of it. */
  readonly pieces?: (results: Results, evidence: Evidence) => Iterable<string>
}
