import { inconclusive, type Judgement, notExercised, pass, undocumented, violation } from '../../evidence/verdict.ts'
import { shown } from '../../fixtures/catalog/catalog.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { type CheckId, checks } from '../../fixtures/checks.ts'

/** A made-up entry: which check is put to which operation, and what is found where no fault is planted. */
export interface SampleEntry {
  readonly check: CheckId
  readonly sub: string | null
  readonly operation: Operation | null
  readonly otherwise: (random: () => number) => Judgement
}

export type Fault = Judgement

const jsonTypes = ['number', 'boolean', 'array', 'object']
const fields = 'idempotencyKey name title description domain targetUrl selector placement brandName primaryColor'
  .split(' ')
  .concat([
    'revShareEnabled',
    'showBranding',
    'status',
    'options',
    'options[].id',
    'options[].color',
    'config.placement',
  ])
const parameters = ['newest', 'updated', 'nearlive', 'nowlive', 'postlive', 'tournament', 'offset', 'limit']
const once = new Set<string>([
  'limits.code',
  'limits.retry-after',
  'limits.recovers',
  'limits.isolation',
  'load.delivered',
])

/** The made-up plan: every check where it would stand in a real run. */
export function planned(operations: readonly Operation[], extra: number): SampleEntry[] {
  const entries = checks.flatMap(({ id }) =>
    once.has(id)
      ? [entry(id, null, null)]
      : operations.flatMap((operation) => subIds(id, operation).map((sub) => entry(id, sub, operation))),
  )
  const more = Array.from({ length: extra }, (_, index) => {
    const operation = operations[index % operations.length] ?? null
    return entry('request.odd-input', `variant-${Math.floor(index / operations.length)}`, operation)
  })
  return [...entries, ...more]
}

function entry(check: CheckId, sub: string | null, operation: Operation | null): SampleEntry {
  return { check, sub, operation, otherwise: (random) => otherwise(check, operation, random) }
}

/** The sub-ids of a check on an operation; `[]` where it is not put to it. */
function subIds(check: CheckId, operation: Operation): (string | null)[] {
  const { detail, method, path } = operation
  if (check === 'request.field-type') {
    if (detail === 'audience-choice') return jsonTypes.map((type) => `choiceData.selection.${type}`)
    return detail === 'embed-create' ? fields.flatMap((field) => jsonTypes.map((type) => `${field}.${type}`)) : []
  }
  if (check === 'request.query-type') return detail === 'details-list' ? parameters : []
  if (check === 'request.malformed-json') return method === 'POST' || method === 'PUT' ? [null] : []
  if (check === 'auth.open-operation' || check === 'not-found.resource')
    return detail === 'audience-choice' ? [null] : []
  if (check === 'redirect.answer') return path.startsWith('/api/pay/') ? [null] : []
  if (check === 'pagination.limit-offset') return detail === 'details-list' ? [null] : []
  if (check === 'idempotency.observed') return detail === 'embed-create' ? [null] : []
  if (check === 'auth.header-only') return detail !== null && detail !== 'audience-choice' ? [null] : []
  if (/^(envelope|request\.valid|errors\.listed)/.test(check)) return detail === null ? [] : [null]
  return check === 'load.threshold' ? [] : [null]
}

const needs: Partial<Record<CheckId, string>> = {
  'auth.ineligible-account': 'RESTRICTED_ACCOUNT_KEY',
  'auth.ineligible-product': 'RESTRICTED_PRODUCT_KEY',
  'auth.ineligible-permission': 'RESTRICTED_PERMISSION_KEY',
  'auth.ineligible-origin': 'RESTRICTED_ORIGIN',
}

function otherwise(check: CheckId, operation: Operation | null, random: () => number): Judgement {
  const setting = needs[check]
  if (setting !== undefined)
    return notExercised('no-credential', `DEV_${setting} is not set, so nobody could be refused.`)
  if (check === 'auth.missing-credential' && operation?.path.endsWith('/all') && operation.detail === null) {
    return undocumented(
      'open-or-undecided',
      'Answered 200 without a key; which operations require it is not shown (§5.5).',
      {
        observed: '200',
      },
    )
  }
  if (/^(request\.(odd|malformed)|redirect|pagination|idempotency|limits\.isolation)/.test(check)) {
    if (operation === null || !shown.includes(operation.id) || check !== 'request.malformed-json')
      return undocumented('observed', 'Answered where the specification is silent.', {
        observed: '400 invalid_request',
      })
  }
  if (random() < 0.02)
    return inconclusive('control-refused', 'The control was refused with 404, so the broken copy tells nothing.')
  return pass('as-documented', 'The answer agrees with the specification.', {
    expected: 'as documented',
    observed: '200',
  })
}

type Plant = readonly [check: CheckId, where: (operation: Operation) => boolean, fault: Judgement]

const plants: readonly Plant[] = [
  [
    'auth.missing-credential',
    (operation) => operation.id === 'POST /api/vote/embed/create',
    violation('accepted-without-key', 'A request without the key was accepted.', {
      expected: '401 authentication_required',
      observed: '200 with the envelope',
    }),
  ],
  [
    'errors.code',
    (operation) => operation.product === 'Marketing' && operation.path.includes('campaign'),
    violation('code-missing', 'A documented error carries no documented code anywhere in the answer.', {
      expected: '401 with authentication_required',
      observed: '401 with the body {"error":"denied"}',
    }),
  ],
  [
    'errors.server-error',
    (operation) => operation.product === 'Payments' && operation.path.includes('refund/search'),
    violation('server-error', 'Answered with a server error, and again when it was asked once more.', {
      expected: 'no 5xx',
      observed: '500 twice',
    }),
  ],
  [
    'catalog.reachable',
    (operation) => operation.path.includes('subscriptionPlan/get'),
    violation('method-not-allowed', 'The listed method is refused with 405.', {
      expected: 'an answer that unknown routes do not get',
      observed: '405 Method Not Allowed',
    }),
  ],
  [
    'envelope.schema',
    (operation) => operation.detail === 'details-list',
    violation('schema', 'The success does not carry the response envelope: requestId is missing.', {
      expected: 'data.id, data.status, requestId',
      observed: 'data.id, data.status',
    }),
  ],
  [
    'request.field-type',
    (operation) => operation.detail === 'embed-create',
    violation('wrong-type-accepted', 'A member of the wrong JSON type was accepted.', {
      expected: '400 invalid_request',
      observed: '200 with the envelope',
    }),
  ],
]

/** The planted fault that shows here, if it is among the first `count`. */
export function faultAt(
  check: CheckId,
  sub: string | null,
  operation: Operation | null,
  count: number,
): Fault | undefined {
  if (operation === null || (sub !== null && !/revShare|color|postlive/.test(sub))) return undefined
  const index = plants.findIndex(([planted, where]) => planted === check && where(operation))
  return index >= 0 && index < count ? plants[index]?.[2] : undefined
}
