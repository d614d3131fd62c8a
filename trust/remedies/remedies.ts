import { factsOf } from '../../contracts/facts.ts'
import { makePlan } from '../../contracts/planning/make-plan.ts'
import type { Finding } from '../../evidence/finding.ts'
import { detailed } from '../../fixtures/catalog/catalog.ts'
import type { Deployment } from '../../fixtures/deployment.ts'
import { keyHeader } from '../../fixtures/errors.ts'
import { withHeader } from '../../fixtures/faults/planting.ts'
import { see } from '../../fixtures/faults/seen.ts'
import { judgeLoad } from '../../load/judge.ts'
import type { LoadRecord } from '../../load/record.ts'
import { readKnown } from '../../run/settings/settings.ts'
import {
  type FabricatedExchange,
  fabricate,
  fabricatedCode,
  loadRecord,
  processRecord,
  rateRecord,
  scenarioRecord,
  times,
} from '../fabricated/load.ts'
import { everything } from '../matrix/contract-run.ts'
import { followed, type Remedied, type Remedy, refusal, right, serving } from './remedy.ts'

const listing = detailed['details-list']
const create = detailed['embed-create']
const choice = detailed['audience-choice']
const strange = 'pk_svc_of_another_environment_0000'
const ineligible = right['RESTRICTED_ACCOUNT_KEY'] ?? ''

/** Services that serve one operation only for the requests that our settings vouch for, known by a word in them. */
const vouchedFor = {
  [listing]: serving(listing, ({ query }) => query.get('limit') === '5', 404, 'not_found'),
  [create]: serving(create, ({ text }) => text.includes('Halftime vote'), 400, 'invalid_request'),
  [choice]: serving(choice, ({ text }) => text.includes('"selection":"a"'), 400, 'invalid_request'),
}
/** Serves the choice likewise, but refuses with a code of its own, so that no refusal can be told from another. */
const ownCode = serving(choice, ({ text }) => text.includes('"selection":"a"'), 409, 'conflict')
const notSet = { VALID_EMBED_BODY: undefined, VALID_CHOICE_BODY: undefined, VALID_DETAILS_QUERY: undefined }
const without = (name: keyof typeof notSet) => ({ [name]: notSet[name] })

/** Serves an operation likewise, but with a 422, which is not documented, in place of each 400. */
const refusingOtherwise = (operation: typeof create | typeof choice) => (service: Deployment) =>
  vouchedFor[operation]({
    ...service,
    handle: async (request) => {
      const reply = await service.handle(request)
      const isOther = reply.kind === 'answer' && reply.status === 400
      return isOther && see(request, service.settings).operation?.id === operation ? refusal(422, 'odd') : reply
    },
  })

/** The finding of a declared clean-up by an operation: planned, or the cause that bars it. */
function undoing(operation: string) {
  const cleanUp = { created: create, operation, body: { id: '{id}' } }
  const known = { ...readKnown({ BASE_URL: 'http://127.0.0.1:1', ...right }, 'production'), cleanUps: [cleanUp] }
  const { cleanUps } = makePlan(everything, factsOf(known, 'gate', 'full', 7), known)
  const barred = cleanUps[0]?.barred ?? null
  return {
    id: create,
    cause: barred === null ? ('accepted' as const) : barred.cause,
    verdict: barred === null ? ('pass' as const) : ('not-exercised' as const),
  }
}

/** Refuses the strange key on the listing. Everywhere else, that key counts as the eligible one. */
function ofTwoEnvironments(service: Deployment): Deployment {
  const eligible = right['API_KEY'] ?? ''
  return {
    ...service,
    handle: async (request) => {
      const { key, operation } = see(request, service.settings)
      if (key !== strange) return service.handle(request)
      if (operation?.id === listing) return refusal(401, 'authentication_required')
      return service.handle(withHeader(request, keyHeader, eligible))
    },
  }
}

/** Serves the strange key 25 times as if it were the eligible one, then refuses it everywhere. */
function revoking(service: Deployment): Deployment {
  const eligible = right['API_KEY'] ?? ''
  let served = 0
  return {
    ...service,
    handle: async (request) => {
      const { key } = see(request, service.settings)
      if (key !== strange || ++served > 25) return service.handle(request)
      return service.handle(withHeader(request, keyHeader, eligible))
    },
  }
}

