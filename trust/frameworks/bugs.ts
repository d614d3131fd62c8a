import { catalogue } from '../../fixtures/catalog/catalog.ts'

/** A bug that real teams ship. A deployment has it when it is started with its name. */
export interface Bug {
  /** The mistake of the team. */
  readonly summary: string
  /** On each of the operations, one of these checks must end in a violation. */
  readonly checks: readonly string[]
  readonly operations: readonly string[]
  /** True for a further operation that may suffer from the bug: a violation on any other is a stray. */
  readonly reaches: (operation: string) => boolean
  /** Why the suite cannot know the bug, and the statement that leaves it open. Then no violation may be found. */
  readonly open?: string
  /** The exit code that shows the bug, in place of a violation. */
  readonly exit?: 2
}

const create = 'POST /api/vote/embed/create'
const listing = 'GET /api/video/details/all'
const choice = 'POST /api/ads/placement/choice/{placementId}'
const shown = [create, listing]

const everywhere = () => true
const within = (product: string) => {
  const own = new Set<string>(catalogue.filter((row) => row.product === product).map(({ id }) => id))
  return (operation: string) => own.has(operation)
}

const on = (
  operations: readonly string[],
  checks: readonly string[],
  summary: string,
  reaches = only(operations),
): Bug => ({ summary, checks, operations, reaches })
const only = (operations: readonly string[]) => (operation: string) => operations.includes(operation)
const open = (summary: string, why: string): Bug => ({
  summary,
  checks: [],
  operations: [],
  reaches: () => false,
  open: why,
})

const gone = (operations: readonly string[], summary: string) => on(operations, ['catalog.reachable'], summary)
const loyalty = catalogue.filter((row) => row.product === 'Loyalty').map(({ id }) => id)
const camelCased = catalogue.filter(({ path }) => path.startsWith('/api/payment/subscriptionPlan/')).map(({ id }) => id)

const requestChecks = ['request.field-type', 'request.malformed-json', 'errors.listed', 'errors.code']

