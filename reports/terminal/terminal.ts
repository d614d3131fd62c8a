import { styleText } from 'node:util'

/** What the output can show. `quiet`: the verdict and nothing else. */
export interface Terminal {
  /** True where a line can be written over: a person looks at it while it runs. */
  readonly interactive: boolean
  readonly columns: number
  readonly colour: boolean
  readonly quiet: boolean
}

/** The part of a stream that tells what it can show; `process.stderr` is one. */
export interface Output {
  readonly isTTY?: boolean
  readonly columns?: number
  hasColors?(): boolean
}

/** A log is as wide as people read it. */
const widthOfLogs = 120

/** What a stream can show. `hasColors` knows NO_COLOR and FORCE_COLOR; `term` is the variable TERM. */
export function terminalOf(
  output: Output,
  options: { readonly quiet: boolean; readonly term?: string | undefined },
): Terminal {
  const person = output.isTTY === true
  return {
    interactive: person && options.term !== 'dumb',
    // Some terminals say that they are 0 columns wide, and mean that they do not know.
    columns: person ? output.columns || 80 : widthOfLogs,
    colour: person && output.hasColors?.() === true,
    quiet: options.quiet,
  }
}

export type TextStyle = Parameters<typeof styleText>[0]

/** Text in a style, or as it is where colour is not wanted: no word depends on it. */
export function styled(style: TextStyle, text: string, { colour }: Pick<Terminal, 'colour'>): string {
  return colour ? styleText(style, text, { validateStream: false }) : text
}
