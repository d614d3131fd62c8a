import { headerValues } from '../fixtures/headers.ts'
import type { HeaderLine } from './exchange.ts'

/** How the bytes of a body are coded (RFC 9110 §8.4): not at all, in one of the ways that are read here, or otherwise. */
export type ContentCoding = 'none' | 'gzip' | 'deflate' | 'br' | 'unread'

/** Names of codings that are read; `x-gzip` is the same as `gzip` (RFC 9110 §8.4.1.3). */
const read: Readonly<Record<string, ContentCoding>> = { gzip: 'gzip', 'x-gzip': 'gzip', deflate: 'deflate', br: 'br' }

/** The coding that headers name. Two codings, one within the other, are read no more than one that nobody here knows. */
export function contentCoding(headers: readonly HeaderLine[]): ContentCoding {
  const values = headerValues(headers, 'Content-Encoding')
  // Nearly always, and asked of each answer.
  if (values.length === 0) return 'none'
  const codings = values
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

/** How gzip, zstd, xz, bzip2 and zlib's deflate begin. */
const marks = [
  [0x1f, 0x8b],
  [0x28, 0xb5, 0x2f, 0xfd],
  [0xfd, 0x37, 0x7a, 0x58, 0x5a],
  [0x42, 0x5a, 0x68],
  [0x78, 0x01],
  [0x78, 0x5e],
  [0x78, 0x9c],
  [0x78, 0xda],
]

/** True for bytes that begin like compressed ones, whatever the headers say: nobody can tell what is in them. */
export function isCompressed(bytes: Uint8Array): boolean {
  return marks.some((mark) => mark.every((byte, at) => bytes[at] === byte))
}