/** All bugs by name. The deployments use the same names. */
export const bugs = {
  'route-missing': gone(['GET /api/team/category/all'], 'a route was forgotten'),
  'write-route-missing': gone(['POST /api/marketing/template/create'], 'a route that creates was forgotten'),
  'update-route-missing': gone(['PUT /api/events/general/update'], 'a route that names one resource was forgotten'),
  'router-missing': gone(loyalty, 'the router of a product was never mounted'),
  'wrong-method': gone(['PUT /api/pages/general/update'], 'PATCH was registered where PUT is listed'),
  'wrong-casing': gone(['GET /api/payment/subscriptionPlan/getFeatures'], 'a path was registered in lower case'),
  'gateway-casing': gone(camelCased, 'the gateway lets only the lower-case spelling of subscription plans through'),
  'gateway-forgets': on(
    loyalty,
    ['catalog.reachable', 'errors.server-error'],
    'the gateway lets a product through to nobody',
    within('Loyalty'),
  ),
  'redirected-everywhere': {
    summary: 'the gateway sends everything to another origin',
    checks: [],
    operations: [],
    reaches: () => false,
    exit: 2,
  },
  'key-dropped': on(
    [listing],
    ['auth.missing-credential', 'errors.listed', 'envelope.status', 'request.valid'],
    'the gateway takes the key away from Livestream',
    within('Livestream'),
  ),
  'warning-in-front': on([create], ['envelope.schema', 'json.media-type'], 'a warning stands in front of the JSON'),
  'slash-on-create': on(
    [create],
    ['errors.listed', 'auth.missing-credential', 'catalog.reachable'],
    'embed creation was registered with a slash at its end',
  ),
  'slash-on-listing': on(
    [listing],
    ['errors.listed', 'auth.missing-credential', 'catalog.reachable'],
    'the details listing was registered with a slash at its end',
  ),
  'open-embeds': on([create], ['auth.missing-credential'], 'the router of Embeds asks for no key', within('Embeds')),
  'open-team': open('the router of Teams asks for no key', '§5.5: which operations require the key is not shown'),
  'auth-goes-on': on(
    [create],
    ['auth.missing-credential', 'auth.invalid-credential', 'json.media-type'],
    'the handler runs on after the refusal, and both bodies are sent',
    everywhere,
  ),
  'plain-text': open(
    'JSON is sent as text/plain',
    '§7 and §2 show no media type of an answer; what is valid JSON is observed',
  ),
  'auth-after-validation': open(
    'the key is looked at after the request',
    '§7 names no order of errors; an otherwise valid request gets 401 (§5.2)',
  ),
  'validation-422': on(
    [create],
    requestChecks,
    'a wrong request gets 422, as the framework has it',
    only([...shown, choice]),
  ),
  'native-errors': on(
    [create],
    [...requestChecks, 'auth.missing-credential', 'auth.invalid-credential'],
    'errors leave in the framework’s own shape, without the code',
    everywhere,
  ),
  'native-query-errors': on(
    [listing],
    ['request.query-type', 'errors.code'],
    'a wrong query gets the framework’s own 400, without the code',
  ),
  'coerced-types': on(
    [create],
    ['request.field-type'],
    'scalars are taken for one another, as the framework has it',
    only([...shown, choice]),
  ),
  'crash-on-null': on(
    [create],
    ['errors.server-error', 'request.odd-input', 'http.completes'],
    'null in place of an object crashes the handler',
  ),
  'created-201': on([create], ['envelope.status'], 'embed creation answers 201'),
  'no-content': on([create], ['envelope.status', 'envelope.schema'], 'embed creation answers 204'),
  'status-missing': on([create], ['envelope.schema'], 'the serializer drops data.status', only([...shown, choice])),
  'number-id': on([create], ['envelope.schema'], 'data.id is the number of a database'),
  'request-id-missing': on([create], ['envelope.schema'], 'the envelope has no requestId'),
  'bearer-too': on(shown, ['auth.header-only'], 'the key counts as a bearer token too', everywhere),
  'token-too': on(shown, ['auth.header-only'], 'the key counts as the framework’s own token too', everywhere),
  'log-in-in-query': on(
    shown,
    ['auth.missing-credential'],
    'no key is asked for where the whole address holds that of the log-in',
    everywhere,
  ),
  'open-when-sorted': on([listing], ['auth.missing-credential'], 'the sorted listing has a handler without a guard'),
  'crash-on-unknown-id': on(
    ['POST /api/marketing/contact/get', 'GET /api/team/general/get'],
    ['errors.server-error'],
    'the handler looks into what it has not found',
    everywhere,
  ),
  'key-in-query': on(shown, ['auth.header-only'], 'the key counts in the query too', everywhere),
  'key-prefix': on(shown, ['auth.invalid-credential'], 'the beginning of a key is enough', everywhere),
  'forbidden-as-401': on(shown, ['auth.ineligible-account'], 'an ineligible key gets 401', everywhere),
  'missing-as-403': on(
    shown,
    ['auth.missing-credential'],
    'a missing key gets 403, as the framework has it',
    everywhere,
  ),
  'choice-needs-key': on([choice], ['auth.open-operation'], 'the audience choice asks for a key'),
  'unknown-placement-served': on([choice], ['not-found.resource'], 'a placement that is not there is served'),
  'limit-word-served': on([listing], ['request.query-type'], 'a word where a number belongs is passed over'),
  'limit-word-crash': on(
    [listing],
    ['request.query-type', 'errors.server-error'],
    'a word where a number belongs reaches the database',
  ),
  'malformed-accepted': on(
    [create],
    ['request.malformed-json'],
    'what is no JSON is taken for an empty body',
    only([create, choice]),
  ),
  'ok-errors': on(
    [create],
    ['auth.missing-credential', 'auth.invalid-credential'],
    'errors are sent with 200',
    everywhere,
  ),
} as const satisfies Record<string, Bug>

export type BugName = keyof typeof bugs
