/** A part of a document that a command writes: the text between its marks, or the whole page where `mark` is null. */
export interface MadePart {
  readonly file: string
  readonly mark: string | null
  readonly text: () => string
}

const begins = (mark: string) => `<!-- ${mark}: made by npm run docs -->`
const ends = (mark: string) => `<!-- end of ${mark} -->`

/** The document with the current text of a part. Throws where the document has no marks for the part. */
export function withSection(document: string, { file, mark, text }: MadePart): string {
  if (mark === null) return text()
  const [from, to] = [document.indexOf(begins(mark)), document.indexOf(ends(mark))]
  if (from < 0 || to < from) throw new Error(`${file} has no place for ${mark}`)
  return `${document.slice(0, from)}${begins(mark)}\n\n${text().trim()}\n\n${document.slice(to)}`
}
