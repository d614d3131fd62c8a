import { findingId } from '../evidence/finding.ts'
import type { BodyRecipe, QueryRecipe } from '../fixtures/bodies/recipe.ts'
import type { Operation } from '../fixtures/catalog/operation.ts'

/** O2c: the forms of an invalid key. Those from `middle-changed` on are made from the eligible one. */
export const invalidForms = [
  'random',
  'empty',
  'blanks',
  'long',
  'middle-changed',
  'last-left-out',
  'appended',
  'case-changed',
  'very-long',
] as const
export type InvalidForm = (typeof invalidForms)[number]

/** O2d: other places where the key does not count. `authorization` says Bearer, the next one no scheme at all. */
export const otherPlaces = [
  'query',
  'authorization',
  'authorization-alone',
  'authorization-basic',
  'other-header',
] as const
type OtherPlace = (typeof otherPlaces)[number]

/** What is sent to authenticate. `ineligible-origin` is the eligible key with the restricted Origin. */
export type Credential =
  | 'none'
  | 'eligible'
  | `invalid:${InvalidForm}`
  | `elsewhere:${OtherPlace}`
  | 'restricted-account'
  | 'restricted-product'
  | 'restricted-permission'
  | 'ineligible-origin'

/** Values of path parameters: a known one, one of three made up in the form of the known one, or an odd one. */
export type PathValue = 'known' | 'made-up-1' | 'made-up-2' | 'made-up-3' | `odd-${string}`

/** What a probe asks, before it has an id. */
export interface Asking {
  /** The listed operation, or null for a route that nobody lists. */
  readonly operation: string | null
  readonly method: string
  /** Template of the operation, or the whole path of an unlisted route. */
  readonly path: string
  readonly credential: Credential
  readonly value: PathValue
  readonly query: QueryRecipe
  readonly body: BodyRecipe
  /** 0, or which of several askings of the same (O2e). */
  readonly nth: number
  /** For an unlisted route: the group of listed ones that it stands beside. */
  readonly group?: string
}

/** A request as canonical data: no host, no key, no bytes. Two checks that ask the same share one. */
export interface Probe extends Asking {
  /** 12 hex digits of what is asked. */
  readonly id: string
}

/** The class of a credential that may be limited on its own: whoever sends none or an invalid one is nobody. */
export function holderOf(credential: Credential): string {
  if (credential === 'none' || credential.startsWith('invalid:') || credential.startsWith('elsewhere:')) return 'nobody'
  return credential === 'ineligible-origin' ? 'eligible' : credential
}

const plainBodies = { GET: 'none', DELETE: 'none', POST: 'empty-object', PUT: 'empty-object' } as const

/** A probe of a listed operation; what is left out is the plainest. */
export function probe(
  operation: Operation,
  asking: Partial<Omit<Asking, 'operation' | 'method' | 'path'>> = {},
): Probe {
  return identified({
    operation: operation.id,
    method: operation.method,
    path: operation.path,
    credential: 'none',
    value: 'known',
    query: { base: 'none', set: [] },
    body: { base: plainBodies[operation.method] },
    nth: 0,
    ...asking,
  })
}

/** Gives an asking its id. */
export function identified(asking: Asking): Probe {
  const { operation, method, path, credential, value, query, body, nth } = asking
  const canonical = JSON.stringify([operation, method, path, credential, value, query, body, nth])
  return { ...asking, id: findingId(canonical, null) }
}

/** The words for a probe, in plans and messages: never a secret, since a probe holds none. */
export function describeProbe({ method, path, credential, value, query, body, nth }: Probe): string {
  const parts = [`${method} ${path}`, `key ${credential}`]
  if (path.includes('{')) parts.push(`id ${value}`)
  if (query.base !== 'none' || query.set.length > 0) {
    parts.push(`query ${[query.base, ...query.set.map(([name, text]) => `${name}=${text.slice(0, 20)}`)].join('&')}`)
  }
  if (body.base !== 'none') {
    const change = body.change === undefined ? '' : ` with ${body.change.path} ${body.change.to}`
    parts.push(`body ${body.base}${change}${body.contentType === undefined ? '' : ` as ${body.contentType}`}`)
  }
  if (nth > 0) parts.push(`again ${nth}`)
  return parts.join(', ')
}
