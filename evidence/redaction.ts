/** What stands in a credential's place. Plain ASCII without quotes, so that JSON stays JSON and a header a header. */
export const redacted = '[redacted]'

/** Takes every credential, and what is derived from one, out of a text. */
export type Redact = (text: string) => string

/**
 * Words of the specification and of HTTP that a credential, or a stretch of one, may share without being given away by
 * them: replacing them would change what a judge reads.
 */
const vocabulary = [
  'authentication_required not_authorized invalid_request not_found rate_limited idempotencykey description targeturl',
  'selector placement brandname primarycolor secondarycolor revshareenabled allowanonymous showbranding options config',
  'choicedata selection requestid application/json content-type content-length retry-after x-service-api-key problem',
  'platform development production location authorization missing-credential invalid-credential header-only',
  'ineligible-account ineligible-product ineligible-permission ineligible-origin open-operation reachable',
  'server-error malformed-json odd-input field-type query-type idempotency completes redirect pagination',
  'data id status error errors code codes message title type detail details reason name text color limit offset sort',
  'order search draft published active inactive created updated deleted true false null api apps embed create list all',
  'vote choice brand video livestream audience pages pay payment team ads json html xml plain text/html text/plain',
  'application problem+json form utf-8 charset gzip x-gzip deflate identity chunked close keep-alive no-cache no-store',
  'private public max-age bearer get post put patch head header headers options query body path request response',
].flatMap((line) => line.split(' '))

const words = new Set(vocabulary)

/** A shorter run of a credential's characters is too likely to be an accident. */
const shortestStretch = 8

const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The UTF-8 bytes of a text, without TextEncoder, which k6 does not have. */
function utf8(text: string): number[] {
  const bytes: number[] = []
  for (const [, escaped, plain] of encodeURIComponent(text).matchAll(/%([0-9A-F]{2})|(.)/gs)) {
    bytes.push(escaped === undefined ? (plain ?? '').charCodeAt(0) : Number.parseInt(escaped, 16))
  }
  return bytes
}

