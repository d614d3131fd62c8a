import type { Verdict } from '../../evidence/verdict.ts'

/** Places in the list of texts; -1 is none. */
type Place = number

/** A finding as the page's script gets it: every text once in `texts`, here its place. */
export type IslandRow = readonly [
  id: string,
  check: Place,
  operation: Place,
  product: Place,
  verdict: number,
  cause: Place,
  clause: Place,
  message: Place,
  headline: Place,
  detail: Place,
  expected: Place,
  observed: Place,
]

/** What a finding has besides, where it did not pass and where it fits. */
export type Details = readonly [
  before: Place,
  curl: Place,
  marks: readonly Place[],
  missing: readonly Place[],
  history: readonly Place[],
  shown: readonly (readonly [request: Place, response: Place, note: Place, alike: readonly Place[]])[],
]

/** The findings for the script of the page. */
export interface Island {
  readonly texts: readonly string[]
  readonly verdicts: readonly Verdict[]
  readonly findings: readonly IslandRow[]
  /** By index of the finding. */
  readonly details: Readonly<Record<number, Details>>
  readonly questions: Readonly<Record<string, string>>
  readonly clauses: Readonly<Record<string, string>>
  /** How bad a violation of a cause is: its rank, the gravest 0, and the word for it. */
  readonly severities: Readonly<Record<string, readonly [rank: number, word: string]>>
  /** How many findings other than passes have details that did not fit. */
  readonly left: number
}
