import { findingId } from '../evidence/finding.ts'
import type { BodyRecipe, QueryRecipe } from '../fixtures/bodies/recipe.ts'
import type { Operation } from '../fixtures/catalog/operation.ts'
import type { Credential } from './credentials.ts'
import type { PathValue } from './identifiers.ts'

/**
 * What a request is for; where several checks share one, the first of these that any of them has.
 *
 * - `odd`: only watched for a server error or silence (O7c)
 * - `left-out`: one documented member is missing; which are required is not shown
 * - `broken`: made to break the documented contract in one place (O7a)
 * - `vouched`: the settings say that this deployment accepts it (O6a)
 * - `valid`: the specification itself makes it valid (O6a)
 * - `control`: meant to succeed, so that a broken copy can be held against it (O6)
 * - `plain`: asks whether the operation is there, and whom it serves
 * - `unknown-route`: goes where nobody lists an operation (O1)
 * - `witness`: OPTIONS without a key, which asks for a path and not for its operation (O1)
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
export interface RequestFacts {
  /** The listed operation, or null for an unknown route. */
  readonly operation: string | null
  readonly method: string
  /** Template of the operation, or the whole path of an unknown route. */
  readonly path: string
  readonly credential: Credential
  readonly value: PathValue
  readonly query: QueryRecipe
  readonly body: BodyRecipe
  /** 0, or which repetition of the same request (O2e). */
  readonly nth: number
  readonly purpose: Purpose
  /** For an unknown route: the group of listed operations that it stands beside, or whose address it is in another writing. */
  readonly group?: string
}

/** The group of what is asked at an operation's address in another writing (O2e). */
export const writtenOtherwiseGroup = (operation: string | null): string => `as ${operation}`

/** A request as canonical data: no host, no key, no bytes. Two checks that ask the same share one. */
export interface Probe extends RequestFacts {
  /** 12 hex digits of what is sent, whatever for. */
  readonly id: string
}

/** What may be said of a probe of a listed operation; what is left out is the plainest. */
export type Particulars = Partial<Omit<RequestFacts, 'operation' | 'method' | 'path' | 'group'>>

/** One of each: a plan has tens of thousands of probes. */
const noQuery: QueryRecipe = { base: 'none', set: [] }
const noBody: BodyRecipe = { base: 'none' }
const emptyObject: BodyRecipe = { base: 'empty-object' }
const plainBodies = { GET: noBody, DELETE: noBody, POST: emptyObject, PUT: emptyObject } as const

export function probe(operation: Operation, particulars: Particulars = {}): Probe {
  return identified({
    operation: operation.id,
    method: operation.method,
    path: operation.path,
    credential: 'none',
    value: 'known',
    query: noQuery,
    body: plainBodies[operation.method],
    nth: 0,
    purpose: 'plain',
    ...particulars,
  })
}

/** The id of a request: the same for the same bytes, whoever asks for them and why. */
function probeId({ operation, method, path, credential, value, query, body, nth }: RequestFacts): string {
  return findingId(JSON.stringify([operation, method, path, credential, value, query, body, nth]), null)
}

export function identified(request: RequestFacts): Probe {
  return { ...request, id: probeId(request) }
}

/** Numbers of repetitions that have a reason of their own; all others count from 1. */
export const repetitions = {
  /** A question without a key, asked once a wrong one was refused otherwise than with 401. */
  sinceWrongKey: 50,
  /** The plain listing, asked once the key was refused in another writing of its header. */
  sinceLowerCase: 60,
  /** A request of somebody else with the very bytes of the eligible key's body, its idempotencyKey included. */
  kept: 70,
} as const

/** True for what brings a body: POST and PUT. */
export function takesBody({ method }: { readonly method: string }): boolean {
  return method === 'POST' || method === 'PUT'
}

/** True where what was kept of the eligible key's request may answer (O2a, O4a). */
export function isOfKept({ nth }: Pick<Probe, 'nth'>): boolean {
  return nth === repetitions.kept
}

/** The id of the same request with something else about it: finds its control, or what another credential got. */
export function likeId(request: Probe, particulars: Particulars): string {
  return probeId({ ...request, ...particulars })
}

/** True where an answer is only watched for a server error or silence. */
export function isWatched({ purpose }: Pick<Probe, 'purpose'>): boolean {
  return purpose === 'odd' || purpose === 'left-out'
}

/** The kind of a probe: listed and unlisted routes are compared by it (O1). */
export function kindOf({ credential, body }: Probe): string {
  return `${credential} ${body.base}`
}

/** The graver of two purposes of one request. */
export function graverPurpose(one: Purpose, other: Purpose): Purpose {
  return purposes.indexOf(one) < purposes.indexOf(other) ? one : other
}
