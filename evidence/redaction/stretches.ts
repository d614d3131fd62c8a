import { isAmbiguous, isNumber } from './ambiguous.ts'
import type { Encoding } from './encodings.ts'
import { type Cover, coverIn, type View } from './views.ts'
import { isOrdinary, lower } from './vocabulary.ts'

/** A shorter run of a credential's characters may be there by accident. */
export const shortestStretch = 8

/** A shorter run of digits may be any number. */
const shortestNumber = 12

/** All stretches that give a secret away, in lower case, indexed for the search. */
type Stretches = ReturnType<typeof indexed>

/** How many characters the index reads at once. */
const four = 4

/** The bit that differs between a capital and a small letter. */
const small = 0x20

/** How many different numbers four characters can get. */
const numbers = 1 << 19

/** A number below `numbers` for the four characters from `at`, whatever their case; others rarely get the same. */
function beginning(text: string, at: number): number {
  const [one, two] = [text.charCodeAt(at) | small, text.charCodeAt(at + 1) | small]
  const [three, four] = [text.charCodeAt(at + 2) | small, text.charCodeAt(at + 3) | small]
  return Math.imul(one ^ (two << 7) ^ (three << 14) ^ (four << 21), 0x9e3779b1) >>> 13
}

/** Every run of `length` characters of a text; none where the text is shorter. */
function runsOf(text: string, length: number): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length))
}

/** A text of which every run of `length` characters gives a secret away. In lower case. */
export interface Betraying {
  readonly text: string
  readonly length: number
}

/**
 * The texts that give the secrets away, in each encoding; texts that several encodings write are kept once. `times` makes the necessary run
 * longer, at most as long as the whole text.
 */
export function betrayingIn(
  secrets: readonly string[],
  ways: readonly Encoding[],
  times: number,
): readonly Betraying[] {
  const found = new Map<string, Betraying>()
  for (const { betraying, write } of ways) {
    for (const secret of secrets) {
      const text = lower(write(secret))
      const least = isNumber(text) ? Math.max(betraying, shortestNumber) : betraying
      const length = Math.max(least, Math.min(betraying * times, text.length))
      found.set(`${length} ${text}`, { text, length })
    }
  }
  return [...found.values()]
}

/** Indexes the stretches for the search. `whole`: secrets that count wherever they stand in full. */
export function indexed(betraying: readonly Betraying[], whole: readonly string[]) {
  /** Stretches that give a secret away wherever they stand. Some others may stand in any text; they count only where they are escaped. */
  const sure = new Set(whole.map(lower).filter((text) => !isOrdinary(text)))
  const texts = new Set(sure)
  for (const { text, length } of betraying) for (const run of runsOf(text, length)) if (!isOrdinary(run)) texts.add(run)
  /** The stretches by their first four characters (see `beginning`). */
  const byBeginning = Map.groupBy(texts, (text) => beginning(text, 0))
  const shortest = [...texts].reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY)
  /** One bit for each group of four characters in the stretches: the search passes over most of a text by it. */
  const within = new Uint8Array(numbers / 8)
  for (const text of [...betraying.map((one) => one.text), ...sure]) {
    for (let at = 0; at + four <= text.length; at += 1) {
      const number = beginning(text, at)
      within[number >> 3] = (within[number >> 3] ?? 0) | (1 << (number & 7))
    }
  }
  // A whole stretch holds at least `step` groups of four characters: the search needs to look at only one of so many.
  return { byBeginning, sure, within, step: shortest - four + 1 }
}

export function coverStretches(view: View, { byBeginning, sure, within, step }: Stretches, cover: Cover): void {
  const searched = view.text
  for (let last = step - 1; last + four <= searched.length; last += step) {
    const number = beginning(searched, last)
    if ((((within[number >> 3] ?? 0) >> (number & 7)) & 1) === 0) continue
    for (let at = last - step + 1; at <= last; at += 1) {
      const alike = byBeginning.get(beginning(searched, at))
      if (alike === undefined) continue
      for (const text of alike) {
        const { length } = text
        // Others may begin with the same number. A row of one letter would pay for that at each place.
        if ((searched.charCodeAt(at + length - 1) | small) !== (text.charCodeAt(length - 1) | small)) continue
        if (lower(searched.slice(at, at + length)) !== text) continue
        coverIn(view, { at, length, ambiguous: !sure.has(text) && isAmbiguous(text) }, cover)
      }
    }
  }
}
