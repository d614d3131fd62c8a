/** What is now the i-th character of a view stands from `starts[i]` to `ends[i]` in the text that was given. */
interface Places {
  readonly starts: ArrayLike<number>
  readonly ends: ArrayLike<number>
}

/**
 * A text as it reads once a way of writing is undone. Where its characters stood is asked for only where one of them is to be
 * covered: most views hold nothing to cover. Null where each character stands where it stood.
 */
export interface View {
  readonly text: string
  readonly places: () => Places | null
}

const startOf = (places: Places | null, at: number): number => (places === null ? at : (places.starts[at] ?? 0))
const endOf = (places: Places | null, at: number): number => (places === null ? at + 1 : (places.ends[at] ?? 0))

/** Marks what stands from one character of a text to before another. */
export type Cover = (from: number, to: number) => void

/** Covers `length` characters of a view; what any text may hold is covered only where it is written otherwise than as it is. */
export function coverIn(
  view: View,
  { at, length, ambiguous }: { readonly at: number; readonly length: number; readonly ambiguous: boolean },
  cover: Cover,
): void {
  const places = view.places()
  const [from, to] = [startOf(places, at), endOf(places, at + length - 1)]
  if (!ambiguous || to - from !== length) cover(from, to)
}

/** A way of writing characters: what one unit looks like, and what it reads as. */
interface Writing {
  /** Every unit begins with one of these characters: without them there is none. */
  readonly marks: readonly string[]
  /** Global. */
  readonly unit: RegExp
  /** Reads a unit, by the whole of it and by its groups. */
  readonly read: (unit: string, ...groups: readonly (string | undefined)[]) => string
}

const readOf = ({ read }: Pick<Writing, 'read'>, [unit, ...groups]: RegExpExecArray) => read(unit, ...groups)

const fromHex = (digits: string) => String.fromCharCode(Number.parseInt(digits, 16))
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What URLs, JSON, other languages' texts and HTML write instead of a character. */
const escapes: Writing = {
  marks: ['\\', '%', '&'],
  unit: /(?:\\u00|\\x|%)([\da-f]{2})|&#x0*([\da-f]{2});?|\\u\{0*([\da-f]{2})\}|\\([0-3][0-7]{2})|&#0*(\d{2,3});|&(amp|lt|gt|quot|apos);|\\(["'\\/])/gi,
  read: (_, plainHex, entityHex, bracedHex, octal, decimal, name, itself) => {
    const hex = plainHex ?? entityHex ?? bracedHex
    if (hex !== undefined) return fromHex(hex)
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
    if (decimal !== undefined) return String.fromCharCode(Number(decimal))
    return name === undefined ? (itself ?? '') : (named[name.toLowerCase()] ?? '')
  },
}

/** Quoted-printable, with its breaks of lines. */
const quotedPrintable: Writing = {
  marks: ['='],
  unit: /=(?:([\da-f]{2})|\r?\n)/gi,
  read: (_, hex) => (hex === undefined ? '' : fromHex(hex)),
}

/** UTF-16 that is read byte by byte. */
const wide: Writing = { marks: ['\0'], unit: /\0/g, read: () => '' }

