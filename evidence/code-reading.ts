/** What reading the code of an answer came to (O5a). */
export type CodeReading =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'other'; readonly text: string }
  | { readonly kind: 'ambiguous'; readonly codes: readonly string[] }
  | { readonly kind: 'none' }

/** Words for a reading: the text of `observed`. */
export function describeCode(reading: CodeReading): string {
  switch (reading.kind) {
    case 'code':
      return `code ${reading.code}`
    case 'other':
      return `code ${JSON.stringify(reading.text.slice(0, 60))}, which is not documented`
    case 'none':
      return 'no documented code'
    case 'ambiguous':
      return reading.codes.length === 0
        ? 'no documented code in what is kept of the body'
        : `no single code (${reading.codes.join(', ')})`
  }
}
