import { findingId } from '../evidence/finding.ts'
import { type BodyRecipe, bodyRecipe, type QueryRecipe, queryRecipe } from '../fixtures/bodies/recipe.ts'
import type { Operation } from '../fixtures/catalog/operation.ts'
import { nameIn, nullable, Type, type ValueOf, word } from '../fixtures/schemas/type.ts'
import { type Credential, credentials } from './credentials.ts'
import type { PathValue } from './identifiers.ts'

/**
 * The purpose of a request. Where several checks share a request, the first of their purposes in this order counts.
 *
 * - `odd`: only watched for a server error or silence (O7c)
 * - `left-out`: one documented member is missing; the specification does not show which members are required
 * - `broken`: made to break the documented contract in one place (O7a)
 * - `vouched`: the settings say that this deployment accepts it (O6a)
 * - `valid`: the specification itself makes it valid (O6a)
 * - `control`: meant to succeed, so that a broken copy can be compared with it (O6)
 * - `plain`: asks whether the operation is there, and whom it serves
 * - `unknown-route`: asks a path where nobody lists an operation (O1)
 * - `witness`: OPTIONS without a key, which asks about a path and not for its operation (O1)
 * - `clean-up`: undoes what the run created; never judged
 */
const purposes = [
  'odd',
  'left-out',
  'broken',
  'vouched',
  'valid',
  'control',
  'plain',
  'unknown-route',
  'witness',
  'clean-up',
] as const
export type Purpose = (typeof purposes)[number]

/** A request as canonical data, before it has an id. */
const requestFacts = Type.Object({
  /** The listed operation, or null for an unknown route. */
  operation: nullable(Type.String()),
  method: Type.String(),
  /** Template of the operation, or the whole path of an unknown route. */
  path: Type.String(),
  credential: nameIn<Credential>(credentials),
  value: word<PathValue>(),
  query: queryRecipe,
  body: bodyRecipe,
  /** 0, or which repetition of the same request (O2e). */
  nth: Type.Integer({ minimum: 0 }),
  purpose: word<Purpose>(),
  /** For an unknown route: the group of listed operations beside it, or the operation whose address it writes in another way. */
  group: Type.Optional(Type.String()),
})
export type RequestFacts = ValueOf<typeof requestFacts>

/** The group of probes that write an operation's address in another way (O2e). */
export const writtenOtherwiseGroup = (operation: string | null): string => `as ${operation}`

/** A request as canonical data: no host, no key, no bytes. Checks that ask the same share one probe. */
export const probeSchema = Type.Object({
  /** 12 hex digits, made from what is sent and not from its purpose. */
  id: Type.String(),
  ...requestFacts.properties,
})
export type Probe = ValueOf<typeof probeSchema>

/** What a check may set in a probe of a listed operation. The rest has the plainest values. */
export type Particulars = Partial<Omit<RequestFacts, 'operation' | 'method' | 'path' | 'group'>>

/** Shared objects: a plan has tens of thousands of probes. */
const noQuery: QueryRecipe = { base: 'none', set: [] }
const noBody: BodyRecipe = { base: 'none' }
const emptyObject: BodyRecipe = { base: 'empty-object' }

export function probe({ id, method, path }: Operation, particulars: Particulars = {}): Probe {
  const body = takesBody({ method }) ? emptyObject : noBody
  return probeOf({ operation: id, method, path, body, purpose: 'plain', ...particulars })
}

/** The probe of a request without a key, a query or a body, as far as nothing else is said. */
export function probeOf({
  operation,
  method,
  path,
  ...rest
}: Pick<RequestFacts, 'operation' | 'method' | 'path' | 'purpose'> & Partial<RequestFacts>): Probe {
  const plainest = { credential: 'none', value: 'known', query: noQuery, body: noBody, nth: 0 } as const
  return identified({ operation, method, path, ...plainest, ...rest })
}

/** The id of a request: equal for equal requests, whichever check asks and whatever the purpose. */
function probeId({ operation, method, path, credential, value, query, body, nth }: RequestFacts): string {
  return findingId(JSON.stringify([operation, method, path, credential, value, query, body, nth]), null)
}

export function identified(request: RequestFacts): Probe {
  return { ...request, id: probeId(request) }
}

/** Numbers of repetitions that have a reason of their own; all others count from 1. */
export const repetitions = {
  /** The probe without a key, or with the very same, asked after an invalid key was refused otherwise than with 401. */
  sinceWrongKey: 50,
  /** The plain listing, asked after the key was refused under a header name in lower case. */
  sinceLowerCase: 60,
  /** Another credential's request with the very body of the eligible key's, its idempotencyKey included. */
  kept: 70,
  /** Another body of the eligible key's with the idempotencyKey of the first (O7c). */
  changedSince: 80,
} as const

/** True for the methods that bring a body: POST and PUT. */
export function takesBody({ method }: { readonly method: string }): boolean {
  return method === 'POST' || method === 'PUT'
}

/** True where the service may answer with what it kept of the eligible key's request (O2a, O4a). */
export const isOfKept = ({ nth }: Pick<Probe, 'nth'>): boolean => nth === repetitions.kept

/** The request whose words a request repeats: its first, but for a body that was changed since. */
export function firstOf({ nth, body: { base } }: Probe): Partial<RequestFacts> {
  if (nth === repetitions.kept) return { nth: 0, credential: 'eligible' }
  return nth === repetitions.changedSince ? { nth: 0, body: { base } } : { nth: 0 }
}

/** The id of the same request with these differences: finds its control, or the same request of another credential. */
export function likeId(request: Probe, particulars: Particulars): string {
  return probeId({ ...request, ...particulars })
}

/** True where an answer is only watched for a server error or silence. */
export function isWatched({ purpose }: Pick<Probe, 'purpose'>): boolean {
  return purpose === 'odd' || purpose === 'left-out'
}

/** Purposes of requests that any client may send. */
const usual: ReadonlySet<Purpose> = new Set(['vouched', 'valid', 'control', 'plain'])

/** True for a request that is odd in its query, headers or body, or broken on purpose. */
export function isUnusual({ purpose, body, credential }: Pick<Probe, 'purpose' | 'body' | 'credential'>): boolean {
  const { kind, isOdd = false } = credentials[credential]
  return !usual.has(purpose) || body.contentType !== undefined || kind === 'elsewhere' || isOdd
}

/** The kind of a probe: listed and unlisted routes are compared by it (O1). */
export const kindOf = ({ credential, body }: Probe): string => `${credential} ${body.base}`

/** The purpose that counts for a request with two purposes: the earlier one in the list. */
export function graverPurpose(one: Purpose, other: Purpose): Purpose {
  return purposes.indexOf(one) < purposes.indexOf(other) ? one : other
}
