import type { OperationId } from '../../fixtures/catalog/catalog.ts'
import type { Deployment } from '../../fixtures/deployment.ts'
import { ignoring } from '../../fixtures/faults/mending.ts'
import { creatingAnew } from '../../fixtures/faults/observed.ts'
import {
  answering,
  bearing,
  changing,
  type Does,
  planted,
  type When,
  withQuery,
} from '../../fixtures/faults/planting.ts'
import {
  always,
  asks,
  counts,
  created,
  dataOf,
  header,
  invalid,
  json,
  keyed,
  keyless,
  redirects,
  secondRefused,
  sends,
  status,
  succeeds,
  to,
  untyped,
  without,
  withoutHost,
} from './changing.ts'

/** The kinds of change. Name and numbers of a limit are tested in reports/changes/limit-observations.test.ts. */
export const kinds = [
  'status',
  'body',
  'body of an error',
  'media type',
  'notice',
  'protection',
  'refusal',
  'required member',
  'paging',
  'reference',
  'redirect',
  'unknown routes',
] as const

/** A change of behaviour about which the specification is silent. It is no violation, but a night must name it. */
export interface SilentChange {
  readonly kind: (typeof kinds)[number]
  readonly name: string
  /** Null for a change of the answer to unknown routes. */
  readonly operation: OperationId | null
  readonly when: When
  readonly does: Does
}

const get = 'GET /api/events/general/get'
const create = 'POST /api/events/general/create'
const remove = 'POST /api/events/general/delete'
const embed = 'POST /api/vote/embed/create'
const listing = 'GET /api/video/details/all'
const choice = 'POST /api/ads/placement/choice/{placementId}'
const link = 'GET /api/pay/{shortId}'