/** Serves all operations below `/v2`, and redirects every other request there. */
function movedTo(service: Deployment): Deployment {
  return {
    ...service,
    handle: async (request) =>
      request.target.startsWith('/v2/')
        ? service.handle({ ...request, target: request.target.slice('/v2'.length) })
        : { kind: 'answer', status: 301, headers: [['Location', `/v2${request.target}`]], body: null },
  }
}

function load(rows: readonly FabricatedExchange[], check: string, record: Partial<LoadRecord>): Finding {
  const { findings } = judgeLoad(loadRecord(record), fabricate(rows), fabricatedCode)
  const found = findings.find((one) => one.check === check)
  if (found === undefined) throw new Error(`no finding of ${check}`)
  return found
}

const rest = times(2, { phase: 'rest' })
const refused = [...rest, ...times(8, {}), ...times(8, { status: 429, retryAfter: '2' })]
const again: FabricatedExchange = { phase: 'recovery', told: 2000, waited: 3010, status: 429 }
const reads = [{ id: listing, product: 'Livestream', method: 'GET', path: '/api/video/details/all' }] as never
const slow = times(120, { phase: 'turn', scenario: 'average', duration: 300 }).map((row, turn) => ({
  ...row,
  turn,
  operation: listing,
}))
const average = (limit: number) =>
  load(slow, 'load.threshold:average.*.p95', {
    reads,
    scenarios: [rateRecord('average', reads, slow)],
    thresholds: [{ scenario: 'average', product: '*', metric: 'p95', limit }] as LoadRecord['thresholds'],
  })

