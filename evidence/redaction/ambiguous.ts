export const isNumber = (text: string): boolean => /^\d+$/.test(text)

/** A quote of JSON's syntax, with its neighbours: any JSON may hold these. */
const syntax = /(^|[\s,:[\]{}])"|"($|[\s,:[\]{}])/

/** True for a piece of a secret that any JSON may hold too: fewer than 12 digits, a quote, or a final `\`. */
export function isAmbiguous(piece: string): boolean {
  return /^\d{0,11}$/.test(piece) || syntax.test(piece) || piece.endsWith('\\')
}
