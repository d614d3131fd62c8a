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
export interface Writing {
  /** Every unit begins with one of these characters: without them there is none. */
  readonly marks: readonly string[]
  /** Global. */
  readonly unit: RegExp
  /** Reads a unit, by the whole of it and by its groups. */
  readonly read: (unit: string, ...groups: readonly (string | undefined)[]) => string
  /** The same of a whole text at once, where that is quicker. */
  readonly readAll?: (text: string) => string
}

export const readOf = ({ read }: Pick<Writing, 'read'>, [unit, ...groups]: RegExpExecArray) => read(unit, ...groups)

export const fromHex = (digits: string) => String.fromCharCode(Number.parseInt(digits, 16))
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const anyEscape =
  /(?:\\u00|\\x|%)([\da-f]{2})|&#x0*([\da-f]{2});?|\\u\{0*([\da-f]{2})\}|\\([0-3][0-7]{2})|&#0*(\d{2,3});|&(amp|lt|gt|quot|apos);|\\(["'\\/])/gi
/** The same, but that what URLs escape is read at once as far as it goes: of a long address that is each character. */
const escapesAtOnce = new RegExp(`(?:%[\\da-f]{2})+|${anyEscape.source}`, 'gi')

const readEscape: Writing['read'] = (_, plainHex, entityHex, bracedHex, octal, decimal, name, itself) => {
  const hex = plainHex ?? entityHex ?? bracedHex
  if (hex !== undefined) return fromHex(hex)
  if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
  if (decimal !== undefined) return String.fromCharCode(Number(decimal))
  return name === undefined ? (itself ?? '') : (named[name.toLowerCase()] ?? '')
}

/** What URLs, JSON, other languages' texts and HTML write instead of a character. */
const escapes: Writing = {
  marks: ['\\', '%', '&'],
  unit: anyEscape,
  read: readEscape,
  readAll: (text) => {
    if (/[%&]|\\[ux0-3\\]/i.test(text))
      return text.replace(escapesAtOnce, (unit, ...groups) =>
        unit.startsWith('%') ? unescape(unit) : readEscape(unit, ...groups),
      )
    // JSON in JSON, and no `\\` that would belong to what follows it.
    return text.replaceAll('\\"', '"').replaceAll("\\'", "'").replaceAll('\\/', '/')
  },
}

/** Quoted-printable, with its breaks of lines; no secret has characters of control, which `timeout=120` would write. */
const quotedPrintable: Writing = {
  marks: ['='],
  unit: /=(?:([2-7a-f][\da-f])|\r?\n)/gi,
  read: (_, hex) => (hex === undefined ? '' : fromHex(hex)),
}

/** UTF-16 that is read byte by byte. */
const wide: Writing = { marks: ['\0'], unit: /\0/g, read: () => '' }

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
  const text = writing.readAll?.(view.text) ?? view.text.replace(writing.unit, writing.read)
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
