import { styleText } from 'node:util'
import { counted } from '../../evidence/counted.ts'

/** What the output can show. With `quiet` only the verdict on the run is written. */
export interface Terminal {
  /** True where a line can be overwritten: a person watches it. */
  readonly interactive: boolean
  readonly columns: number
  readonly colour: boolean
  readonly quiet: boolean
}

/** The part of a stream that tells what the stream can show; `process.stderr` fits. */
export interface Output {
  readonly isTTY?: boolean
  readonly columns?: number
  hasColors?(): boolean
}

/** Columns of a log: as wide as people read it. */
const widthOfLogs = 120

/** What a stream can show. `hasColors` knows NO_COLOR and FORCE_COLOR; `term` is the variable TERM. */
export function terminalOf(output: Output, quiet: boolean, term: string | undefined): Terminal {
  const person = output.isTTY === true
  return {
    interactive: person && term !== 'dumb',
    // Some terminals report 0 columns where they do not know their width.
    columns: person ? output.columns || 80 : widthOfLogs,
    colour: person && output.hasColors?.() === true,
    quiet,
  }
}

export type TextStyle = Parameters<typeof styleText>[0]

/** The text in a style, or plain where colour is not wanted. No word depends on the style. */
export function styled(style: TextStyle, text: string, { colour }: Pick<Terminal, 'colour'>): string {
  return colour ? styleText(style, text, { validateStream: false }) : text
}

/** The line that counts the entries left out; none for a count of 0. */
export function moreLines(count: number, noun: string): string[] {
  return count > 0 ? [`  and ${counted(count, noun)} in the report`] : []
}
