import { encoded } from '../../contracts/compose.ts'
import type { Probe } from '../../contracts/probe.ts'
import type { Exchange, Failure, FailureKind, HeaderLine } from '../../evidence/exchange.ts'
import { codeFor, keyHeader } from '../../fixtures/errors.ts'

/** An attempt in detail, for more than a status and a code. */
export interface AttemptDetail {
  readonly status?: number
  readonly headers?: readonly HeaderLine[]
  readonly type?: string | null
  readonly json?: unknown
  readonly text?: string | null
  readonly bytes?: number
  readonly cut?: boolean
  readonly validity?: 'valid' | 'invalid'
  readonly codes?: readonly string[]
  readonly failure?: Partial<Failure> & { readonly kind: FailureKind }
  readonly startedAt?: number
  /** The body of the request. */
  readonly sent?: string
  readonly endMs?: number
}

/**
 * One attempt in few words. `404` is that status with its documented code (2xx: with the envelope), `'404 word'` with another
 * code, `'404 -'` without one. `'reset'` is a failure on a fresh connection.
 */
export type Attempt = number | `${number} ${string}` | FailureKind | AttemptDetail

/** All attempts of a probe; an empty list for a probe that was not sent. */
export type ProbeReply = Attempt | readonly Attempt[]

export const envelope = { data: { id: 'e-1', status: 'draft' }, requestId: 'r-1' }
const epoch = Date.UTC(2026, 10, 21)
const words = /^(\d+) (.*)$/

function detailOf(attempt: Attempt): AttemptDetail {
  if (typeof attempt === 'object') return attempt
  if (typeof attempt === 'number') {
    const code = codeFor(attempt)
    if (attempt < 300) return { status: attempt, json: envelope }
    return { status: attempt, json: code === null ? { message: 'no' } : { code, message: 'no' } }
  }
  const [, status, code] = words.exec(attempt) ?? []
  if (status === undefined) return { failure: { kind: attempt as FailureKind } }
  return { status: Number(status), json: code === '-' ? { message: 'no' } : { code, message: 'no' } }
}

/** A refusal with the envelope behind it, as where a guard of Go refuses and does not return. */
export function refusedAndServed(status: number): AttemptDetail {
  const text = [{ code: codeFor(status) }, envelope].map((value) => JSON.stringify(value)).join('\n')
  return { status, text, type: 'text/plain' }
}

function responseOf({
  status,
  headers = [],
  json,
  type,
  cut = false,
  validity,
  codes,
  ...detail
}: AttemptDetail): Exchange['response'] {
  if (status === undefined) return null
  const text = detail.text === undefined ? (json === undefined ? '' : JSON.stringify(json)) : detail.text
  const mediaType = type === undefined ? (text === '' ? null : 'application/json') : type
  const label: HeaderLine[] = mediaType === null ? [] : [['Content-Type', mediaType]]
  const body = {
    text,
    bytes: detail.bytes ?? text?.length ?? 4,
    cut,
    ...(validity === undefined ? {} : { json: validity }),
    ...(codes === undefined ? {} : { codes }),
  }
  return { status, headers: [...label, ...headers], body }
}

/** The exchanges of a probe's attempts, a second apart. */
export function exchangesFor(probe: Probe, reply: ProbeReply): readonly Exchange[] {
  const attempts = Array.isArray(reply) ? (reply as readonly Attempt[]) : [reply as Attempt]
  const value = probe.value === 'known' ? 'known-7' : `${probe.value}-q`
  const vouched = probe.query.base === 'vouched' ? ['limit=3'] : []
  const query = [...vouched, ...probe.query.set.map(([name, text]) => `${name}=${encoded(text)}`)].join('&')
  const target = `${probe.path.replace(/\{\w+\}/, value)}${query === '' ? '' : `?${query}`}`
  const headers: readonly HeaderLine[] = probe.credential === 'none' ? [] : [[keyHeader, '[redacted]']]
  return attempts.map((attempt, index): Exchange => {
    const detail = detailOf(attempt)
    const failure = { message: 'it ended', reusedConnection: false, began: false }
    return {
      id: `${probe.id}.${index + 1}`,
      probe: probe.id,
      attempt: index + 1,
      source: 'contracts',
      operation: probe.operation,
      request: {
        method: probe.method,
        target,
        headers,
        body: probe.body.base === 'none' ? null : (detail.sent ?? '{}'),
      },
      response: responseOf(detail),
      failure: detail.failure === undefined ? null : { ...failure, ...detail.failure },
      startedAt: detail.startedAt ?? epoch + index * 1000,
      headMs: detail.status === undefined ? null : 5,
      endMs: detail.endMs ?? 9,
    }
  })
}
