import type { Finding } from '../../evidence/finding.ts'
import type { Story } from './view/story.ts'

/** A finding as the page's list and matrix need it. */
export interface PageFinding
  extends Pick<
      Finding,
      'id' | 'check' | 'operation' | 'product' | 'verdict' | 'cause' | 'clause' | 'message' | 'expected' | 'observed'
    >,
    Pick<Story, 'headline' | 'detail'> {}

/** What a finding has besides, where it did not pass and where it fits. */
export type Details = Pick<Story, 'before' | 'curl' | 'marks' | 'missing' | 'history' | 'shown'>

/** A value whose texts are kept once in a list: a number is the place of one. */
export type Packed = number | null | readonly Packed[] | { readonly [name: string]: Packed }

/** The findings for the script of the page. */
export interface Island {
  readonly texts: readonly string[]
  /** What stands in the rows of `findings`. */
  readonly members: readonly (keyof PageFinding)[]
  readonly findings: readonly (readonly Packed[])[]
  /** `Details` by index of the finding. */
  readonly details: Readonly<Record<number, Packed>>
  readonly questions: Readonly<Record<string, string>>
  readonly laws: Readonly<Record<string, string>>
  readonly clauses: Readonly<Record<string, string>>
  /** How bad a violation of a cause is: its rank, the gravest 0, and the word for it. */
  readonly severities: Readonly<Record<string, readonly [rank: number, word: string]>>
  /** How many findings other than passes have details that did not fit. */
  readonly left: number
}
