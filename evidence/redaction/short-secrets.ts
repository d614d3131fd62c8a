import { redacted } from './redacted.ts'
import { lower, vocabulary } from './vocabulary.ts'

const words = new Set(vocabulary)

/** A quote that JSON's syntax may hold in the same surroundings. */
const syntax = /(^|[\s,:[\]{}])"|"($|[\s,:[\]{}])/

/**
 * A short secret where it stands as a word, as JSON writes it and as it is; words of JSON and of the specification are none,
 * or every `true` and every `status` of a body would go. A number of four digits may be the year of an HTTP date, which
 * judges read.
 */
function wordOf(secret: string): readonly RegExp[] {
  if (words.has(lower(secret))) return []
  const noYear = /^\d{4}$/.test(secret) ? '(?! \\d\\d:\\d\\d:\\d\\d)' : ''
  const noEscape = secret.endsWith('\\') ? '(?!["\\\\])' : ''
  const escaped = JSON.stringify(secret).slice(1, -1)
  const pattern = (written: string, end: string) =>
    new RegExp(`\\\\*(?<![\\w-])${written.replace(/[^\w]/g, '\\$&')}(?![\\w-])${end}`, 'g')
  const plain = syntax.test(secret) ? [] : [pattern(secret, noYear + noEscape)]
  return escaped === secret ? plain : [pattern(escaped, ''), ...plain]
}

/** A number as JSON writes one, to the end of a value. */
const jsonNumber = /-?\d[\d.eE+-]*(?=\s*[,}\]])/y

/** Writes every JSON number that holds a secret as a text, outside of texts: there a bare word would be no JSON. */
function withoutNumbers(text: string, isSecret: (number: string) => boolean): string {
  let out = ''
  let done = 0
  let inText = false
  let before = ''
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charAt(at)
    if (inText) {
      if (mark === '\\') at += 1
      else if (mark === '"') inText = false
    } else if (mark === '"') inText = true
    else if (':[,'.includes(before) && before !== '' && /[-\d]/.test(mark)) {
      jsonNumber.lastIndex = at
      const [number] = jsonNumber.exec(text) ?? []
      if (number !== undefined && isSecret(number)) {
        out += `${text.slice(done, at)}"${redacted}"`
        done = at + number.length
      }
    }
    if (!/\s/.test(mark)) before = mark
  }
  return out + text.slice(done)
}

/** Takes secrets that are too short to be known by a stretch, or are of digits alone, out of a text where they are words. */
export function shortRedaction(secrets: readonly string[]): (text: string) => string {
  const patterns = secrets.flatMap(wordOf)
  const isChanged = (text: string) => patterns.some((pattern) => text.search(pattern) >= 0)
  return (text) => {
    if (!isChanged(text)) return text
    let out = withoutNumbers(text, isChanged)
    for (const pattern of patterns) out = out.replaceAll(pattern, redacted)
    return out
  }
}
