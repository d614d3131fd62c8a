// Code that the four deployments share: the catalogue, the keys and their accounts, and the resources.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

const fromFile = (name) => JSON.parse(readFileSync(process.env[name], 'utf8'))

export const { operations } = fromFile('CATALOGUE')
const world = fromFile('WORLD')
/** A map, not an object: an object has a `constructor` as well, which is no key. */
const keys = new Map(Object.entries(world.keys))

export const port = Number(process.env.PORT)
/** True where the deployment was started with this bug. */
export const bug = (name) => process.env.BUG === name

export const paths = {
  create: '/api/vote/embed/create',
  listing: '/api/video/details/all',
  choice: '/api/ads/placement/choice/{placementId}',
}

const statuses = { invalid_request: 400, authentication_required: 401, not_authorized: 403, not_found: 404 }

export class ApiError extends Error {
  constructor(code, message = code) {
    super(message)
    this.code = code
    this.status = statuses[code]
  }
}

const open = new Set([
  `POST ${paths.choice}`,
  'POST /api/account/general/login',
  'POST /api/account/general/forgot',
  'GET /api/pay/{shortId}',
  'GET /api/pay/s/{shortId}',
])

export const needsKey = ({ method, path }) => !open.has(`${method} ${path}`)

/** The kind of a key. Throws where the key is refused, as section 5 says. */
export function authenticate(key, product, origin) {
  const kind = bug('key-prefix')
    ? [...keys].find(([one]) => key && key.length > 8 && one.startsWith(key))?.[1]
    : keys.get(key)
  if (kind === undefined) {
    throw Object.assign(new ApiError('authentication_required'), bug('missing-as-403') ? { status: 403 } : {})
  }
  const refused =
    kind === 'account' ||
    kind === 'permission' ||
    origin === world.restrictedOrigin ||
    (kind === 'product' && world.restrictedProducts.includes(product))
  if (refused) throw new ApiError(bug('forbidden-as-401') ? 'authentication_required' : 'not_authorized')
  return kind
}

const shelves = new Map()
const many = /^(all|getall|get-sessions|session|search.*|analytics|stats|history|gethistory|logout.*|calculate.*)$/i

function shelf({ product, path }) {
  const name = `${product} ${path.split('/')[3]}`
  if (!shelves.has(name)) shelves.set(name, new Set())
  return shelves.get(name)
}

const known = {
  accountId: world.accountId,
  attributionId: world.attributionId,
  paymentLinkId: world.paymentLinkId,
  placementId: world.placementId,
}

export const envelope = (id, status) => ({ data: { id, status }, requestId: randomUUID() })

/** Performs an operation that is not detailed. `params` come from the path, `fields` from query and body. */
export function perform(operation, params, fields) {
  const { method, path } = operation
  if (path.startsWith('/api/pay/')) {
    const [kind, there] = path.includes('/s/') ? ['subscribe', world.subscriptionShortId] : ['pay', world.shortId]
    if (params.shortId !== there) throw new ApiError('not_found')
    return { location: `https://checkout.example/${kind}/${there}` }
  }
  const [name, id] = Object.entries(params)[0] ?? []
  if (id !== undefined) {
    if (id !== known[name]) throw new ApiError('not_found')
    return { body: envelope(id, 'active') }
  }
  const verb = path.split('/').at(-1)
  if (verb === 'login') throw Object.assign(new ApiError('authentication_required'), { code: 'wrong_password' })
  if (many.test(verb) || path === '/api/account/types/get') {
    return { body: { data: [...shelf(operation)].slice(0, 20).map((one) => ({ id: one })), requestId: randomUUID() } }
  }
  if (verb === 'create') {
    const made = randomUUID()
    shelf(operation).add(made)
    return { body: envelope(made, 'created') }
  }
  const wanted = fields?.id
  if (typeof wanted !== 'string') throw new ApiError('invalid_request', 'id is missing')
  if (!shelf(operation).has(wanted)) {
    if (bug('crash-on-unknown-id')) throw new TypeError('Cannot read properties of null')
    throw new ApiError('not_found')
  }
  if (method === 'DELETE') shelf(operation).delete(wanted)
  return { body: envelope(wanted, 'active') }
}

export function createEmbed(fields) {
  if (bug('crash-on-null')) fields.config?.placement ?? (fields.config === null && fields.config.placement)
  const made = envelope(randomUUID(), fields.status ?? 'active')
  if (bug('status-missing')) delete made.data.status
  if (bug('number-id')) made.data.id = 4711
  if (bug('request-id-missing')) delete made.requestId
  return made
}

export function choose(placementId) {
  if (placementId !== world.placementId && !bug('unknown-placement-served')) throw new ApiError('not_found')
  return envelope(placementId, 'recorded')
}

const numbers = ['newest', 'updated', 'nearlive', 'nowlive', 'postlive', 'tournament', 'offset', 'limit']

export function listDetails(query) {
  for (const name of numbers) {
    const text = query[name]
    if (text === undefined || text === '' || bug('limit-word-served')) continue
    const value = Number(text)
    if (Number.isNaN(value) && bug('limit-word-crash')) throw new RangeError(`SQL: LIMIT ${value}`)
    if (Number.isNaN(value)) throw new ApiError('invalid_request', `${name} is not a number`)
  }
  return { ...envelope('details', 'complete'), items: [] }
}

const [inFlight, shedStatus] = (process.env.SHED ?? '').split(':').map(Number)
let underWay = 0

/** Milliseconds of work for a request where load is shed, so that requests are in flight together. */
export const workMs = inFlight > 0 ? 12 : 0

/** Takes a place, or gives the status by which the request is shed. `leave` gives the place back. */
export function enter() {
  if (!(inFlight > 0)) return { shed: null, leave: () => {} }
  if (underWay >= inFlight) return { shed: shedStatus, leave: () => {} }
  underWay += 1
  const leave = () => {
    underWay -= 1
  }
  return { shed: null, leave }
}
