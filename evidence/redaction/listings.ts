import { fromHex, readOf, type View, type Writing } from './views.ts'

/** Bytes one after another: a run of at least eight, and a unit of it. */
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

/** Decimal numbers are parted by so many characters at least. */
const fewestPartings = 7

/** So many digits in a row a listing has at least, and nothing between them but what stands between bytes. */
const fewestDigits = 16
const digit = 1
const between = 2
/** The same, and it may part decimal numbers. */
const parting = 3

/** What each character of ASCII may be in a listing. */
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

/** Where bytes may be listed in a text. */
interface Place {
  readonly from: number
  readonly to: number
  /** How many characters may part decimal numbers. */
  readonly partings: number
}

/**
 * Where bytes may be listed: what stands between two characters of which no listing consists, if there are digits enough in it. One
 * of so many characters in a row is one in whose surroundings to look, wherever a listing begins.
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
    // What was looked at is not looked at again.
    sample += Math.floor((at - sample) / fewestDigits) * fewestDigits
  }
  return found
}

/** What stands for a digit of hexadecimal, by its character; 16 for what is none. */
const hexDigits = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(value) ? 16 : value
})

const hexDigitAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return code < 0x80 ? (hexDigits[code] ?? 16) : 16
}

/**
 * True where a listing in hexadecimal may say so many visible characters of ASCII in a row, from wherever it is read: an identifier
 * does not, and most places are one. Looked at once, before any listing is looked for.
 */
function maySayVisible(text: string, { from, to }: Place, fewest: number): boolean {
  // Characters in a row up to the pair of digits that began two and one digits before.
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

/** True where a listing in hexadecimal says so many visible characters of ASCII in a row: identifiers and digests do not. */
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
 * What the bytes that a text lists say, in hexadecimal or decimal numbers; read from either half of the first pair.
 *
 * @param fewest So many visible characters in a row, at least, are looked for in it, and nothing else; 0 for anything.
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
      // UTF-16 has a zero beside each byte of a key.
      const units = [...bytes.slice(skipped).matchAll(writing.unit)].filter((match) => readOf(writing, match) !== '\0')
      const starts = units.map((match) => from + index + skipped + match.index)
      const ends = units.map(([digits], at) => (starts[at] ?? 0) + digits.length)
      return { text: units.map((match) => readOf(writing, match)).join(''), places: () => ({ starts, ends }) }
    }),
  )
}
