// Express: the body is read before routing, as in its guide. Each product has a router that checks the key.
import express from 'express'
import { z } from 'zod'
import {
  ApiError,
  authenticate,
  bug,
  choose,
  createEmbed,
  enter,
  listDetails,
  needsKey,
  operations,
  paths,
  perform,
  port,
  workMs,
} from './platform.mjs'

const text = z.string().optional()
const flag = z.boolean().optional()
const voteEmbed = z.looseObject({
  idempotencyKey: text,
  name: text,
  title: text,
  description: text,
  domain: text,
  targetUrl: text,
  selector: text,
  placement: text,
  brandName: text,
  primaryColor: text,
  secondaryColor: text,
  status: text,
  revShareEnabled: flag,
  allowAnonymous: flag,
  showBranding: flag,
  options: z.array(z.looseObject({ id: text, text, color: text })).optional(),
  config: bug('crash-on-null')
    ? z.looseObject({ placement: text, selector: text }).nullish()
    : z.looseObject({ placement: text, selector: text }).optional(),
})
const choice = z.looseObject({ choiceData: z.looseObject({ selection: text, userId: text, reason: text }).optional() })

function valid(schema, body) {
  const { data, error } = schema.safeParse(body ?? {})
  if (error) throw new ApiError('invalid_request', error.issues[0]?.message)
  return data
}

const app = express()
app.use((_request, response, next) => {
  const { shed, leave } = enter()
  response.on('close', leave)
  if (shed) response.status(shed).send('Service Unavailable')
  else setTimeout(next, workMs)
})
app.use(bug('malformed-accepted') ? lenient : express.json())

/** A body reader of the team's own: it takes text that is no JSON for an empty object. */
function lenient(request, _, next) {
  express.text({ type: () => true })(request, _, () => {
    try {
      request.body = JSON.parse(request.body)
    } catch {
      request.body = {}
    }
    next()
  })
}

const colon = (path) => path.replace(/\{(\w+)\}/g, ':$1')

app.post(colon(paths.choice), (request, response) => {
  if (bug('choice-needs-key')) authenticate(request.get('X-Service-API-Key'), 'Ads', undefined)
  valid(choice, request.body)
  response.json(choose(request.params.placementId))
})

function keyOf(request) {
  return (
    request.get('X-Service-API-Key') ??
    (bug('key-in-query') ? (request.query.apiKey ?? request.query.api_key) : undefined)
  )
}

const missing =
  {
    'route-missing': ['GET /api/team/category/all'],
    'write-route-missing': ['POST /api/marketing/template/create'],
    'update-route-missing': ['PUT /api/events/general/update'],
  }[process.env.BUG] ?? []

for (const [product, rows] of Map.groupBy(operations, (one) => one.product)) {
  if (bug('router-missing') && product === 'Loyalty') continue
  const router = express.Router()
  const protectedOnes = rows.filter(needsKey)
  for (const row of rows.filter((one) => !needsKey(one))) add(router, row)
  const isOpen = (bug('open-embeds') && product === 'Embeds') || (bug('open-team') && product === 'Teams')
  if (!isOpen) {
    router.use((request, _, next) => {
      if (request.path.startsWith('/api/pay/')) return next()
      if (bug('log-in-in-query') && request.originalUrl.includes('/api/account/general/login')) return next()
      authenticate(keyOf(request), product, request.get('Origin'))
      next()
    })
  }
  for (const row of protectedOnes) add(router, row)
  const prefixes = [...new Set(rows.map(({ path }) => prefixOf(path)))]
  app.use((request, response, next) =>
    prefixes.some((prefix) => request.path.startsWith(`${prefix}/`)) ? router(request, response, next) : next(),
  )
}

function prefixOf(path) {
  const [, api, first, second] = path.split('/')
  return ['vote', 'events'].includes(first) ? `/${api}/${first}/${second}` : `/${api}/${first}`
}

function add(router, row) {
  if (row.path === paths.choice || missing.includes(`${row.method} ${row.path}`)) return
  router[row.method.toLowerCase()](colon(row.path), (request, response) => {
    if (row.path === paths.create) {
      const made = createEmbed(valid(voteEmbed, request.body))
      return response.status(bug('created-201') ? 201 : 200).json(made)
    }
    if (row.path === paths.listing) return response.json(listDetails(request.query))
    const { location, body } = perform(row, request.params, { ...request.query, ...request.body })
    if (location) return response.redirect(location)
    response.json(body)
  })
}

app.use((error, _request, response, next) => {
  if (bug('native-errors')) return next(error)
  const status = error.status ?? error.statusCode ?? 500
  const code = error.code ?? { 400: 'invalid_request' }[status] ?? 'internal'
  response.status(bug('ok-errors') ? 200 : status).json({ error: { code, message: error.message } })
})
app.listen(port, '127.0.0.1')
