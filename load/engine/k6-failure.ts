import type { Failure, FailureKind } from '../../evidence/exchange.ts'
import type { K6Error } from '../wire.ts'

function kindOf(error: K6Error): FailureKind {
  const { code, text } = error
  if (code === 1050) return error.receivingMs > 0 ? 'slow' : 'silence'
  // 11xx names, 121x dialling, 13xx TLS.
  if ((code >= 1100 && code < 1200) || (code >= 1210 && code < 1220) || (code >= 1300 && code < 1400)) return 'refused'
  // k6 reads no deflate without the wrapper of zlib, and says the same of a body that is none.
  if (code === 1701 && text.includes('zlib: invalid header')) return 'coded'
  if (code === 1701 || code === 1700 || /malformed|Content-Length|chunk|invalid|too large|unsupported/i.test(text))
    return 'broken'
  return 'reset'
}

/**
 * Translates k6's error into a failure. `repeats` is true for GET: Go's client repeats a GET by itself, where a reused connection ended
 * before any byte. So a failure that k6 reports for GET is no close of an idle connection (O12; tried with k6 1.8.1).
 */
export function failureOf(error: K6Error, repeats: boolean): Failure {
  return {
    kind: kindOf(error),
    message: `k6 ${error.code}: ${error.text}`,
    reusedConnection: !repeats && error.connectingMs === 0,
    began: error.receivingMs > 0,
  }
}
