import { redacted } from './redacted.ts'

/** A string or a number of JSON; a string may be cut off. The group holds its closing quote. */
const literal = /"(?:[^"\\]+|\\.)*("?)|-?\d[\d.eE+-]*/gs
const escapeOfJson = /\\(?:u[\da-f]{0,4}|.)/gis

/**
 * For each character of a JSON text, and for the place after the last: 1 where it is within a string. It also widens `covered` to whole
 * escapes and whole numbers: a lone `\` would swallow the next character, and half a number is no JSON.
 */
function withinTexts(text: string, covered: Uint8Array): Uint8Array {
  const within = new Uint8Array(text.length + 1)
  const widen = (from: number, to: number) => {
    if (covered.subarray(from, to).includes(1)) covered.fill(1, from, to)
  }
  for (const { 0: token, 1: closing, index } of text.matchAll(literal)) {
    const end = index + token.length
    if (closing === undefined) {
      widen(index, end)
      continue
    }
    within.fill(1, index + 1, closing === '' ? end + 1 : end)
    for (const { 0: one, index: at } of token.matchAll(escapeOfJson)) widen(index + at, index + at + one.length)
  }
  return within
}

/**
 * Replaces every covered part of a text by one `[redacted]`: `covered` is 1 for each character that must go, and more goes where JSON needs
 * it. In a text that looks like JSON, a covered part outside of strings becomes a string.
 */
export function withoutCovered(text: string, covered: Uint8Array): string {
  const looksLikeJson = /^\s*[[{"]/.test(text)
  const within = looksLikeJson ? withinTexts(text, covered) : null
  const quoteAt = (at: number) => (within?.[at] === 0 ? '"' : '')
  /** A covered colon or comma at an end of such a part stays: it tells nothing, and JSON needs it. */
  const separates = (at: number) => within?.[at] === 0 && (text[at] === ':' || text[at] === ',')
  let out = ''
  for (let at = 0; at < text.length; ) {
    const from = covered[at] === 1 && separates(at) ? at + 1 : at
    out += text.slice(at, from)
    const hidden = covered[from]
    for (at = from; at < text.length && covered[at] === hidden; ) at += 1
    if (hidden === 1 && at - 1 > from && separates(at - 1)) at -= 1
    out += hidden === 1 ? quoteAt(from) + redacted + quoteAt(at) : text.slice(from, at)
  }
  return out
}