/** Bytes one after another: a run of at least eight, and a unit of it. */
const listings: readonly (Omit<Writing, 'marks'> & { readonly run: RegExp; readonly isHex: boolean })[] = [
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

/** Where what is left of a view stands once the units of a writing are undone. */
function placesOf(view: View, writing: Writing): Places {
  const before = view.places()
  const starts = new Uint32Array(view.text.length)
  const ends = new Uint32Array(view.text.length)
  let length = 0
  let done = 0
  const keepTo = (next: number) => {
    for (; done < next; done += 1, length += 1) {
      starts[length] = startOf(before, done)
      ends[length] = endOf(before, done)
    }
  }
  for (const match of view.text.matchAll(writing.unit)) {
    keepTo(match.index)
    done += match[0].length
    for (let left = readOf(writing, match).length; left > 0; left -= 1, length += 1) {
      starts[length] = startOf(before, match.index)
      ends[length] = endOf(before, done - 1)
    }
  }
  keepTo(view.text.length)
  return { starts, ends }
}

/** Undoes one way of writing in a view; what is written otherwise stays. Null where nothing is written so. */
function undone(view: View, writing: Writing): View | null {
  if (!writing.marks.some((mark) => view.text.includes(mark))) return null
  const text = view.text.replace(writing.unit, writing.read)
  // Every unit reads as fewer characters than it has.
  if (text.length === view.text.length) return null
  let places: Places | null = null
  return {
    text,
    places: () => {
      places ??= placesOf(view, writing)
      return places
    },
  }
}

/** A mark of any writing, without which a text reads as it stands. */
const anyMark = new RegExp(`[${[escapes, quotedPrintable, wide].flatMap(({ marks }) => marks.map(inClass)).join('')}]`)

/** A character as it is written among others in a regular expression. */
function inClass(mark: string): string {
  return `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** How deep one escaping is looked for within another: a URL in a URL, JSON in JSON. */
const deepestEscaping = 3

/** The text as it is, and as it reads once what is escaped is undone, again and again. */
export function readings(text: string): readonly View[] {
  const views: View[] = []
  let view: View | null = { text, places: () => null }
  if (!anyMark.test(text)) return [view]
  for (let depth = 0; view !== null && depth <= deepestEscaping; depth += 1) {
    const narrow = undone(view, wide)
    views.push(view, ...(narrow === null ? [] : [narrow]))
    view = undone(view, escapes)
  }
  const printed = views[0] === undefined ? null : undone(views[0], quotedPrintable)
  return printed === null ? views : [...views, printed]
}

/** So many digits in a row a listing has at least, and nothing between them but what stands between bytes. */
const fewestDigits = 16
const digit = 1
const between = 2

/** What each character of ASCII may be in a listing. */
const roles = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[\da-f]/i.test(character)) return digit
  return /[x\s,:;-]/i.test(character) ? between : 0
})

const roleAt = (text: string, at: number) => {
  const code = text.charCodeAt(at)
  return code < 0x80 ? roles[code] : between
}

/**
 * Where bytes may be listed: what stands between two characters of which no listing consists, if there are digits enough in it. One
 * of so many characters in a row is one in whose surroundings to look, wherever a listing begins.
 */
function placesToList(text: string): readonly (readonly [from: number, to: number])[] {
  const found: (readonly [number, number])[] = []
  for (let sample = fewestDigits - 1; sample < text.length; sample += fewestDigits) {
    if (roleAt(text, sample) === 0) continue
    let from = sample
    while (from > 0 && roleAt(text, from - 1) !== 0) from -= 1
    let digits = 0
    let at = from
    for (let role = roleAt(text, at); at < text.length && role !== 0; at += 1, role = roleAt(text, at)) {
      if (role === digit) digits += 1
    }
    if (digits >= fewestDigits) found.push([from, at])
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

/** True where a listing in hexadecimal says so many visible characters of ASCII in a row: identifiers and digests do not. */
function saysVisible(bytes: string, from: number, fewest: number): boolean {
  let visible = 0
  for (let at = from; at + 1 < bytes.length; ) {
    const [high, low] = [hexDigits[bytes.charCodeAt(at)] ?? 16, hexDigits[bytes.charCodeAt(at + 1)] ?? 16]
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
  return placesToList(text).flatMap(([from, to]) => listedIn(text.slice(from, to), from, fewest))
}

function listedIn(text: string, from: number, fewest: number): readonly View[] {
  return listings.flatMap(({ run, isHex, ...writing }) =>
    [...text.matchAll(run)].flatMap(({ 0: bytes, index }) =>
      [0, 1].flatMap((skipped): View | readonly [] => {
        if (isHex && fewest > 0 && !saysVisible(bytes, skipped, fewest)) return []
        // UTF-16 has a zero beside each byte of a key.
        const units = [...bytes.slice(skipped).matchAll(writing.unit)].filter(
          (match) => readOf(writing, match) !== '\0',
        )
        const starts = units.map((match) => from + index + skipped + match.index)
        const ends = units.map(([digits], at) => (starts[at] ?? 0) + digits.length)
        return { text: units.map((match) => readOf(writing, match)).join(''), places: () => ({ starts, ends }) }
      }),
    ),
  )
}
