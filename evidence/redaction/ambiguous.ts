/** True for digits alone. */
export const isNumber = (text: string): boolean => /^\d+$/.test(text)

/** A quote that JSON's syntax may hold in the same surroundings. */
const syntax = /(^|[\s,:[\]{}])"|"($|[\s,:[\]{}])/

/**
 * True for a piece of a secret that any JSON text may hold as well: a short number, a quote of its syntax, or an end that may
 * be the beginning of an escape.
 */
export function isAmbiguous(piece: string): boolean {
  return /^\d{0,11}$/.test(piece) || syntax.test(piece) || piece.endsWith('\\')
}
