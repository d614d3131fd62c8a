import { type HeaderLine, headerValues } from './exchange.ts'

/** How the bytes of a body are coded (RFC 9110 §8.4): not at all, in one of the ways that are read here, or otherwise. */
export type ContentCoding = 'none' | 'gzip' | 'deflate' | 'br' | 'unread'

/** Names of codings that are read; `x-gzip` is the same as `gzip` (RFC 9110 §8.4.1.3). */
const read: Readonly<Record<string, ContentCoding>> = { gzip: 'gzip', 'x-gzip': 'gzip', deflate: 'deflate', br: 'br' }

/** The coding that headers name. Two codings, one within the other, are read no more than one that nobody here knows. */
export function contentCoding(headers: readonly HeaderLine[]): ContentCoding {
  const codings = headerValues(headers, 'Content-Encoding')
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
  const [only] = codings
  if (only === undefined) return 'none'
  return codings.length === 1 && Object.hasOwn(read, only) ? (read[only] ?? 'unread') : 'unread'
}

/** The coding in the answer's own words. */
export function namedCoding(headers: readonly HeaderLine[]): string {
  return headerValues(headers, 'Content-Encoding').join(', ').trim()
}
