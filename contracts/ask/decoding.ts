import { brotliDecompressSync, inflateRawSync, unzipSync } from 'node:zlib'
import { contentCoding } from '../../evidence/content-coding.ts'
import type { TransportError, Watch } from './failures.ts'

/** True for zlib (RFC 1950: its method is deflate, its first two bytes are a multiple of 31), or gzip, which some servers call deflate. */
function isWrapped(bytes: Buffer): boolean {
  if (bytes.length < 2) return false
  const mark = bytes.readUInt16BE(0)
  return mark === 0x1f8b || ((mark >> 8) % 16 === 8 && mark % 31 === 0)
}

/**
 * Decodes a deflate body in its place (RFC 9110, section 8.4.1.2: with the wrapper of zlib). Some servers leave the wrapper out, and
 * browsers read that. Throws an error with the code `ETOOLARGE` where more than `maxOutputLength` bytes would come out.
 */
export function inflate(watch: Watch, maxOutputLength: number): void {
  const bytes = Buffer.concat(watch.chunks)
  if (bytes.length === 0) return
  try {
    const inflated = (isWrapped(bytes) ? unzipSync : inflateRawSync)(bytes, { maxOutputLength })
    watch.chunks.splice(0, watch.chunks.length, inflated)
    watch.bytes = inflated.length
  } catch (error) {
    const { code, message } = error as TransportError
    throw code === 'ERR_BUFFER_TOO_LARGE' ? { code: 'ETOOLARGE', message } : error
  }
}

/** True where a coded body ends in the middle: superagent accepts such a body, as browsers do. */
export function endsEarly({ head, coded }: Watch, maxOutputLength: number): boolean {
  if (head === null || coded.length === 0) return false
  const decode = contentCoding(head.headers) === 'br' ? brotliDecompressSync : unzipSync
  try {
    decode(Buffer.concat(coded), { maxOutputLength })
    return false
  } catch (error) {
    return (error as TransportError).code === 'Z_BUF_ERROR'
  }
}
