import { createHash, hash } from 'node:crypto'

/** A number made from texts: the same in every run. */
export function seedOf(...parts: readonly (string | number)[]): number {
  return Number.parseInt(hash('sha256', parts.join('\n'), 'hex').slice(0, 8), 16)
}

/** A word of `length` lower-case letters and digits, made from texts. At most 90 long. */
export function wordOf(length: number, ...parts: readonly (string | number)[]): string {
  const digest = BigInt(`0x${hash('sha512', parts.join('\n'), 'hex')}`)
  return digest.toString(36).slice(0, length)
}

export function longWordOf(length: number, ...parts: readonly (string | number)[]): string {
  return wordOf(90, ...parts)
    .repeat(Math.ceil(length / 90))
    .slice(0, length)
}

const digits = '0123456789'
const letters = 'abcdefghijklmnopqrstuvwxyz'
/** The fewest characters to draw for a made-up key, so that it is nobody's. */
const fewestDrawn = 20

/** The words that keys and identifiers of one kind begin with: `plc_`, `pk_live_`. */
export const leadingWords = (text: string): string => /^(?:[A-Za-z]+[_-])*/.exec(text)?.[0] ?? ''

/** A made-up key in the form of another: the same leading words, digits for digits, letters for letters; null for a short key. */
export function likeKey(key: string, ...parts: readonly (string | number)[]): string | null {
  const prefix = leadingWords(key)
  const rest = [...key.slice(prefix.length)]
  if (rest.filter((mark) => /[A-Za-z0-9]/.test(mark)).length < fewestDrawn) return null
  const drawn = createHash('shake256', { outputLength: rest.length }).update(parts.join('\n')).digest()
  const marks = rest.map((mark, at) => {
    const from = /[0-9]/.test(mark) ? digits : /[a-z]/.test(mark) ? letters : letters.toUpperCase()
    return /[A-Za-z0-9]/.test(mark) ? from.charAt((drawn[at] ?? 0) % from.length) : mark
  })
  return prefix + marks.join('')
}

const visible = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A visible character that differs also when letter case is ignored. */
export function another(mark: string): string {
  return [...visible].find((candidate) => candidate.toLowerCase() !== mark.toLowerCase() && candidate > mark) ?? '7'
}

/** The key with the letter case of each character swapped. */
export function otherCase(key: string): string {
  return [...key].map((mark) => (mark === mark.toLowerCase() ? mark.toUpperCase() : mark.toLowerCase())).join('')
}
