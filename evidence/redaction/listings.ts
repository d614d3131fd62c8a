import { fromHex, readOf, type View, type Writing } from './views.ts'

/** A way to list bytes or characters: `run` matches eight or more of them, `unit` matches one. */
interface Listing extends Pick<Writing, 'unit' | 'read'> {
  readonly run: RegExp
  readonly isHex: boolean
}

const listings: readonly Listing[] = [
  {
    isHex: true,
    run: /(?:(?:0x)?[\da-f]{2}[\s,:;-]{0,2}){8,}/gi,
    unit: /(?:0x)?([\da-f]{2})/gi,
    read: (_, digits = '') => fromHex(digits),
  },
  {
    isHex: false,
    run: /(?:\d{2,3}[\s,;]{1,3}){7,}\d{2,3}/g,
    unit: /\d{2,3}/g,
    read: (digits) => String.fromCharCode(Number(digits)),
  },
  // What JavaScript makes of a string that is spread: a list, or an object whose names are places.
  {
    isHex: false,
    run: /[[{,]\s*(?:(?:"\d+"\s*:\s*)?"[^"\\]"[\s,]*){8,}/g,
    unit: /(?<=[[{,:]\s*")[^"\\](?="\s*(?:[,\]}]|$))/g,
    read: (character) => character,
  },
]

/** True for a hex listing that spells eight visible ASCII characters in a row: identifiers and digests do not. */
const spellsVisible = /(?:(?:[2-6][\da-f]|7[\da-e])(?:[\s,:;x-]|00|[\da-f](?=[\s,:;x-]))*){8}/i

/**
 * Reads the bytes that a text lists as hex or decimal numbers, and the characters that it lists one by one. A run is read from its first
 * and from its second character. With `isVisible`, only hex listings with eight visible characters in a row are read.
 */
export function listed(text: string, isVisible: boolean): readonly View[] {
  return listings.flatMap((writing) => {
    const { run, isHex } = writing
    // Most texts are passed over here.
    if (text.search(isHex && isVisible ? spellsVisible : run) < 0) return []
    return [...text.matchAll(run)].flatMap(({ 0: bytes, index }) => {
      if (isHex && isVisible && !spellsVisible.test(bytes)) return []
      return [0, 1].map((skipped) => {
        // UTF-16 has a zero byte beside each byte of a key.
        const units = [...bytes.slice(skipped).matchAll(writing.unit)].filter(
          (match) => readOf(writing, match) !== '\0',
        )
        const starts = units.map((match) => index + skipped + match.index)
        const ends = units.map(([digits], at) => (starts[at] ?? 0) + digits.length)
        return { text: units.map((match) => readOf(writing, match)).join(''), places: () => ({ starts, ends }) }
      })
    })
  })
}
