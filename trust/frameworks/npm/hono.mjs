// Hono: keys are checked before routing, zod validates, and a missing route gets the same 404 as a missing resource.

import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { zValidator } from '@hono/zod-validator'
import { Hono } from 'hono'
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

const text = (bug('coerced-types') ? z.coerce.string() : z.string()).optional()
const flag = z.boolean().optional()
const voteEmbed = z.object({
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
  options: z.array(z.object({ id: text, text, color: text })).optional(),
  config: z.object({ placement: text, selector: text }).optional(),
})
const choice = z.object({ choiceData: z.object({ selection: text, userId: text, reason: text }).optional() })
const numeric = z.coerce.number().optional()
const query = z.object({
  newest: numeric,
  updated: numeric,
  nearlive: numeric,
  nowlive: numeric,
  postlive: numeric,
  tournament: numeric,
  offset: numeric,
  limit: numeric,
})

const invalid = (result) => {
  if (!result.success) throw new ApiError('invalid_request', result.error.message)
}
/** The validator reads a body only if its media type is JSON. Another body counts as an empty object. */
const judged = (target, schema) =>
  bug('native-errors') ? zValidator(target, schema) : zValidator(target, schema, invalid)

const app = new Hono()
app.use(async (context, next) => {
  const { shed, leave } = enter()
  if (shed) return context.text('Busy', shed)
  await sleep(workMs)
  try {
    await next()
  } finally {
    leave()
  }
})
app.notFound((context) => context.json({ error: { code: 'not_found', message: 'Not Found' } }, 404))
app.onError((error, context) => {
  if (bug('native-errors')) return error.getResponse?.() ?? context.text(error.message, error.status ?? 500)
  const status = error.status ?? 500
  const code = error.code ?? (status === 400 ? 'invalid_request' : 'internal_error')
  return context.json(
    { error: { code, message: error.message } },
    bug('validation-422') && status === 400 ? 422 : status,
  )
})

const openPaths = operations.filter((row) => !needsKey(row)).map(({ path }) => path.replace(/\{\w+\}$/, ''))
const opened = [...openPaths.filter((path) => path.endsWith('/')), ...openPaths.filter((path) => !path.endsWith('/'))]
const productAt = (path) =>
  operations.find((row) => row.path.split('/').slice(0, 3).join('/') === path.split('/').slice(0, 3).join('/'))?.product

app.use('/api/*', async (context, next) => {
  const { path } = context.req
  const isOpen = opened.some((one) => (one.endsWith('/') ? path.startsWith(one) : path === one))
  const skipped = (bug('open-embeds') && path.startsWith('/api/vote/')) || (bug('bearer-too') && bearerKnown(context))
  if (!isOpen && !skipped)
    authenticate(context.req.header('X-Service-API-Key'), productAt(path), context.req.header('Origin'))
  await next()
})

function bearerKnown(context) {
  const token = context.req.header('Authorization')?.replace('Bearer ', '')
  return token !== undefined && authenticate(token, undefined, undefined) !== undefined
}

async function bodyOf(context) {
  const raw = await context.req.text()
  if (raw.trim() === '') return {}
  try {
    return JSON.parse(raw)
  } catch {
    throw new ApiError('invalid_request', 'not JSON')
  }
}

const colon = (path) => path.replace(/\{(\w+)\}/g, ':$1')
app.post(paths.create, judged('json', voteEmbed), (context) =>
  bug('no-content')
    ? context.body(null, 204)
    : context.json(createEmbed(context.req.valid('json')), bug('created-201') ? 201 : 200),
)
app.post(colon(paths.choice), judged('json', choice), (context) =>
  context.json(choose(context.req.param('placementId'))),
)
app.get(paths.listing, ...(bug('limit-word-served') ? [] : [judged('query', query)]), (context) =>
  context.json(listDetails(context.req.query())),
)
for (const row of operations) {
  if (Object.values(paths).includes(row.path)) continue
  if (bug('route-missing') && `${row.method} ${row.path}` === 'GET /api/team/category/all') continue
  app.on(row.method, colon(row.path), async (context) => {
    const fields = row.method === 'GET' || row.method === 'DELETE' ? {} : await bodyOf(context)
    const { location, body } = perform(row, context.req.param(), { ...context.req.query(), ...fields })
    return location ? context.redirect(location) : context.json(body)
  })
}

serve({ fetch: app.fetch, port, hostname: '127.0.0.1' })
