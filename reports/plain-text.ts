const tab = 9
const lineFeed = 10

/** Marks that reorder or hide what stands around them: bidirectional controls, separators, the byte order mark. */
const tricky = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g

/** Ends of the basic plane that are no characters, and that XML forbids. */
const noCharacters = /[\ufffe\uffff]/g

/** DEL and the controls of Latin 1. */
const lateControls = /[\u007f-\u009f]/g

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u001f]/g

/** Most texts hold nothing else. */
const plain = /^[\t\n -~]*$/

/**
 * A text in which nothing acts: what a terminal, a log or an XML reader would obey is shown as a sign of its own (␛, ␀,
 * `\u202e`), so that a reader sees that it was there. Tabs and line feeds stay.
 */
export function visible(text: string): string {
  if (plain.test(text)) return text
  return text
    .toWellFormed()
    .replace(controls, (sign) => {
      const code = sign.charCodeAt(0)
      return code === tab || code === lineFeed ? sign : String.fromCharCode(0x2400 + code)
    })
    .replace(lateControls, escaped)
    .replace(tricky, escaped)
    .replace(noCharacters, '\ufffd')
}

function escaped(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** A visible text on one line, of at most `length` characters: what is left out is shown by an ellipsis. */
export function oneLine(text: string, length = Number.POSITIVE_INFINITY): string {
  return shortened(
    visible(text)
      .replace(/\s{2,}|[^\S ]/g, ' ')
      .trim(),
    length,
  )
}

/** The beginning of a text, cut between characters and never inside a pair. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1)).toWellFormed()}…`
}

/** A text in lines of at most `columns` characters, broken at blanks; those behind the first are set in by `indent`. */
export function wrapped(text: string, columns: number, indent = '  '): string[] {
  const [lead = ''] = /^ */.exec(text) ?? []
  const lines: string[] = []
  let line = ''
  // No method is parted from its path.
  for (const word of text.slice(lead.length).split(/ (?!\/)/)) {
    const start = lines.length === 0 ? lead : indent
    const longer = line === '' ? `${start}${word}` : `${line} ${word}`
    if (line === '' || longer.length <= columns) line = longer
    else {
      lines.push(line)
      line = `${indent}${word}`
    }
  }
  return [...lines, line]
}

/** A text that begins a line of its own begins with a capital, unless its first word is a name or code. */
export function capitalised(text: string): string {
  return /^[a-z]+(?=[ ,:.]|$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

/** A sentence with a full stop at its end, whatever it ends with. */
export function ended(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** Milliseconds in the unit that a reader would use. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  if (seconds < 60) return `${Number(seconds.toFixed(1))} s`
  const whole = Math.round(seconds)
  const units =
    whole < 3600
      ? `${Math.floor(whole / 60)} min ${whole % 60} s`
      : `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
  return units.replace(/ 0 \w+$/, '')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML and XML: every sign that could act is an entity, `]]>` included; what XML forbids is made visible. */
export function inMarkup(text: string): string {
  return visible(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
