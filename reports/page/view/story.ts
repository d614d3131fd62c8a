import type { Finding } from '../../../evidence/finding.ts'

/** A request with its answer, and other requests of the same finding with the same kind of answer. */
export interface ShownFinding {
  readonly request: string
  readonly response: string
  /** How often the request was sent, and how long each took. */
  readonly note: string
  /** The other requests, a line each. */
  readonly alike: readonly string[]
  /** How often the other requests were sent. */
  readonly sentAlike: number
}

/** A finding as people read it, with all its words: a reader looks nothing up. */
export interface Story
  extends Pick<Finding, 'id' | 'verdict' | 'check' | 'cause' | 'clause' | 'expected' | 'observed'> {
  /** The word for the severity; null unless the finding is a violation. */
  readonly severity: string | null
  readonly question: string
  /** The cause as a plain sentence. */
  readonly headline: string
  /** What the message adds to the headline; null for nothing. */
  readonly detail: string | null
  /** The clause in our words; null where it has no row. */
  readonly says: string | null
  /** The rule by which the check judges; null for a check that compares runs. */
  readonly law: string | null
  /** Since when the finding is so, who knows of it, and what finds it in the service's log: a sentence each. */
  readonly history: readonly string[]
  /** What the reader must do before the curl line works; null for nothing. */
  readonly before: string | null
  readonly curl: string | null
  readonly replay: string
  readonly shown: readonly ShownFinding[]
  /** The words to mark in the answer, where it goes wrong. */
  readonly marks: readonly string[]
  /** The members that the answer lacks. */
  readonly missing: readonly string[]
}