/** For every cause that names settings: the findings before and after a reader changes them. */
export const remedies: Readonly<Record<Remedied, readonly Remedy[]>> = {
  excluded: [followed({ operation: listing, check: 'request.valid' }, { EXCLUDE_OPERATIONS: listing })],
  'no-key': [followed({ operation: listing, check: 'request.valid' }, { API_KEY: undefined })],
  'no-restricted-account': [
    followed({ operation: listing, check: 'auth.ineligible-account' }, { RESTRICTED_ACCOUNT_KEY: undefined }),
  ],
  'no-restricted-product': [
    followed({ operation: listing, check: 'auth.ineligible-product' }, { RESTRICTED_PRODUCT_KEY: undefined }),
  ],
  'no-restricted-products': [
    followed({ operation: listing, check: 'auth.ineligible-product' }, { RESTRICTED_PRODUCTS: undefined }),
  ],
  'not-restricted': [
    followed({ operation: listing, check: 'auth.ineligible-product' }, { RESTRICTED_PRODUCTS: 'Teams' }),
  ],
  'no-restricted-permission': [
    followed({ operation: listing, check: 'auth.ineligible-permission' }, { RESTRICTED_PERMISSION_KEY: undefined }),
  ],
  'no-restricted-origin': [
    followed({ operation: listing, check: 'auth.ineligible-origin' }, { RESTRICTED_ORIGIN: undefined }),
  ],
  'no-known-placement': [followed({ operation: choice, check: 'request.valid' }, { KNOWN_PLACEMENT_ID: undefined })],
  'known-not-found': [
    followed({ operation: choice, check: 'request.valid' }, { KNOWN_PLACEMENT_ID: 'plc_nobody-knows' }),
  ],
  'effect-not-allowed': [
    followed(
      { operation: 'POST /api/payment/subscription/pause', check: 'request.odd-input' },
      { ALLOW_EFFECTS: undefined },
    ),
  ],
  'own-credential-refused': [
    followed({ operation: listing, check: 'request.valid', isWide: true }, { API_KEY: strange }),
  ],
  'own-credential-revoked': [
    followed(
      { operation: create, check: 'request.field-type:config.selector', on: revoking, isWide: true },
      { API_KEY: strange },
    ),
  ],
  'eligible-key-not-authorized': [
    followed({ operation: listing, check: 'request.valid', isWide: true }, { API_KEY: ineligible }),
  ],
  'eligible-key-refused': [
    followed({ operation: listing, check: 'request.valid', on: ofTwoEnvironments, isWide: true }, { API_KEY: strange }),
  ],
  'all-redirected': [
    followed(
      { operation: listing, check: 'errors.listed', on: movedTo, isWide: true },
      { BASE_URL: 'http://127.0.0.1:1' },
      { BASE_URL: 'http://127.0.0.1:1/v2' },
    ),
  ],
  'vouched-refused': [
    followed({ operation: listing, check: 'request.valid' }, { VALID_DETAILS_QUERY: 'limit=word' }),
    followed({ operation: create, check: 'request.valid' }, { VALID_EMBED_BODY: '{"name":7}' }),
    followed({ operation: choice, check: 'request.valid' }, { VALID_CHOICE_BODY: '{"choiceData":7}' }),
  ],
  'not-accepted': [
    followed({ operation: listing, check: 'request.valid', on: vouchedFor[listing] }, without('VALID_DETAILS_QUERY')),
    followed({ operation: create, check: 'request.valid', on: vouchedFor[create] }, without('VALID_EMBED_BODY')),
    followed({ operation: choice, check: 'request.valid', on: ownCode }, without('VALID_CHOICE_BODY')),
  ],
  'no-success': [
    followed({ operation: listing, check: 'envelope.status', on: vouchedFor[listing] }, without('VALID_DETAILS_QUERY')),
    followed({ operation: create, check: 'envelope.status', on: vouchedFor[create] }, without('VALID_EMBED_BODY')),
    followed({ operation: choice, check: 'envelope.status', on: vouchedFor[choice] }, without('VALID_CHOICE_BODY')),
  ],
  'control-refused': [
    followed(
      { operation: create, check: 'request.field-type:name', on: vouchedFor[create] },
      without('VALID_EMBED_BODY'),
    ),
    followed(
      { operation: choice, check: 'request.field-type:choiceData', on: vouchedFor[choice] },
      without('VALID_CHOICE_BODY'),
    ),
  ],
  'no-control': [
    followed(
      { operation: create, check: 'request.field-type:name', on: refusingOtherwise(create) },
      without('VALID_EMBED_BODY'),
    ),
    followed(
      { operation: choice, check: 'request.field-type:choiceData', on: refusingOtherwise(choice) },
      without('VALID_CHOICE_BODY'),
    ),
  ],
  'no-operation': [
    {
      operation: create,
      follows: ['CATALOG_EXTENSION'],
      before: () => undoing('POST /api/vote/embed/undo'),
      after: () => undoing('POST /api/vote/embed/delete'),
    },
  ],
  'key-refused': [
    {
      operation: listing,
      follows: ['LOAD_API_KEY'],
      before: () =>
        load(times(2, { phase: 'rest', status: 401 }), 'load.delivered:limits', {
          scenarios: [
            scenarioRecord({
              trials: { kind: 'denied', askedMs: null },
              processes: [processRecord({ counted: { requests: 2, dropped: 0 } })],
            }),
          ],
        }),
      after: () =>
        load(rest, 'load.delivered:limits', {
          scenarios: [scenarioRecord({ processes: [processRecord({ counted: { requests: 2, dropped: 0 } })] })],
        }),
    },
  ],
  'key-not-quiet': [
    {
      operation: listing,
      follows: ['LOAD_API_KEY'],
      before: () => load([...refused, ...times(3, again)], 'limits.recovers', { quietKey: false }),
      after: () => load([...refused, ...times(3, again)], 'limits.recovers', { quietKey: true }),
    },
  ],
  exceeded: [{ operation: null, follows: ['LOAD_THRESHOLDS'], before: () => average(100), after: () => average(400) }],
  'not-started': [
    {
      operation: null,
      follows: ['K6_BIN'],
      before: () =>
        load([], 'load.delivered:limits', {
          scenarios: [scenarioRecord({ processes: [processRecord({ endedBy: 'failed', counted: null })] })],
        }),
      after: () => load([], 'load.delivered:limits', {}),
    },
  ],
}