/** Base64 of the bytes after `lead` unknown ones: only the characters that no neighbour can change. */
function base64Core(bytes: readonly number[], lead: number): string[] {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const out: string[] = []
  for (let at = (6 - ((lead * 8) % 6)) % 6; at + 6 <= bits.length; at += 6) {
    out.push(base64Alphabet[Number.parseInt(bits.slice(at, at + 6), 2)] ?? '')
  }
  return out
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

/**
 * A way in which a server may write a secret: unit by unit, so that what is replaced always ends between two units and an
 * escape is never cut in half. `units`: how many in a row betray it.
 */
interface Encoding {
  readonly units: number
  /** What such a writing is known by; none where it may be a plain word. */
  readonly mark: string
  readonly write: (secret: string) => readonly string[]
}

const plainUnits = (secret: string) => secret.split('')
const codes = (secret: string) => plainUnits(secret).map((unit) => unit.charCodeAt(0))
const urlSafe = (unit: string) => (unit === '+' ? '-' : unit === '/' ? '_' : unit)

const hexPairs = (gap: string) => (secret: string) => utf8(secret).map((byte) => `${hex(byte, 2)}${gap}`)

const encodings: readonly Encoding[] = [
  { units: 8, mark: '', write: plainUnits },
  { units: 8, mark: '', write: (secret) => plainUnits(secret).reverse() },
  ...[0, 1, 2].flatMap((lead): Encoding[] => [
    { units: 11, mark: '', write: (secret) => base64Core(utf8(secret), lead) },
    { units: 11, mark: '', write: (secret) => base64Core(utf8(secret), lead).map(urlSafe) },
  ]),
  { units: 8, mark: '', write: (secret) => utf8(secret).map((byte) => hex(byte, 2)) },
  ...[':', '-', ' '].map((gap): Encoding => ({ units: 8, mark: gap, write: hexPairs(gap) })),
  { units: 8, mark: '\\x', write: (secret) => utf8(secret).map((byte) => `\\x${hex(byte, 2)}`) },
  // UTF-16, read byte by byte.
  { units: 8, mark: '\0', write: (secret) => plainUnits(secret).map((unit) => `${unit}\0`) },
  { units: 8, mark: '%', write: (secret) => utf8(secret).map((byte) => `%${hex(byte, 2)}`) },
  { units: 8, mark: '%', write: (secret) => plainUnits(secret).map(encodeURIComponent) },
  { units: 8, mark: '\\u', write: (secret) => codes(secret).map((code) => `\\u${hex(code, 4)}`) },
  { units: 8, mark: '\\', write: (secret) => plainUnits(secret).map((unit) => JSON.stringify(unit).slice(1, -1)) },
  { units: 8, mark: '&#', write: (secret) => codes(secret).map((code) => `&#${code};`) },
  { units: 8, mark: '&#x', write: (secret) => codes(secret).map((code) => `&#x${hex(code, 2)};`) },
  {
    units: 8,
    mark: '&',
    write: (secret) =>
      plainUnits(secret).map((unit) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[unit] ?? unit),
  },
]

/** Lower case of ASCII alone: positions stay where they are. */
function lower(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
}

/** All stretches by their length, and where one may begin: most of a text is passed over by looking at four characters. */
interface Stretches {
  readonly byLength: ReadonlyMap<number, ReadonlySet<string>>
  readonly beginnings: Uint8Array
}

/** A number in [0, 65536) for the four characters from `at`. Texts that begin alike get the same; few others do. */
function beginning(text: string, at: number): number {
  const [one, two] = [text.charCodeAt(at), text.charCodeAt(at + 1)]
  const [three, four] = [text.charCodeAt(at + 2), text.charCodeAt(at + 3)]
  return (one * 31 + two * 1021 + three * 8209 + four * 40_961) & 0xffff
}

/** A short run of digits may be a number in a JSON text, a quote its syntax, and a word of the specification is no secret. */
function isTelling(stretch: string, mark: string): boolean {
  if (/^\d{0,15}$/.test(stretch) || (mark === '' && /["\\]/.test(stretch))) return false
  return !vocabulary.some((word) => word.includes(stretch))
}

function stretchesOf(secrets: readonly string[], ways: readonly Encoding[], times: number): readonly string[] {
  return ways.flatMap(({ units, mark, write }) =>
    secrets.flatMap((secret) => {
      const written = write(secret).map(lower)
      const inRow = Math.max(units, Math.min(units * times, written.length))
      const last = written.length - inRow
      return Array.from({ length: Math.max(0, last + 1) }, (_, at) => written.slice(at, at + inRow).join('')).filter(
        (stretch) => isTelling(stretch, mark),
      )
    }),
  )
}

function indexed(all: readonly string[]): Stretches {
  const byLength = new Map<number, Set<string>>()
  const beginnings = new Uint8Array(0x10000)
  for (const stretch of all) {
    beginnings[beginning(stretch, 0)] = 1
    const same = byLength.get(stretch.length) ?? new Set()
    byLength.set(stretch.length, same.add(stretch))
  }
  return { byLength, beginnings }
}

/** Marks every character that a stretch covers; null where there is none. */
function coveredIn(searched: string, { byLength, beginnings }: Stretches): Uint8Array | null {
  let covered: Uint8Array | null = null
  for (let at = 0; at + shortestStretch <= searched.length; at += 1) {
    if (beginnings[beginning(searched, at)] === 0) continue
    for (const [length, stretches] of byLength) {
      if (!stretches.has(searched.slice(at, at + length))) continue
      covered ??= new Uint8Array(searched.length)
      covered.fill(1, at, at + length)
    }
  }
  return covered
}

/** What may be half an escape of JSON: it goes with what it stands before, or a lone `\` would end before the brackets. */
const halfEscape = /\\+(u[\da-f]{0,3})?$/i

/** Writes every covered part as one `[redacted]`. */
function withoutCovered(text: string, covered: Uint8Array): string {
  let out = ''
  for (let at = 0; at < text.length; ) {
    const from = at
    const hidden = covered[at]
    while (at < text.length && covered[at] === hidden) at += 1
    out = hidden === 1 ? out.replace(halfEscape, '') + redacted : out + text.slice(from, at)
  }
  return out
}

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

/** What else a redaction takes out, and how sure it must be. */
export interface RedactionOptions {
  /** Texts made from secrets that nobody encodes again, such as digests: taken out as they are. */
  readonly derived?: readonly string[]
  /**
   * How many times longer a stretch must be: 1 for what a server says; 2 for what we wrote ourselves, where a key that is
   * made of English words must not be found in the words of a report.
   */
  readonly times?: number
}

/**
 * Makes the one redaction of a run: by value, in every encoding, and of any stretch of eight characters or more (without
 * regard to case) that a secret contains, so that a key cut or changed by a character goes too. A secret shorter than
 * eight characters, or of digits alone, is replaced where it stands as a word, and a JSON number that holds it by a text, so
 * that JSON stays JSON; one of digits alone goes in the other encodings as well.
 */
export function redaction(secrets: readonly string[], { derived = [], times = 1 }: RedactionOptions = {}): Redact {
  const all = [...new Set(secrets.map((secret) => secret.trim()))].filter((secret) => secret !== '')
  const whole = all.filter((secret) => secret.length < shortestStretch || /^\d+$/.test(secret))
  const patterns = whole.filter((secret) => times === 1 || secret.length >= shortestStretch).flatMap(wordOf)
  const isChanged = (text: string) => patterns.some((pattern) => text.search(pattern) >= 0)
  const long = all.filter((secret) => secret.length >= shortestStretch)
  const known = indexed([...stretchesOf(long, encodings, times), ...stretchesOf(derived, encodings.slice(0, 1), times)])
  return (text) => {
    // All stretches look at the same text: one that ran on what another left would find a secret in pieces.
    const covered = text.length < shortestStretch ? null : coveredIn(lower(text), known)
    let out = covered === null ? text : withoutCovered(text, covered)
    if (!isChanged(out)) return out
    out = withoutNumbers(out, isChanged)
    for (const pattern of patterns) out = out.replaceAll(pattern, redacted)
    return out
  }
}
