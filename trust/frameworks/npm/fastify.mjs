// Fastify: JSON schemas check requests. Each product is a plugin. A hook of each route checks the key, after routing.

import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
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

const text = { type: 'string' }
const flag = { type: 'boolean' }
const voteEmbed = {
  type: 'object',
  properties: {
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
    options: { type: 'array', items: { type: 'object', properties: { id: text, text, color: text } } },
    config: { type: 'object', properties: { placement: text, selector: text } },
  },
}
const choice = {
  type: 'object',
  properties: { choiceData: { type: 'object', properties: { selection: text, userId: text, reason: text } } },
}
const number = { type: 'number' }
const query = {
  type: 'object',
  properties: {
    newest: number,
    updated: number,
    nearlive: number,
    nowlive: number,
    postlive: number,
    tournament: number,
    offset: number,
    limit: number,
  },
}
const data = { type: 'object', properties: { id: text, ...(bug('status-missing') ? {} : { status: text }) } }
const envelope = { 200: { type: 'object', properties: { data, requestId: text } } }

// A query is text, so its numbers are coerced. A body has types, so nothing in it is coerced.
const app = fastify({ ajv: { customOptions: { coerceTypes: true } }, routerOptions: { caseSensitive: true } })
if (!bug('coerced-types')) {
  const { default: Ajv } = await import('ajv')
  const strict = new Ajv({ coerceTypes: false, useDefaults: true })
  const loose = new Ajv({ coerceTypes: true, useDefaults: true })
  app.setValidatorCompiler(({ schema, httpPart }) => (httpPart === 'body' ? strict : loose).compile(schema))
}
app.addHook('onRequest', async (_, reply) => {
  const { shed, leave } = enter()
  reply.raw.on('close', leave)
  if (shed) return reply.code(shed).send({ statusCode: shed, error: 'Service Unavailable' })
  await sleep(workMs)
})
if (!bug('native-errors')) {
  app.setErrorHandler((error, _, reply) => {
    const status = error.status ?? error.statusCode ?? 500
    const code =
      error instanceof ApiError ? error.code : ({ 400: 'invalid_request', 429: 'rate_limited' }[status] ?? error.code)
    return reply.code(bug('validation-422') && error.validation ? 422 : status).send({ code, message: error.message })
  })
}

const hook = bug('auth-after-validation') ? 'preHandler' : 'onRequest'
const colon = (path) => path.replace(/\{(\w+)\}/g, ':$1')

for (const [product, rows] of Map.groupBy(operations, (one) => one.product)) {
  if (bug('router-missing') && product === 'Loyalty') continue
  app.register(async (plugin) => {
    for (const row of rows) add(plugin, row, product)
  })
}

function add(plugin, row, product) {
  const { method, path } = row
  const id = `${method} ${path}`
  if (bug('route-missing') && id === 'GET /api/team/category/all') return
  const key = async (request) => {
    if (bug('open-when-sorted') && path === paths.listing && request.query.sort !== undefined) return
    authenticate(request.headers['x-service-api-key'], product, request.headers.origin)
  }
  const guarded =
    (needsKey(row) || (bug('choice-needs-key') && path === paths.choice)) &&
    !(bug('open-embeds') && product === 'Embeds')
  plugin.route({
    method: bug('wrong-method') && id === 'PUT /api/pages/general/update' ? 'PATCH' : method,
    url: colon(path) + (bug('slash-on-create') && path === paths.create ? '/' : ''),
    ...(guarded ? { [hook]: key } : {}),
    ...schemaOf(path),
    handler: (request, reply) => answer(row, request, reply),
  })
}

function schemaOf(path) {
  if (path === paths.create) return { schema: { body: voteEmbed, response: envelope } }
  if (path === paths.choice) return { schema: { body: choice, response: envelope } }
  if (path === paths.listing) return { schema: { querystring: query } }
  return {}
}

async function answer(row, request, reply) {
  if (row.path === paths.create) {
    const made = createEmbed(request.body)
    return bug('no-content') ? reply.code(204).send() : made
  }
  if (row.path === paths.choice) return choose(request.params.placementId)
  if (row.path === paths.listing) return listDetails(request.query)
  const { location, body } = perform(row, request.params, { ...request.query, ...request.body })
  return location ? reply.redirect(location) : body
}

await app.listen({ port, host: '127.0.0.1' })
