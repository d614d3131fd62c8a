/** What stands in a credential's place. Plain ASCII without quotes, so that JSON stays JSON and a header a header. */
export const redacted = '[redacted]'

/** Takes every credential, and what is derived from one, out of a text. */
export type Redact = (text: string) => string

/**
 * Words of the specification that a stretch of a credential may share without being one: replacing them would change what
 * a judge reads.
 */
const vocabulary = [
  'authentication_required not_authorized invalid_request not_found rate_limited idempotencykey description targeturl',
  'selector placement brandname primarycolor secondarycolor revshareenabled allowanonymous showbranding options config',
  'choicedata selection requestid application/json content-type content-length retry-after x-service-api-key problem',
  'platform development production location authorization',
].flatMap((line) => line.split(' '))

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
  /** A text without it holds no such writing, and is passed over. */
  readonly mark: string
  readonly write: (secret: string) => readonly string[]
}

const plainUnits = (secret: string) => secret.split('')
const codes = (secret: string) => plainUnits(secret).map((unit) => unit.charCodeAt(0))
const urlSafe = (unit: string) => (unit === '+' ? '-' : unit === '/' ? '_' : unit)

const encodings: readonly Encoding[] = [
  { units: 8, mark: '', write: plainUnits },
  { units: 8, mark: '', write: (secret) => plainUnits(secret).reverse() },
  ...[0, 1, 2].flatMap((lead): Encoding[] => [
    { units: 11, mark: '', write: (secret) => base64Core(utf8(secret), lead) },
    { units: 11, mark: '', write: (secret) => base64Core(utf8(secret), lead).map(urlSafe) },
  ]),
  { units: 8, mark: '', write: (secret) => utf8(secret).map((byte) => hex(byte, 2)) },
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

/** All stretches of one length, with the mark that a text must hold to contain any of them. */
interface Family {
  readonly length: number
  readonly mark: string
  readonly stretches: Set<string>
}

function families(secrets: readonly string[]): readonly Family[] {
  const found = new Map<string, Family>()
  for (const { units, mark, write } of encodings) {
    for (const secret of secrets) {
      const written = write(secret).map(lower)
      for (let at = 0; at + units <= written.length; at += 1) {
        const stretch = written.slice(at, at + units).join('')
        // A run of digits may be a number in a JSON text, a quote its syntax, and a word of the specification is no secret.
        if (
          /^\d*$/.test(stretch) ||
          (mark === '' && /["\\]/.test(stretch)) ||
          vocabulary.some((word) => word.includes(stretch))
        )
          continue
        const key = `${stretch.length} ${mark}`
        const family = found.get(key) ?? { length: stretch.length, mark, stretches: new Set() }
        family.stretches.add(stretch)
        found.set(key, family)
      }
    }
  }
  return [...found.values()]
}

/** Marks in `covered` every character that a stretch of the family covers; true where there was one. */
function cover(searched: string, { length, mark, stretches }: Family, covered: Uint8Array): boolean {
  if (mark !== '' && !searched.includes(mark)) return false
  let found = false
  for (let at = 0; at + length <= searched.length; at += 1) {
    if (!stretches.has(searched.slice(at, at + length))) continue
    covered.fill(1, at, at + length)
    found = true
  }
  return found
}

/** Writes every covered part as one `[redacted]`. */
function withoutCovered(text: string, covered: Uint8Array): string {
  let out = ''
  for (let at = 0; at < text.length; ) {
    const from = at
    const hidden = covered[at]
    while (at < text.length && covered[at] === hidden) at += 1
    out += hidden === 1 ? redacted : text.slice(from, at)
  }
  return out
}

/**
 * Makes the one redaction of a run: by value, in every encoding, and of any stretch of eight characters or more (without
 * regard to case) that a secret contains, so that a key cut or changed by a character goes too. A secret shorter than
 * eight characters, or of digits alone, is replaced where it stands whole.
 */
export function redaction(secrets: readonly string[]): Redact {
  const all = [...new Set(secrets.map((secret) => secret.trim()))].filter((secret) => secret !== '')
  const whole = all.filter((secret) => secret.length < shortestStretch || /^\d+$/.test(secret))
  const known = families(all.filter((secret) => !whole.includes(secret)))
  return (text) => {
    const searched = lower(text)
    const covered = new Uint8Array(text.length)
    // All families look at the same text: one that ran on what another left would find a secret in pieces.
    const hits = known.filter((family) => cover(searched, family, covered)).length
    let out = hits === 0 ? text : withoutCovered(text, covered)
    for (const secret of whole) out = out.replaceAll(secret, redacted)
    return out
  }
}
