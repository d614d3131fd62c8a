import { createHash } from 'node:crypto'

/** A number made from texts: the same in every run. */
export function seedOf(...parts: readonly (string | number)[]): number {
  return createHash('sha256').update(parts.join('\n')).digest().readUInt32BE(0)
}

/** A word of `length` lower-case letters and digits, made from texts: at most 90. */
export function wordOf(length: number, ...parts: readonly (string | number)[]): string {
  const digest = BigInt(`0x${createHash('sha512').update(parts.join('\n')).digest('hex')}`)
  return digest.toString(36).slice(0, length)
}

/** A word as long as you like. */
export function longWordOf(length: number, ...parts: readonly (string | number)[]): string {
  return wordOf(90, ...parts)
    .repeat(Math.ceil(length / 90))
    .slice(0, length)
}
