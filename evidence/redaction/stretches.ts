import type { Encoding } from './encodings.ts'
import { redacted } from './redacted.ts'
import { lower, vocabulary } from './vocabulary.ts'

/** A shorter run of a credential's characters is too likely to be an accident. */
export const shortestStretch = 8

/** All stretches by their length, and where one may begin: most of a text is passed over by looking at four characters. */
export interface Stretches {
  readonly byLength: ReadonlyMap<number, ReadonlySet<string>>
  readonly beginnings: Uint8Array
}

/** A number in [0, 65536) for the four characters from `at`. Texts that begin alike get the same; few others do. */
function beginning(text: string, at: number): number {
  const [one, two] = [text.charCodeAt(at), text.charCodeAt(at + 1)]
  const [three, four] = [text.charCodeAt(at + 2), text.charCodeAt(at + 3)]
  return (one * 31 + two * 1021 + three * 8209 + four * 40_961) & 0xffff
}

/** A short run of digits may be a number in a JSON text, a quote its syntax, and a word of the specification is no secret. */
function isTelling(stretch: string, mark: string): boolean {
  if (/^\d{0,15}$/.test(stretch) || (mark === '' && /["\\]/.test(stretch))) return false
  return !vocabulary.some((word) => word.includes(stretch))
}

/**
 * Every stretch of the secrets that betrays one, in each of the given encodings and in lower case. `times`: how many times
 * longer than the encoding asks for.
 */
export function stretchesOf(secrets: readonly string[], ways: readonly Encoding[], times: number): readonly string[] {
  return ways.flatMap(({ units, mark, write }) =>
    secrets.flatMap((secret) => {
      const written = write(secret).map(lower)
      const inRow = Math.max(units, Math.min(units * times, written.length))
      const last = written.length - inRow
      return Array.from({ length: Math.max(0, last + 1) }, (_, at) => written.slice(at, at + inRow).join('')).filter(
        (stretch) => isTelling(stretch, mark),
      )
    }),
  )
}

/** Makes stretches quick to find. */
export function indexed(all: readonly string[]): Stretches {
  const byLength = new Map<number, Set<string>>()
  const beginnings = new Uint8Array(0x10000)
  for (const stretch of all) {
    beginnings[beginning(stretch, 0)] = 1
    const same = byLength.get(stretch.length) ?? new Set()
    byLength.set(stretch.length, same.add(stretch))
  }
  return { byLength, beginnings }
}

/** Marks with 1 every character of a text in lower case that a stretch covers; null where there is none. */
export function coveredIn(searched: string, { byLength, beginnings }: Stretches): Uint8Array | null {
  let covered: Uint8Array | null = null
  for (let at = 0; at + shortestStretch <= searched.length; at += 1) {
    if (beginnings[beginning(searched, at)] === 0) continue
    for (const [length, stretches] of byLength) {
      if (!stretches.has(searched.slice(at, at + length))) continue
      covered ??= new Uint8Array(searched.length)
      covered.fill(1, at, at + length)
    }
  }
  return covered
}

/** What may be half an escape of JSON: it goes with what it stands before, or a lone `\` would end before the brackets. */
const halfEscape = /\\+(u[\da-f]{0,3})?$/i

/** Writes every covered part of the text as one `[redacted]`. */
export function withoutCovered(text: string, covered: Uint8Array): string {
  let out = ''
  for (let at = 0; at < text.length; ) {
    const from = at
    const hidden = covered[at]
    while (at < text.length && covered[at] === hidden) at += 1
    out = hidden === 1 ? out.replace(halfEscape, '') + redacted : out + text.slice(from, at)
  }
  return out
}
