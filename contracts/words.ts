import { hash } from 'node:crypto'

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

/** The words that keys and identifiers of one kind begin with: `plc_`, `pk_live_`. */
const leadingWords = (text: string): string => /^(?:[A-Za-z]+[_-])*/.exec(text)?.[0] ?? ''

/** The fewest letters and digits of a made-up value: a shorter one may exist. */
const fewestMarks = 9

/** Lengthens a short value until nobody is likely to own it. */
function lengthened(value: string): string {
  const marks = value.replace(/[^A-Za-z0-9]/g, '')
  return marks.length === 0 || marks.length >= fewestMarks
    ? value
    : value + marks.repeat(fewestMarks).slice(0, fewestMarks - marks.length)
}

/**
 * A made-up value in the form of a known one. It begins with the same words: by them a service may know the kind of resource.
 * Every other letter and digit is exchanged for another of its kind.
 */
export function inTheFormOf(known: string, ...seed: readonly (string | number)[]): string {
  const words = leadingWords(known)
  const rest = known.slice(words.length)
  return /[A-Za-z0-9]/.test(rest) ? words + exchanged(rest, seed) : exchanged(known, seed)
}

function exchanged(known: string, seed: readonly (string | number)[]): string {
  const value = lengthened(known)
  const source = wordOf(64, value, ...seed)
  const made = [...value].map((mark, index) => {
    const code = source.charCodeAt(index % source.length) + index
    if (/[0-9]/.test(mark)) return String(code % 10)
    if (/[a-f]/.test(mark)) return 'abcdef'[code % 6]
    if (/[g-z]/.test(mark)) return 'ghjkmnpqrstvwxyz'[code % 16]
    return /[A-Z]/.test(mark) ? 'ABCDEFGHJKMNPQRSTVWXYZ'[code % 22] : mark
  })
  return made.join('') === value ? `${made.join('')}${source.slice(0, 4)}` : made.join('')
}

/** The fewest characters to draw for a made-up key, so that it is nobody's. */
const fewestDrawn = 20

/** A made-up key in the form of another; null for a short key. */
export function likeKey(key: string, ...seed: readonly (string | number)[]): string | null {
  const drawn = key.slice(leadingWords(key).length).replace(/[^A-Za-z0-9]/g, '')
  return drawn.length < fewestDrawn ? null : inTheFormOf(key, ...seed)
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
