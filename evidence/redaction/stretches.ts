import { isAmbiguous, isNumber } from './ambiguous.ts'
import type { Encoding } from './encodings.ts'
import { type Cover, coverIn, type View } from './views.ts'
import { isOrdinary, lower } from './vocabulary.ts'

/** A shorter run of a credential's characters is too likely to be an accident. */
export const shortestStretch = 8

/** A shorter run of digits may be a number of anything. */
const shortestNumber = 12

/** All stretches, in lower case. */
export interface Stretches {
  /** By how they begin. */
  readonly byBeginning: ReadonlyMap<number, readonly string[]>
  /** Those that tell wherever they stand; of the others some may stand in any text, and tell only where they are written otherwise. */
  readonly sure: ReadonlySet<string>
  /** A bit for each four characters in a row of what betrays: most of a text is passed over by them. */
  readonly within: Uint8Array
  /** So many fours in a row of a text are of one stretch where it stands: it is enough to look at one of so many. */
  readonly step: number
}

/** How many characters are looked at at once. */
const four = 4

/** What tells a capital from a small letter. */
const small = 0x20

/** How many numbers there are for four characters. */
const numbers = 1 << 19

/**
 * A number below `numbers` for the four characters from `at`. Texts that begin alike, whatever the case of their letters, get the
 * same; few others do.
 */
function beginning(text: string, at: number): number {
  const [one, two] = [text.charCodeAt(at) | small, text.charCodeAt(at + 1) | small]
  const [three, four] = [text.charCodeAt(at + 2) | small, text.charCodeAt(at + 3) | small]
  return Math.imul(one ^ (two << 7) ^ (three << 14) ^ (four << 21), 0x9e3779b1) >>> 13
}

/** Every run of so many characters of a text, or none where it is shorter. */
function runsOf(text: string, length: number): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) => text.slice(at, at + length))
}

/** A text of which every run of so many characters betrays a secret. In lower case. */
export interface Betraying {
  readonly text: string
  readonly length: number
}

/**
 * What betrays the secrets, in each of the given encodings: each text once, since two encodings often write the same. `times`: how
 * many times longer a stretch must be than what betrays, at most the secret whole.
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

/** Makes stretches quick to find. `whole`: those that tell wherever they stand. */
export function indexed(betraying: readonly Betraying[], whole: readonly string[]): Stretches {
  const sure = new Set(whole.map(lower).filter((text) => !isOrdinary(text)))
  const texts = new Set(sure)
  for (const { text, length } of betraying) for (const run of runsOf(text, length)) if (!isOrdinary(run)) texts.add(run)
  const byBeginning = new Map<number, readonly string[]>()
  let shortest = Number.POSITIVE_INFINITY
  for (const text of texts) {
    const at = beginning(text, 0)
    // Nearly all are alone: a list that grows would have room for sixteen more.
    byBeginning.set(at, byBeginning.get(at)?.concat(text) ?? [text])
    shortest = Math.min(shortest, text.length)
  }
  const within = new Uint8Array(numbers / 8)
  for (const text of [...betraying.map((one) => one.text), ...sure]) {
    for (let at = 0; at + four <= text.length; at += 1) {
      const number = beginning(text, at)
      within[number >> 3] = (within[number >> 3] ?? 0) | (1 << (number & 7))
    }
  }
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
        if (lower(searched.slice(at, at + length)) !== text) continue
        coverIn(view, { at, length, ambiguous: !sure.has(text) && isAmbiguous(text) }, cover)
      }
    }
  }
}
