import { redacted } from './redacted.ts'

/** A text or a number of JSON, the former also where it is cut; the group holds the quote that closes it. */
const literal = /"(?:[^"\\]+|\\.)*("?)|-?\d[\d.eE+-]*/gs
const escapeOfJson = /\\(?:u[\da-f]{0,4}|.)/gis

/**
 * Of each character of a JSON text, and of what may follow the last, 1 where it stands within a text of it. On the way it
 * covers what JSON knows only whole: a lone `\` would take the next character along, half a number beside a text is no JSON.
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
 * Writes every covered part of a text as one `[redacted]`. What looks like JSON stays JSON: what is covered outside of its
 * texts becomes one.
 *
 * @param covered 1 for each character that must go; more is covered where that keeps JSON whole.
 */
export function withoutCovered(text: string, covered: Uint8Array): string {
  const looksLikeJson = /^\s*[[{"]/.test(text)
  const within = looksLikeJson ? withinTexts(text, covered) : null
  const quoteAt = (at: number) => (within?.[at] === 0 ? '"' : '')
  /** What parts a member's name from its value tells nothing, and without it the two are no JSON. */
  const isColon = (at: number) => within?.[at] === 0 && text[at] === ':'
  let out = ''
  for (let at = 0; at < text.length; ) {
    const from = covered[at] === 1 && isColon(at) ? at + 1 : at
    out += text.slice(at, from)
    const hidden = covered[from]
    for (at = from; at < text.length && covered[at] === hidden; ) at += 1
    out += hidden === 1 ? quoteAt(from) + redacted + quoteAt(at) : text.slice(from, at)
  }
  return out
}
