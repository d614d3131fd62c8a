import type { Failure, FailureKind, HeaderLine } from '../../evidence/exchange.ts'
import { UsageError } from '../../evidence/usage-error.ts'

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EPROTO',
])

/** Errors of an answer larger than is read: its body, its head (256 KB are read) or a chunk's extensions (Node reads 16 KB). */
const tooLarge = new Set(['ETOOLARGE', 'HPE_HEADER_OVERFLOW', 'HPE_CHUNK_EXTENSIONS_OVERFLOW'])

/** An error as superagent throws it. */
export interface TransportError {
  readonly code?: string
  readonly message?: string
  readonly timeout?: unknown
}

/** Status and headers of an answer, as they stood on the wire. */
export interface Head {
  readonly status: number
  readonly headers: readonly HeaderLine[]
}

/** What is noted while an exchange goes on. */
export interface Watch {
  head: Head | null
  headMs: number | null
  readonly chunks: Buffer[]
  /** The body as it stood on the wire, where its coding is one that we read. */
  readonly coded: Buffer[]
  bytes: number
  lastByteMs: number
  reused: boolean
  bytesBefore: number
  socket: { readonly bytesRead: number } | null
}

/** What is noted before anything came. */
export const newWatch = (): Watch => ({
  head: null,
  headMs: null,
  chunks: [],
  coded: [],
  bytes: 0,
  lastByteMs: 0,
  reused: false,
  bytesBefore: 0,
  socket: null,
})

/** The code of an error. supertest replaces an error by its own, which has the code only in front of its message. */
function codeOf({ code, message = '' }: TransportError): string {
  return code ?? /^(E[A-Z]+): /.exec(message)?.[1] ?? ''
}

function failureKind(error: TransportError, watch: Watch, endMs: number, timeoutMs: number): FailureKind {
  const code = codeOf(error)
  if (tooLarge.has(code)) return 'large'
  if (error.timeout !== undefined || code === 'ECONNABORTED' || code === 'ETIMEDOUT') {
    const coming = watch.head === null ? began(watch) : endMs - watch.lastByteMs < timeoutMs / 2
    return coming || wasLate(endMs, timeoutMs) ? 'slow' : 'silence'
  }
  if (unreachable.has(code) || /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|UNABLE_|SELF_SIGNED)/.test(code)) return 'refused'
  if (code.startsWith('HPE_') || code.startsWith('Z_') || code.startsWith('ERR_')) return 'broken'
  return 'reset'
}

/** True where our own timer was late: bytes may have come that were not read yet, so nothing can be said of the other end. */
const wasLate = (endMs: number, timeoutMs: number) => endMs - timeoutMs > Math.max(250, timeoutMs / 10)

const began = (watch: Watch) => watch.head !== null || (watch.socket?.bytesRead ?? 0) > watch.bytesBefore

/** Makes an error a failure. It is the only place that decides the kind of a failure (O12). */
export function failureOf(error: TransportError, watch: Watch, endMs: number, timeoutMs: number): Failure {
  // The limit is this process's own: the service was not asked.
  if (codeOf(error) === 'EMFILE')
    throw new UsageError('No connection can be opened: ulimit -n allows too few open files')
  const kind = failureKind(error, watch, endMs, timeoutMs)
  const words = [error.code, error.message].filter((part) => part !== undefined && part !== '')
  return { kind, message: words.join(': '), reusedConnection: watch.reused, began: began(watch) }
}
