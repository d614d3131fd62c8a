import { parameters } from '../fixtures/catalog/operation.ts'
import { identifiedBy } from '../fixtures/catalog/routes.ts'
import type { Known, KnownIds } from '../fixtures/target.ts'
import { inTheFormOf, wordOf } from './words.ts'

/** Identifiers that are odd in one way each (O7c). */
const oddIdentifiers = {
  // Also a number far beyond 64 bits: what is read as a number may not fit where it is kept.
  'odd-long': { is: 'long', text: '9'.repeat(1100) },
  // The percent sign at the end breaks a handler that decodes once more what its router has decoded.
  'odd-non-ascii': { is: 'non-ascii', text: 'идентификатор-日本-🎉-100%' },
  'odd-markup': { is: 'markup', text: '<b>"\'&%00' },
  'odd-path': { is: 'path', text: '../../etc' },
  'odd-blank': { is: 'blank', text: ' ' },
  'odd-null': { is: 'null', text: 'null' },
  'odd-negative': { is: 'negative', text: '-1' },
  'odd-null-byte': { is: 'null byte', text: 'a\0b' },
} as const

type OddIdentifier = keyof typeof oddIdentifiers

/** Three identifiers that nobody owns (O8). */
export const madeUpValues = ['made-up-1', 'made-up-2', 'made-up-3'] as const

/** The value of a path parameter: the known one of the settings, one of three made-up ones, or an odd one. */
export type PathValue = 'known' | (typeof madeUpValues)[number] | OddIdentifier

export function isMadeUpValue(value: PathValue): boolean {
  return madeUpValues.some((madeUp) => madeUp === value)
}

const isOddValue = (value: PathValue): value is OddIdentifier => value in oddIdentifiers

/** A word for a value of a path parameter; null for the known one. */
export function valueWord(value: PathValue): string | null {
  if (value === 'known') return null
  return isOddValue(value) ? oddIdentifiers[value].is : 'made up'
}

export const oddValues = Object.keys(oddIdentifiers) as readonly OddIdentifier[]

/** The known value of an operation's path parameter, or null where the settings name none. */
export function knownIdFor(path: string, ids: KnownIds): string | null {
  const known: Readonly<Record<string, string | null>> = ids
  return known[identifiedBy(path) ?? ''] ?? null
}

/** A made-up identifier, which nobody owns, for a path whose identifier the settings do not name. */
export const unnamedId = (path: string, seed: number): string => wordOf(12, 'unknown', seed, path)

/** The text of a path parameter, before it is percent-encoded. */
function pathValue(value: PathValue, path: string, known: Known, seed: number): string {
  const id = knownIdFor(path, known.ids)
  if (value === 'known') return id ?? unnamedId(path, seed)
  if (isOddValue(value)) return oddIdentifiers[value].text
  return id === null ? wordOf(12, value, seed, path) : inTheFormOf(id, value, seed)
}

/**
 * The texts of all path parameters. `value` is about the first one. A further one has its known text where `value` is `known` and
 * the settings name it by its name. Otherwise it has a text that nobody owns, made from no known one.
 */
export function pathValues(value: PathValue, path: string, known: Known, seed: number): readonly string[] {
  const ids: Readonly<Record<string, string | null>> = known.ids
  return (path.match(parameters) ?? []).map((parameter, nth) => {
    if (nth === 0) return pathValue(value, path, known, seed)
    const id = value === 'known' ? (ids[parameter.slice(1, -1)] ?? null) : null
    return id ?? wordOf(12, 'unknown', seed, path, nth)
  })
}
