import type { PageFinding, Words } from './story.ts'

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
