const tab = 9
const lineFeed = 10

/** Characters that reorder or hide the text around them: bidirectional controls, separators, the byte order mark. */
const tricky = /[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g

/** The last two code points of the basic plane are no characters, and XML forbids them. */
const noCharacters = /[\ufffe\uffff]/g

/** DEL and the control characters of Latin 1. */
const lateControls = /[\u007f-\u009f]/g

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\u0000-\u001f]/g

/** Most texts consist of these characters only, and need no replacement. */
const plain = /^[\t\n -~]*$/

/**
 * Makes a text harmless for terminals, logs and XML readers: characters that they would obey become signs (␛, ␀, `\u202e`). So a reader
 * sees that something was there. Tabs and line feeds stay.
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

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The text, made visible, on one line of at most `length` characters. An ellipsis shows that text was cut. */
export function oneLine(text: string, length = Number.POSITIVE_INFINITY): string {
  return shortened(
    visible(text)
      .replace(/\s{2,}|[^\S ]/g, ' ')
      .trim(),
    length,
  )
}

/** The beginning of a text, at most `length` characters. The cut never splits a surrogate pair. */
export function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1)).toWellFormed()}…`
}

/** Breaks a text at blanks into lines of at most `columns` characters. Later lines begin with `indent`. */
export function wrapped(text: string, columns: number, indent = '  '): string[] {
  const [lead = ''] = /^ */.exec(text) ?? []
  const lines: string[] = []
  let line = ''
  // A method and its path stay on one line.
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

/** The text with a capital first letter, unless its first word is a name or code. */
export function capitalised(text: string): string {
  return /^[a-z]+(?=[ ,:.]|$)/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

/** The headline in lower case for use inside a sentence, unless it begins with the name of a setting. */
export function lowered(headline: string): string {
  return /^[A-Z][a-z ]/.test(headline) ? headline.charAt(0).toLowerCase() + headline.slice(1) : headline
}

/** The sentence with a full stop, unless it ends with a mark already. */
export const ended = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** The texts that there are: a sentence may lack some of its parts, and a list some of its lines. */
export function present(...texts: readonly (string | null | undefined | false)[]): string[] {
  return texts.filter((text): text is string => Boolean(text))
}

/** Milliseconds in a unit for readers: ms, s, min or h. */
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

/** Escapes a text for HTML and XML, `]]>` included. Characters that XML forbids are made visible. */
export function inMarkup(text: string): string {
  return visible(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
