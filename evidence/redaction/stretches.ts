import { isAmbiguous, isNumber } from './ambiguous.ts'
import type { Encoding } from './encodings.ts'
import { type Cover, coverIn, type View } from './views.ts'
import { isOrdinary, lower } from './vocabulary.ts'

/** A shorter run of a credential's characters is too likely to be an accident. */
export const shortestStretch = 8

/** A shorter run of digits may be a number of anything. */
const shortestNumber = 12

/** A stretch in lower case. `ambiguous`: it may stand in any text, and tells only where it is written otherwise. */
interface Stretch {
  readonly text: string
  readonly ambiguous: boolean
}

/** All stretches by how they begin: most of a text is passed over by looking at four characters. */
export type Stretches = readonly (readonly Stretch[] | undefined)[]

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
  const sure = new Set(whole.map(lower))
  const byBeginning = new Array<Stretch[] | undefined>(0x10000).fill(undefined)
  for (const text of new Set([...all, ...sure])) {
    const at = beginning(text, 0)
    const alike = byBeginning[at] ?? []
    alike.push({ text, ambiguous: !sure.has(text) && isAmbiguous(text) })
    byBeginning[at] = alike
  }
  return byBeginning
}

/** Covers what is written as a stretch in a view. */
export function coverStretches(view: View, stretches: Stretches, cover: Cover): void {
  const searched = lower(view.text)
  for (let at = 0; at + shortestStretch <= searched.length; at += 1) {
    for (const { text, ambiguous } of stretches[beginning(searched, at)] ?? []) {
      if (searched.startsWith(text, at)) coverIn(view, { at, length: text.length, ambiguous }, cover)
    }
  }
}
