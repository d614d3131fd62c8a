import { fromHex, readOf, type View, type Writing } from './views.ts'

/** A way to list bytes: `run` matches eight or more of them, `unit` matches one. */
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
]

/** A decimal listing has at least this many separators. */
const fewestPartings = 7

/** A listing has at least this many digits, with nothing but separators between them. */
const fewestDigits = 16
const digit = 1
const between = 2
/** A separator that may also stand between decimal numbers. */
const parting = 3

/** The role of each ASCII character in a listing. */
const roles = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[\da-f]/i.test(character)) return digit
  if (/[\s,;]/.test(character)) return parting
  return /[x:-]/i.test(character) ? between : 0
})

const roleAt = (text: string, at: number) => {
  const code = text.charCodeAt(at)
  return code < 0x80 ? roles[code] : parting
}

/** A place in a text that may list bytes. */
interface Place {
  readonly from: number
  readonly to: number
  /** How many characters there may separate decimal numbers. */
  readonly partings: number
}

/**
 * Finds the places that may list bytes: runs of digits and separators with enough digits. No such run is shorter than `fewestDigits`, so
 * the search looks only at one character of so many.
 */
function placesToList(text: string): readonly Place[] {
  const found: Place[] = []
  for (let sample = fewestDigits - 1; sample < text.length; sample += fewestDigits) {
    if (roleAt(text, sample) === 0) continue
    let from = sample
    while (from > 0 && roleAt(text, from - 1) !== 0) from -= 1
    let digits = 0
    let partings = 0
    let at = from
    for (let role = roleAt(text, at); at < text.length && role !== 0; at += 1, role = roleAt(text, at)) {
      if (role === digit) digits += 1
      else if (role === parting) partings += 1
    }
    if (digits >= fewestDigits) found.push({ from, to: at, partings })
    // Skip the run that was just read.
    sample += Math.floor((at - sample) / fewestDigits) * fewestDigits
  }
  return found
}

/** The value of each ASCII character as a hex digit; 16 where it is none. */
const hexDigits = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(value) ? 16 : value
})

const hexDigitAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return code < 0x80 ? (hexDigits[code] ?? 16) : 16
}

/**
 * True where a hex listing may spell `fewest` visible ASCII characters in a row, from whatever position it is read. Identifiers do not, and
 * most places are identifiers. This quick look comes before the search for listings.
 */
function maySayVisible(text: string, { from, to }: Place, fewest: number): boolean {
  // Visible characters in a row, up to the pair of digits that began two characters and one character before.
  let [older, newer] = [0, 0]
  for (let at = from; at + 1 < to; at += 1) {
    const [high, low] = [hexDigitAt(text, at), hexDigitAt(text, at + 1)]
    if (high === 16) older = newer = Math.max(older, newer)
    else if (low < 16) {
      const byte = high * 16 + low
      const row = byte >= 0x20 && byte < 0x7f ? older + 1 : byte === 0 ? older : 0
      if (row >= fewest) return true
      older = newer
      newer = row
    }
  }
  return false
}

/** True where a hex listing spells `fewest` visible ASCII characters in a row: identifiers and digests do not. */
function saysVisible(bytes: string, from: number, fewest: number): boolean {
  let visible = 0
  for (let at = from; at + 1 < bytes.length; ) {
    const [high, low] = [hexDigitAt(bytes, at), hexDigitAt(bytes, at + 1)]
    const byte = high * 16 + low
    if (high === 16 || low === 16) at += 1
    else {
      at += 2
      if (byte >= 0x20 && byte < 0x7f) visible += 1
      else if (byte !== 0) visible = 0
      if (visible >= fewest) return true
    }
  }
  return false
}

/**
 * Reads the bytes that a text lists as hex or decimal numbers. A run is read from its first and from its second character. Only hex
 * listings with `fewest` visible characters in a row are read; 0 reads all.
 */
export function listed(text: string, fewest: number): readonly View[] {
  return placesToList(text).flatMap((place) =>
    listings
      .filter(({ isHex }) => (isHex ? maySayVisible(text, place, fewest) : place.partings >= fewestPartings))
      .flatMap((listing) => listedIn(text.slice(place.from, place.to), place.from, listing, fewest)),
  )
}

function listedIn(text: string, from: number, { run, isHex, ...writing }: Listing, fewest: number): readonly View[] {
  return [...text.matchAll(run)].flatMap(({ 0: bytes, index }) =>
    [0, 1].flatMap((skipped): View | readonly [] => {
      if (isHex && fewest > 0 && !saysVisible(bytes, skipped, fewest)) return []
      // UTF-16 has a zero byte beside each byte of a key.
      const units = [...bytes.slice(skipped).matchAll(writing.unit)].filter((match) => readOf(writing, match) !== '\0')
      const starts = units.map((match) => from + index + skipped + match.index)
      const ends = units.map(([digits], at) => (starts[at] ?? 0) + digits.length)
      return { text: units.map((match) => readOf(writing, match)).join(''), places: () => ({ starts, ends }) }
    }),
  )
}