/** Every kind of silent change that a night must name (docs/nightly.md). */
export const silentChanges: readonly SilentChange[] = [
  {
    kind: 'status',
    name: 'another success status',
    operation: 'GET /api/events/general/all',
    when: keyed,
    does: to(202),
  },
  {
    kind: 'body',
    name: 'no body any more',
    operation: 'GET /api/video/category/all',
    when: keyed,
    does: changing(succeeds, (answer) => ({ ...bearing(answer, null), status: 204 })),
  },
  {
    kind: 'body',
    name: 'one more member',
    operation: 'GET /api/video/channel/all',
    when: keyed,
    does: json((body) => ({ ...body, total: 3 })),
  },
  {
    kind: 'body',
    name: 'a member renamed',
    operation: 'GET /api/video/static/all',
    when: keyed,
    does: json(({ requestId, ...body }) => ({ ...body, traceId: requestId })),
  },
  {
    kind: 'body',
    name: 'a member gone',
    operation: 'GET /api/video/stream/all',
    when: keyed,
    does: json((body) => without(body, 'requestId')),
  },
  {
    kind: 'body',
    name: 'a member of another type',
    operation: 'GET /api/video/subcategory/all',
    when: keyed,
    does: json((body) => ({ ...body, requestId: 17 })),
  },
  {
    kind: 'body',
    name: 'a member deep down of another type',
    operation: 'GET /api/team/category/all',
    when: keyed,
    does: json((body) => ({ ...body, data: { ...dataOf(body), status: true } })),
  },
  {
    kind: 'body',
    name: 'an object that is a list now',
    operation: 'GET /api/team/subcategory/all',
    when: keyed,
    does: json((body) => ({ ...body, data: [dataOf(body)] })),
  },
  {
    kind: 'media type',
    name: 'another media type',
    operation: 'GET /api/team/general/all',
    when: keyed,
    does: header('Content-Type', 'application/vnd.api+json', succeeds),
  },
  {
    kind: 'media type',
    name: 'no media type any more',
    operation: 'GET /api/team/general/all',
    when: keyed,
    does: untyped,
  },
  {
    kind: 'notice',
    name: 'deprecated',
    operation: 'GET /api/incentive/loyalty/all',
    when: keyed,
    does: header('Deprecation', '@1767225600', succeeds),
  },
  {
    kind: 'notice',
    name: 'its sunset announced',
    operation: 'GET /api/incentive/promotion/all',
    when: keyed,
    does: header('Sunset', 'Wed, 31 Dec 2026 23:59:59 GMT', succeeds),
  },
  {
    kind: 'protection',
    name: 'open where it was protected',
    operation: 'GET /api/incentive/reward/all',
    when: keyless,
    does: created,
  },
  {
    kind: 'refusal',
    name: 'another form of refusal',
    operation: 'GET /api/pages/general/all',
    when: keyless,
    does: header('WWW-Authenticate', 'Basic realm="x"', status(401)),
  },
  {
    kind: 'body of an error',
    name: 'one more member in its refusals',
    operation: 'GET /api/pages/leads/all',
    when: keyless,
    does: json((body) => ({ ...body, help: 'https://x' }), status(401)),
  },
  {
    kind: 'status',
    name: 'a long query refused',
    operation: 'GET /api/payment/promotion/all',
    when: asks('notDocumented'),
    does: () => answering(414, { error: 'too long' }),
  },
  {
    kind: 'status',
    name: 'a restricted key refused',
    operation: 'GET /api/ads/bidding/all',
    when: ({ who }) => who === 'RESTRICTED_PERMISSION_KEY',
    does: () => answering(418, { error: 'no' }),
  },
  {
    kind: 'status',
    name: 'another status for a missing resource',
    operation: get,
    when: keyed,
    does: to(410, status(404)),
  },
  {
    kind: 'body of an error',
    name: 'another body for a missing resource',
    operation: get,
    when: keyed,
    does: json((body) => ({ ...body, missing: true }), status(404)),
  },
  {
    kind: 'refusal',
    name: 'an unreadable body refused otherwise',
    operation: create,
    when: ({ json: body, text }) => body === undefined && text !== '',
    does: to(415, status(400)),
  },
  {
    kind: 'refusal',
    name: 'an empty body refused otherwise',
    operation: create,
    when: ({ text, who }) => text === '' && who === 'API_KEY',
    does: () => answering(411, { error: 'no' }),
  },
  {
    kind: 'status',
    name: 'null taken',
    operation: create,
    when: ({ text, who }) => text === 'null' && who === 'API_KEY',
    does: () => answering(200, { data: null }),
  },
  {
    kind: 'refusal',
    name: 'another order of two faults',
    operation: remove,
    when: ({ who, json: body }) => who === 'nobody' && body === undefined,
    does: invalid,
  },
  {
    kind: 'body',
    name: 'one more member of the envelope',
    operation: embed,
    when: keyed,
    does: json((body) => ({ ...body, links: {} })),
  },
  {
    kind: 'required member',
    name: 'a member that is required now',
    operation: embed,
    when: sends((body) => 'title' in body && !('name' in body)),
    does: invalid,
  },
  {
    kind: 'required member',
    name: 'null taken for a member',
    operation: embed,
    when: sends(({ name }) => name === null),
    does: created,
  },
  { kind: 'status', name: 'a second creation refused', operation: embed, when: always, does: secondRefused() },
  { kind: 'reference', name: 'an idempotencyKey forgotten', operation: embed, when: always, does: creatingAnew },
  { kind: 'paging', name: 'a fraction refused', operation: listing, when: asks('limit', '1.5'), does: invalid },
  { kind: 'paging', name: 'zero refused', operation: listing, when: asks('limit', '0'), does: invalid },
  {
    kind: 'body',
    name: 'items in the listing',
    operation: listing,
    when: keyed,
    does: json((body) => ({ ...body, items: [{ id: 'a' }] })),
  },
  {
    kind: 'status',
    name: 'an unknown parameter refused',
    operation: listing,
    when: asks('notDocumented'),
    does: invalid,
  },
  { kind: 'status', name: 'another success status of the choice', operation: choice, when: always, does: to(201) },
  {
    kind: 'status',
    name: 'another status for a missing placement',
    operation: choice,
    when: always,
    does: to(422, status(404)),
  },
  {
    kind: 'redirect',
    name: 'another kind of redirect',
    operation: link,
    when: always,
    does: to(307, status(301, 302, 303, 308)),
  },
  {
    kind: 'redirect',
    name: 'a redirect to another place',
    operation: link,
    when: always,
    does: header('Location', 'https://elsewhere.example/pay', redirects),
  },
  { kind: 'paging', name: 'limit ignored', operation: listing, when: counts('limit'), does: ignoring('limit') },
  { kind: 'paging', name: 'offset ignored', operation: listing, when: counts('offset'), does: ignoring('offset') },
  {
    kind: 'paging',
    name: 'one more than limit says',
    operation: listing,
    when: counts('limit'),
    does: (seen, beneath) =>
      beneath(withQuery(seen, (query) => query.set('limit', String(Number(query.get('limit')) + 1)))),
  },
  {
    kind: 'media type',
    name: 'another media type of refusals',
    operation: 'GET /api/ads/attribution/all',
    when: keyless,
    does: header('Content-Type', 'application/problem+json', status(401)),
  },
  {
    kind: 'body of an error',
    name: 'a member of a refusal of another type',
    operation: 'GET /api/ads/inventory/all',
    when: keyless,
    does: json((body) => ({ ...body, requestId: 17 }), status(401)),
  },
  { kind: 'redirect', name: 'a redirect without the host', operation: link, when: always, does: withoutHost },
  {
    kind: 'required member',
    name: 'another member that is required now',
    operation: embed,
    when: sends((body) => 'name' in body && !('title' in body)),
    does: invalid,
  },
  {
    kind: 'unknown routes',
    name: 'another answer of unknown routes',
    operation: null,
    when: ({ operation }) => operation === null,
    does: () => answering(404, '<h1>Not here</h1>', 'text/html'),
  },
]

/** The deployment with these silent changes, at most one for each operation. */
export function changed(deployment: Deployment, changes: readonly SilentChange[]): Deployment {
  return changes.reduce(
    (beneath, { name, operation, when, does }) => planted(beneath, name, operation, when, does),
    deployment,
  )
}
