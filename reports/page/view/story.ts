import type { Finding } from '../../../evidence/finding.ts'

/** A request with its answer, and the others that came to the same. */
export interface ShownFinding {
  readonly request: string
  readonly response: string
  /** How often and how long. */
  readonly note: string
  /** Other requests that were answered alike, a line each. */
  readonly alike: readonly string[]
  /** How often these were sent. */
  readonly sentAlike: number
}

/** A finding as people read it: every word is there, nothing has to be looked up. */
export interface Story
  extends Pick<Finding, 'id' | 'verdict' | 'check' | 'cause' | 'clause' | 'expected' | 'observed'> {
  /** How bad it is, on a violation. */
  readonly severity: string | null
  readonly question: string
  /** The plain sentence of its cause. */
  readonly headline: string
  /** What this one adds to it; null where nothing. */
  readonly detail: string | null
  /** The clause in our words; null for one that has no row. */
  readonly says: string | null
  /** The rule by which its check judges; null for one that compares runs. */
  readonly law: string | null
  /** Since when it is so, who knows of it, and where the service's own log has it, a sentence each. */
  readonly history: readonly string[]
  /** What must be done before the curl line works. */
  readonly before: string | null
  readonly curl: string | null
  readonly replay: string
  readonly shown: readonly ShownFinding[]
  /** Where in the answer it goes wrong: the words to mark. */
  readonly marks: readonly string[]
  /** What the answer lacks. */
  readonly missing: readonly string[]
}
