import { oncePer } from '../evidence/once-per.ts'
import type { BodyContext } from '../fixtures/bodies/bases.ts'
import { bodyText } from '../fixtures/bodies/body.ts'
import { filled } from '../fixtures/catalog/routes.ts'
import type { Known } from '../fixtures/target.ts'
import { credentials, secretFor } from './credentials.ts'
import { pathValues } from './identifiers.ts'
import { firstOf, likeId, type Probe } from './probe.ts'
import { seedOf, wordOf } from './words.ts'

/** A request ready to be sent. Besides k6's scripts, only this object holds the value of a key. */
export interface ComposedRequest {
  readonly method: string
  /** Path and query below the origin, percent-encoded, base path included. */
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | null
}

/** A value of a query as on the wire. A low surrogate alone stands for a byte that is no UTF-8: U+DC80 for `%80` to U+DCFF for `%FF`. */
export const encoded = (text: string) =>
  Array.from(text, (one) =>
    one.isWellFormed() ? encodeURIComponent(one) : `%${(one.charCodeAt(0) - 0xdc00).toString(16).toUpperCase()}`,
  ).join('')

function queryText(
  { query }: Probe,
  known: Known,
  secret: readonly (readonly [name: string, value: string])[],
): string {
  const vouched = query.base === 'vouched' ? (known.vouched.detailsQuery ?? '') : ''
  const own = [...query.set, ...secret].map(([name, value]) => `${encodeURIComponent(name)}=${encoded(value)}`)
  const parts = [vouched, ...own].filter((part) => part !== '')
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** The base path of a target, parsed once and not for each request. */
const basePathOf = oncePer(({ baseUrl }: Known) => new URL(baseUrl).pathname.replace(/\/$/, ''))

const contextOf = (probe: Probe, { vouched }: Known, seed: number): BodyContext => ({
  vouched,
  seed: () => seedOf(seed, probe.operation ?? probe.path),
  /** All repetitions of a request have the same word: only so does an idempotencyKey show its effect. */
  unique: () => wordOf(10, seed, likeId(probe, firstOf(probe))),
})

/** Makes the request of a probe. Throws where the settings lack its credential: a plan sends no such probe. */
export function compose(probe: Probe, known: Known, seed: number): ComposedRequest {
  const secret = secretFor(probe.credential, known, seed)
  if (secret === undefined) throw new Error(`no credential for ${probe.credential}`)
  const placed = secret === null ? {} : credentials[probe.credential].place(secret, known)
  const textOf = (nth: number) => pathValues(probe.value, probe.path, known, seed)[nth] ?? ''
  const path = filled(probe.path, (nth) => encodeURIComponent(textOf(nth)))
  const body = bodyText(probe.body, contextOf(probe, known, seed))
  const inQuery = placed.query?.map((name) => [name, secret ?? ''] as const) ?? []
  return {
    method: probe.method,
    target: `${basePathOf(known)}${path}${queryText(probe, known, inQuery)}`,
    headers: [
      ['Accept', 'application/json'],
      ...(body === null ? [] : [['Content-Type', probe.body.contentType ?? 'application/json'] as const]),
      ...known.extraHeaders,
      ...(placed.headers ?? []),
    ],
    body,
  }
}
