import { headerValues } from '../fixtures/headers.ts'
import type { HeaderLine } from './exchange.ts'

/** The content coding of a body (RFC 9110 §8.4): none, one that the suite decodes, or `unread`. */
export type ContentCoding = 'none' | 'gzip' | 'deflate' | 'br' | 'unread'

/** Names of the codings that the suite decodes. `x-gzip` means `gzip` (RFC 9110 §8.4.1.3). */
const read: Readonly<Record<string, ContentCoding>> = { gzip: 'gzip', 'x-gzip': 'gzip', deflate: 'deflate', br: 'br' }

/** The coding that the headers name. Several codings, or an unknown one, are `unread`. */
export function contentCoding(headers: readonly HeaderLine[]): ContentCoding {
  const values = headerValues(headers, 'Content-Encoding')
  // The fast way out: every answer is asked, and nearly none has the header.
  if (values.length === 0) return 'none'
  const codings = values
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
  const [only] = codings
  if (only === undefined) return 'none'
  return codings.length === 1 && Object.hasOwn(read, only) ? (read[only] ?? 'unread') : 'unread'
}

/** The coding as the answer writes it. */
export function namedCoding(headers: readonly HeaderLine[]): string {
  return headerValues(headers, 'Content-Encoding').join(', ').trim()
}

/** The first bytes of gzip, zstd, xz, bzip2 and zlib's deflate, in hex. */
const marks = ['1f8b', '28b52ffd', 'fd377a585a', '425a68', '7801', '785e', '789c', '78da']

/** True for bytes that begin like compressed ones, whatever the headers say. A key inside would not be seen. */
export function isCompressed(bytes: Uint8Array): boolean {
  const first = Buffer.from(bytes.subarray(0, 5)).toString('hex')
  return marks.some((mark) => first.startsWith(mark))
}
