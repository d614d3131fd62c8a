import { isAmbiguous, isNumber } from './ambiguous.ts'
import type { Encoding } from './encodings.ts'
import { type Cover, coverIn, type View } from './views.ts'
import { isOrdinary, lower } from './vocabulary.ts'

/** A shorter run of a credential's characters is too likely to be an accident. */
export const shortestStretch = 8

/** A shorter run of digits may be a number of anything. */
const shortestNumber = 12

/** All stretches by their length, and where one may begin: most of a text is passed over by looking at four characters. */
export interface Stretches {
  /** True for what may stand in any text: it tells only where it is written otherwise. */
  readonly byLength: ReadonlyMap<number, ReadonlyMap<string, boolean>>
  readonly beginnings: Uint8Array
}

/** A number in [0, 65536) for the four characters from `at`. Texts that begin alike get the same; few others do. */
function beginning(text: string, at: number): number {
  const [one, two] = [text.charCodeAt(at), text.charCodeAt(at + 1)]
  const [three, four] = [text.charCodeAt(at + 2), text.charCodeAt(at + 3)]
  return (one * 31 + two * 1021 + three * 8209 + four * 40_961) & 0xffff
}

/** Every run of so many characters of a text, or none where it is shorter. */
function runsOf(text: string, length: number): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length))
}

/**
 * Every stretch of the secrets that betrays one, in each of the given encodings and in lower case. `times`: how
 * many times longer a stretch must be than what betrays, at most the secret whole.
 */
export function stretchesOf(secrets: readonly string[], ways: readonly Encoding[], times: number): readonly string[] {
  const all = ways.flatMap(({ betraying, write }) =>
    secrets.flatMap((secret) => {
      const written = lower(write(secret))
      const least = isNumber(written) ? Math.max(betraying, shortestNumber) : betraying
      return runsOf(written, Math.max(least, Math.min(betraying * times, written.length)))
    }),
  )
  return all.filter((stretch) => !isOrdinary(stretch))
}

/** Makes stretches quick to find. `whole`: those that tell wherever they stand. */
export function indexed(all: readonly string[], whole: readonly string[]): Stretches {
  const byLength = new Map<number, Map<string, boolean>>()
  const beginnings = new Uint8Array(0x10000)
  const sure = new Set(whole.map(lower))
  for (const stretch of [...all, ...sure]) {
    beginnings[beginning(stretch, 0)] = 1
    const same = byLength.get(stretch.length) ?? new Map<string, boolean>()
    byLength.set(stretch.length, same.set(stretch, !sure.has(stretch) && isAmbiguous(stretch)))
  }
  return { byLength, beginnings }
}

/** Covers what is written as a stretch in a view. */
export function coverStretches(view: View, { byLength, beginnings }: Stretches, cover: Cover): void {
  const searched = lower(view.text)
  for (let at = 0; at + shortestStretch <= searched.length; at += 1) {
    if (beginnings[beginning(searched, at)] === 0) continue
    for (const [length, stretches] of byLength) {
      const ambiguous = stretches.get(searched.slice(at, at + length))
      if (ambiguous === undefined) continue
      coverIn(view, { at, length, ambiguous }, cover)
    }
  }
}
