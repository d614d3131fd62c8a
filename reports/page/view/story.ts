import type { Finding } from '../../../evidence/finding.ts'

/** A request with its answer, and other requests of the same finding with the same kind of answer. */
export interface ShownFinding {
  readonly request: string
  readonly response: string
  /** How often the request was sent, and how long each took. */
  readonly note: string
  /** The other requests, a line each. */
  readonly alike: readonly string[]
  /** How often the other requests were sent. As a text, like all that the page packs. */
  readonly sentAlike: string
}

/** A finding as the list and the matrix of the page need it. Its texts are bounded. */
export interface PageFinding
  extends Pick<
    Finding,
    'id' | 'check' | 'operation' | 'product' | 'verdict' | 'cause' | 'clause' | 'message' | 'expected' | 'observed'
  > {
  /** The cause as a plain sentence. */
  readonly headline: string
}

/** Further parts of a finding. Passes have none, nor have findings that did not fit. */
export interface Details {
  /** Since when the finding is so, who knows of it, and what finds it in the service's log: a sentence each. */
  readonly history: readonly string[]
  /** What the reader must do before the curl line works; null for nothing. */
  readonly before: string | null
  readonly curl: string | null
  readonly shown: readonly ShownFinding[]
  /** The words to mark in the answer, where it goes wrong. */
  readonly marks: readonly string[]
  /** The members that the answer lacks. */
  readonly missing: readonly string[]
}

/** The words for what findings name. */
export interface Words {
  /** The questions of the checks that were asked, in the suite's order. */
  readonly questions: Readonly<Record<string, string>>
  /** The rules by which the checks judge. */
  readonly laws: Readonly<Record<string, string>>
  /** The cited clauses, in our words. */
  readonly clauses: Readonly<Record<string, string>>
  /** The severity of each cause of a violation: its rank, 0 for the gravest, and its word. */
  readonly severities: Readonly<Record<string, readonly [rank: number, word: string]>>
}

/** A finding as people read it, with all its words: a reader looks nothing up. */
export interface Story extends PageFinding, Details {
  /** The word for the severity; null unless the finding is a violation. */
  readonly severity: string | null
  readonly question: string
  /** The clause in our words; null where it has no row. */
  readonly says: string | null
  /** The rule by which the check judges; null for a check that compares runs. */
  readonly law: string | null
}

const none: Details = { history: [], before: null, curl: null, shown: [], marks: [], missing: [] }

/** Tells a finding with its details and words. */
export function storyOf(finding: PageFinding, words: Words, details: Details = none): Story {
  const { check, verdict, cause, clause } = finding
  const base = baseOf(check)
  return {
    ...finding,
    ...details,
    severity: verdict === 'violation' ? (words.severities[cause]?.[1] ?? null) : null,
    question: words.questions[base] ?? '',
    says: words.clauses[clause] ?? null,
    law: words.laws[base] ?? null,
  }
}

/** A check without its sub-id. */
export const baseOf = (check: string): string => check.split(':', 1)[0] ?? check

/** A value whose texts are replaced by their places in a list, which keeps each text once. */
export type Packed = number | null | readonly Packed[] | { readonly [name: string]: Packed }

/** The findings for the script of the page, as JSON in the page. */
export interface Island extends Words {
  readonly texts: readonly string[]
  /** The names of the columns of `findings`. */
  readonly members: readonly (keyof PageFinding)[]
  readonly findings: readonly (readonly Packed[])[]
  /** `Details` by the index of their finding. */
  readonly details: Readonly<Record<number, Packed>>
  /** How many findings, passes aside, have details that did not fit. */
  readonly left: number
}
