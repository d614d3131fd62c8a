import type { Finding } from '../../evidence/finding.ts'
import type { Story } from './view/story.ts'

/** A finding as the list and the matrix of the page need it. */
export interface PageFinding
  extends Pick<
      Finding,
      'id' | 'check' | 'operation' | 'product' | 'verdict' | 'cause' | 'clause' | 'message' | 'expected' | 'observed'
    >,
    Pick<Story, 'headline' | 'detail'> {}

/** Further parts of a finding. Passes have none, nor have findings that did not fit. */
export type Details = Pick<Story, 'before' | 'curl' | 'marks' | 'missing' | 'history' | 'shown'>

/** A value whose texts are replaced by their places in a list, which keeps each text once. */
export type Packed = number | null | readonly Packed[] | { readonly [name: string]: Packed }

/** The findings for the script of the page, as JSON in the page. */
export interface Island {
  readonly texts: readonly string[]
  /** The names of the columns of `findings`. */
  readonly members: readonly (keyof PageFinding)[]
  readonly findings: readonly (readonly Packed[])[]
  /** `Details` by the index of their finding. */
  readonly details: Readonly<Record<number, Packed>>
  readonly questions: Readonly<Record<string, string>>
  readonly laws: Readonly<Record<string, string>>
  readonly clauses: Readonly<Record<string, string>>
  /** The severity of each cause: its rank, 0 for the gravest, and its word. */
  readonly severities: Readonly<Record<string, readonly [rank: number, word: string]>>
  /** How many findings, passes aside, have details that did not fit. */
  readonly left: number
}
