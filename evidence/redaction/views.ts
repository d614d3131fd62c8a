/**
 * A text as it reads once a way of writing is undone. What is now its i-th character stands from `starts[i]` to `ends[i]` in
 * the text that was given; both are null where each character stands where it stood.
 */
export interface View {
  readonly text: string
  readonly starts: readonly number[] | null
  readonly ends: readonly number[] | null
}

const startOf = ({ starts }: View, at: number): number => (starts === null ? at : (starts[at] ?? 0))
const endOf = ({ ends }: View, at: number): number => (ends === null ? at + 1 : (ends[at] ?? 0))

/** Marks what stands from one character of a text to before another. */
export type Cover = (from: number, to: number) => void

/** Covers `length` characters of a view; what any text may hold is covered only where it is written otherwise than as it is. */
export function coverIn(
  view: View,
  { at, length, ambiguous }: { readonly at: number; readonly length: number; readonly ambiguous: boolean },
  cover: Cover,
): void {
  const [from, to] = [startOf(view, at), endOf(view, at + length - 1)]
  if (!ambiguous || to - from !== length) cover(from, to)
}

/** A way of writing characters: what one unit looks like, and what it reads as. */
interface Writing {
  /** Global. */
  readonly unit: RegExp
  readonly read: (match: RegExpMatchArray) => string
}

const fromHex = (digits: string) => String.fromCharCode(Number.parseInt(digits, 16))
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What URLs, JSON, other languages' texts and HTML write instead of a character. */
const escapes: Writing = {
  unit: /(?:\\u00|\\x|%)([\da-f]{2})|&#x0*([\da-f]{2});?|\\u\{0*([\da-f]{2})\}|\\([0-3][0-7]{2})|&#0*(\d{2,3});|&(amp|lt|gt|quot|apos);|\\(["'\\/])/gi,
  read: ([, plainHex, entityHex, bracedHex, octal, decimal, name, itself]) => {
    const hex = plainHex ?? entityHex ?? bracedHex
    if (hex !== undefined) return fromHex(hex)
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
    if (decimal !== undefined) return String.fromCharCode(Number(decimal))
    return name === undefined ? (itself ?? '') : (named[name.toLowerCase()] ?? '')
  },
}

/** Quoted-printable, with its breaks of lines. */
const quotedPrintable: Writing = {
  unit: /=(?:([\da-f]{2})|\r?\n)/gi,
  read: ([, hex]) => (hex === undefined ? '' : fromHex(hex)),
}

/** UTF-16 that is read byte by byte. */
const wide: Writing = { unit: /\0/g, read: () => '' }

/** Bytes one after another: a run of at least eight, and a unit of it. */
const listings: readonly (Writing & { readonly run: RegExp })[] = [
  {
    run: /(?:(?:0x)?[\da-f]{2}[\s,:;-]{0,2}){8,}/gi,
    unit: /(?:0x)?([\da-f]{2})/gi,
    read: ([, digits = '']) => fromHex(digits),
  },
  {
    run: /(?:\d{2,3}[\s,;]{1,3}){7,}\d{2,3}/g,
    unit: /\d{2,3}/g,
    read: ([digits]) => String.fromCharCode(Number(digits)),
  },
]

/** Undoes one way of writing in a view; what is written otherwise stays. Null where nothing is written so. */
function undone(view: View, { unit, read }: Writing): View | null {
  if (view.text.search(unit) < 0) return null
  let text = ''
  const starts: number[] = []
  const ends: number[] = []
  const add = (characters: string, start: number, end: number) => {
    text += characters
    for (let left = characters.length; left > 0; left -= 1) {
      starts.push(start)
      ends.push(end)
    }
  }
  let done = 0
  const keepTo = (next: number) => {
    for (; done < next; done += 1) add(view.text.charAt(done), startOf(view, done), endOf(view, done))
  }
  for (const match of view.text.matchAll(unit)) {
    keepTo(match.index)
    done += match[0].length
    add(read(match), startOf(view, match.index), endOf(view, done - 1))
  }
  keepTo(view.text.length)
  return { text, starts, ends }
}

/** How deep one escaping is looked for within another: a URL in a URL, JSON in JSON. */
const deepestEscaping = 3

/** The text as it is, and as it reads once what is escaped is undone, again and again. */
export function readings(text: string): readonly View[] {
  const views: View[] = []
  let view: View | null = { text, starts: null, ends: null }
  for (let depth = 0; view !== null && depth <= deepestEscaping; depth += 1) {
    const narrow = undone(view, wide)
    views.push(view, ...(narrow === null ? [] : [narrow]))
    view = undone(view, escapes)
  }
  const printed = views[0] === undefined ? null : undone(views[0], quotedPrintable)
  return printed === null ? views : [...views, printed]
}

/** What the bytes that a text lists say, in hexadecimal or decimal numbers; read from either half of the first pair. */
export function listed(text: string): readonly View[] {
  return listings.flatMap(({ run, unit, read }) =>
    [...text.matchAll(run)].flatMap(({ 0: bytes, index }) =>
      [0, 1].map((skipped): View => {
        // UTF-16 has a zero beside each byte of a key.
        const units = [...bytes.slice(skipped).matchAll(unit)].filter((match) => read(match) !== '\0')
        const starts = units.map((match) => index + skipped + match.index)
        return {
          text: units.map(read).join(''),
          starts,
          ends: units.map(([digits], at) => (starts[at] ?? 0) + digits.length),
        }
      }),
    ),
  )
}
