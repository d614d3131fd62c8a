/** The i-th character of a view stands from `starts[i]` to `ends[i]` in the original text. */
interface Places {
  readonly starts: ArrayLike<number>
  readonly ends: ArrayLike<number>
}

/**
 * A text after one way of writing is undone. `places` is called only where something must be covered: most views need nothing covered. Null
 * from `places` means that each character stands where it stood.
 */
export interface View {
  readonly text: string
  readonly places: () => Places | null
}

const startOf = (places: Places | null, at: number): number => (places === null ? at : (places.starts[at] ?? 0))
const endOf = (places: Places | null, at: number): number => (places === null ? at + 1 : (places.ends[at] ?? 0))

/** Marks the characters of the text in `[from, to)` for removal. */
export type Cover = (from: number, to: number) => void

/** Covers `length` characters of a view. An ambiguous piece is covered only where the original text writes it in another way. */
export function coverIn(
  view: View,
  { at, length, ambiguous }: { readonly at: number; readonly length: number; readonly ambiguous: boolean },
  cover: Cover,
): void {
  const places = view.places()
  const [from, to] = [startOf(places, at), endOf(places, at + length - 1)]
  if (!ambiguous || to - from !== length) cover(from, to)
}

/** A way of writing characters: the form of one unit, and how to read it. */
export interface Writing {
  /** Every unit begins with one of these characters: a text without them has no units. */
  readonly marks: readonly string[]
  /** The pattern has the flag `g`. */
  readonly unit: RegExp
  /** Reads a unit, given its whole text and its groups. */
  readonly read: (unit: string, ...groups: readonly (string | undefined)[]) => string
  /** Reads a whole text at once, where that is quicker. */
  readonly readAll?: (text: string) => string
}

export const readOf = ({ read }: Pick<Writing, 'read'>, [unit, ...groups]: RegExpExecArray) => read(unit, ...groups)

export const fromHex = (digits: string) => String.fromCharCode(Number.parseInt(digits, 16))
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const anyEscape =
  /(?:\\u00|\\x|%)([\da-f]{2})|&#x0*([\da-f]{2});?|\\u\{0*([\da-f]{2})\}|\\([0-3][0-7]{2})|&#0*(\d{2,3});|&(amp|lt|gt|quot|apos);|\\(["'\\/])/gi
/** Like `anyEscape`, but a run of URL escapes is one match: a long escaped address has one at each character. */
const escapesAtOnce = new RegExp(`(?:%[\\da-f]{2})+|${anyEscape.source}`, 'gi')

const readEscape: Writing['read'] = (_, plainHex, entityHex, bracedHex, octal, decimal, name, itself) => {
  const hex = plainHex ?? entityHex ?? bracedHex
  if (hex !== undefined) return fromHex(hex)
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
  if (decimal !== undefined) return String.fromCharCode(Number(decimal))
  return name === undefined ? (itself ?? '') : (named[name.toLowerCase()] ?? '')
}

/** How URLs, JSON, string literals of other languages and HTML escape a character. */
const escapes: Writing = {
  marks: ['\\', '%', '&'],
  unit: anyEscape,
  read: readEscape,
  readAll: (text) => {
    if (/[%&]|\\[ux0-3\\]/i.test(text))
      return text.replace(escapesAtOnce, (unit, ...groups) =>
        unit.startsWith('%') ? unescape(unit) : readEscape(unit, ...groups),
      )
    // Only the escapes of JSON in JSON are left, without a `\\` that could belong to the next character.
    return text.replaceAll('\\"', '"').replaceAll("\\'", "'").replaceAll('\\/', '/')
  },
}

/** Quoted-printable with its soft line breaks. `timeout=120` stays: it would read as a control character, which no secret holds. */
const quotedPrintable: Writing = {
  marks: ['='],
  unit: /=(?:([2-7a-f][\da-f])|\r?\n)/gi,
  read: (_, hex) => (hex === undefined ? '' : fromHex(hex)),
}

/** UTF-16 read byte by byte: the zero bytes are dropped. */
const wide: Writing = { marks: ['\0'], unit: /\0/g, read: () => '' }

/** The places of the characters of a view after the units of a writing are undone. */
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

/** Undoes one way of writing in a view, and leaves the others. Null where the view has no such unit. */
function undone(view: View, writing: Writing): View | null {
  if (!writing.marks.some((mark) => view.text.includes(mark))) return null
  const text = writing.readAll?.(view.text) ?? view.text.replace(writing.unit, writing.read)
  // Every unit is longer than what it reads as: an equal length means no unit.
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

/** Any mark of any writing. A text without one is read only as it stands. */
const anyMark = new RegExp(`[${[escapes, quotedPrintable, wide].flatMap(({ marks }) => marks.map(inClass)).join('')}]`)

/** The character as an escape for the class of a regular expression. */
function inClass(mark: string): string {
  return `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** How many layers of escapes are undone: a URL in a URL, JSON in JSON. */
const deepestEscaping = 3

/** The text itself, then as it reads with one layer of escapes after another undone. */
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
