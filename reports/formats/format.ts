import type { Exchange } from '../../evidence/exchange.ts'
import type { Results } from '../../evidence/results.ts'
import type { HistoryLine } from '../changes/history-line.ts'

/** What a trend needs of a run of the same profile on the same target. */
export type PastRun = Pick<HistoryLine, 'id' | 'time' | 'exitCode'> & Pick<Results, 'summary'>

/** What a format may show besides the results. */
export interface Evidence {
  /** Exchanges by id. The sink has redacted and bounded them already. */
  readonly exchanges: ReadonlyMap<string, Exchange>
  /** The oldest run first. */
  readonly past?: readonly PastRun[]
  /** Files of k6's own pages, which lie beside the reports, by the name of their scenario. */
  readonly dashboards?: Readonly<Record<string, string>>
}

/**
 * One format of a report. It is pure: the same run gives the same bytes. It always says the verdict on the run in words: no run without a
 * trustworthy answer may look like a pass. All text of a service goes through `plain-text.ts`, as it may be hostile. A format that lists
 * findings shows the known entry, the curl line and the `replay` line of each. It also shows what to search the service's log for.
 */
export interface Format {
  /** The name of its file in the run folder, by which it is known. */
  readonly file: string
  /** Returns the text, or the pieces of a long one: no single text then holds all of it. */
  readonly render: (results: Results, evidence: Evidence) => string | Iterable<string>
}
