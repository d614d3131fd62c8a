import { randomBytes, randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { listedPaths } from '../../fixtures/catalog/routes.ts'
import type { PlainRequest, Reply } from '../../fixtures/deployment.ts'
import { planted, type When } from '../../fixtures/faults/planting.ts'
import { createService } from '../../fixtures/service/service.ts'
import { styles } from '../../fixtures/styles/styles.ts'
import { tried } from '../tools/rounds.ts'
import { against, answer, answered, error, expectNoTrust, some } from './untrusted.ts'

const isListedPath = listedPaths(catalogue.map(({ path }) => path))

const lost = (message: string, status = 404) =>
  answer(status, JSON.stringify({ error: { code: 'not_found', message }, requestId: 'r' }))
const page = (status: number) => answer(status, `<h1>${status}</h1>`, [['Content-Type', 'text/html']])
const site = ({ method }: PlainRequest) => page(method === 'GET' ? 404 : 405)
const pick = (number: number, texts: readonly string[]) => texts[number % texts.length] ?? ''
const wordings = ['lost', 'gone', 'away', 'missing', 'nowhere', 'elsewhere']
const hints = ['Not Found', 'Not Found, did you mean another?', 'Not Found, see the index']

/** Servers of something else: no operation is there, and random answers must not look like the Platform API. */
const strangers: readonly (readonly [
  name: string,
  words: readonly string[],
  reply: (request: PlainRequest) => Reply,
])[] = [
  ['404 with random words', [], () => lost(pick(randomInt(6), wordings) + pick(randomInt(6), wordings))],
  ['404 in another wording now and then', [], () => lost(randomInt(100) < 3 ? 'not here' : 'Not Found')],
  ['404 with a hint that depends on the path', [], ({ target }) => lost(pick(target.length, hints))],
  ['404 with the path in base64', [], ({ target }) => lost(Buffer.from(target).toString('base64'))],
  ['404 of plain text by chance', [], () => answer(404, randomBytes(9).toString('base64'), [])],
  ['404, asked for errors alone', ['--check', 'errors'], () => lost('Not Found')],
  [
    '404 or 410, asked for errors alone',
    ['--check', 'errors'],
    ({ target }) => lost('Not Found', target.length % 2 === 0 ? 404 : 410),
  ],
  ['a static site', [], site],
  ['an application of one page', [], ({ method }) => page(method === 'GET' ? 200 : 405)],
  ['a bucket of files', ['--check', 'auth'], ({ method }) => page(method === 'GET' ? 403 : 405)],
]

describe.concurrent('a server of something else is told as such', () => {
  test.for(tried(strangers, 2, ([name]) => `stranger: ${name}`))('%s', async ([, words, reply], { expect }) => {
    const deployment = planted(
      await createService(),
      'stranger',
      null,
      () => true,
      ({ request }) => reply(request),
    )
    const result = await against(deployment, [...answered, ...some, ...words])
    expect(result.code, result.output).toBe(2)
    expect(result.output).toMatch(/is this the Platform API\?/)
    expect(result.results?.run.exitCode).toBe(2)
  })
})

/** Few operations: such answers may also come from a conforming deployment, so the details listing decides. */
const few = ['--product', 'Events'] as const
const refused = answer(403, error('not_authorized'))

const limit = answer(429, error('rate_limited'), [['Retry-After', '3600']])

describe.concurrent('the outcome tells what may be wrong, by the answers that the key got', () => {
  test.for<readonly [name: string, reply: Reply, says: RegExp]>([
    [
      '403 alone',
      answer(403, error('not_authorized')),
      /got 403 alone: may the key, or this address, do anything there/,
    ],
    ['404 alone', lost('Not Found'), /got 404 alone: is its base path right/],
    ['a limit', limit, /got 429 alone: is a limit still on\?/],
  ])('%s', async ([, reply, says], { expect }) => {
    const keyed: When = ({ who }) => who === 'API_KEY'
    const closed = planted(
      await createService(),
      'closed',
      null,
      () => true,
      (asked) => (keyed(asked) ? reply : answer(401, error('authentication_required'))),
    )
    const result = await against(closed, [...answered, ...some])
    expect(result.code, result.output).toBe(2)
    expect(result.output).toMatch(says)
  })
})

const ofFew: readonly (readonly [name: string, words: readonly string[], reply: Reply | typeof site])[] = [
  ['403 for everything', few, refused],
  ['403 for everything, asked about one', ['--operation', 'GET /api/video/category/all'], refused],
  ['403 for everything, asked for one check', [...few, '--check', 'auth'], refused],
  ['404 with not_found', few, lost('Not Found')],
  [
    '404 without a code',
    ['--operation', 'POST /api/vote/embed/create'],
    answer(404, '{"error":{"message":"No route"},"requestId":"r"}'),
  ],
  ['the envelope for everything', few, answer(200, '{"data":{"id":"1","status":"on"},"requestId":"r"}')],
  ['a static site', ['--product', 'Teams'], site],
  ['a teapot', few, answer(418, 'short and stout', [['Content-Type', 'text/plain']])],
]

describe.concurrent('a server of something else is told as such where few operations are asked', () => {
  test.for(tried(ofFew, 2, ([name]) => name))('%s', async ([, words, reply]) => {
    const deployment = planted(
      await createService(),
      'stranger',
      null,
      () => true,
      ({ request }) => (typeof reply === 'function' ? reply(request) : reply),
    )
    const result = await against(deployment, [...answered, ...words])
    expectNoTrust(result, /is this the Platform API\?/)
  })

  test('a deployment that resets requests to unlisted paths is not', async () => {
    const service = await createService()
    const isUnlisted: When = ({ request }) => !isListedPath(new URL(request.target, 'http://any').pathname)
    const drops = planted(service, 'drops', null, isUnlisted, () => ({ kind: 'reset' }))
    const result = await against(drops, [...answered, ...some])
    expect(result.code, result.output).toBe(0)
  })

  test.for(['yes-sayer', 'blank-account'])('the conforming style %s is not', async (name, { expect }) => {
    const style = styles.find((one) => one.name === name)
    if (style === undefined) throw new Error(`no style ${name}`)
    const result = await against(await style.make(), [...answered, ...few])
    expect(result.code, result.output).toBe(0)
  })
})

describe.concurrent('a key that is not valid for the whole run blames no operation', () => {
  const isKeyed: When = ({ who }) => who === 'API_KEY'
  test.for<readonly [name: string, isRefused: (before: number) => boolean, says: RegExp, as?: 403]>([
    ['revoked in the middle', (before) => before >= 40, /accepted until \S+ and refused everywhere from then on/],
    [
      'suspended in the middle',
      (before) => before >= 40,
      /accepted until \S+ and refused everywhere from then on/,
      403,
    ],
  ])('%s', async ([, isRefused, says, as = 401], { expect }) => {
    let before = 0
    const turning = planted(await createService(), 'turning', null, isKeyed, ({ request }, beneath) =>
      isRefused(before++)
        ? answer(as, error(as === 401 ? 'authentication_required' : 'not_authorized'))
        : beneath(request),
    )
    const result = await against(turning, [...answered, ...some, '--product', 'Embeds'])
    expectNoTrust(result, says)
    expect(result.results?.summary.violation).toBe(0)
  })
})

test.concurrent('a new key that is not known yet blames no operation', async ({ expect }) => {
  let before = 0
  const isEarly: When = ({ who }) => who === 'API_KEY' && before++ < 60
  const late = planted(await createService(), 'late', null, isEarly, () =>
    answer(401, error('authentication_required')),
  )
  const result = await against(late, [...answered, ...some, '--product', 'Embeds'])
  expect(result.results?.summary.violation).toBe(0)
  // The order of the requests decides whether this counts as a spell. If so, all is asked again and answered.
  if (result.code === 0) expect(result.results?.summary.inconclusive).toBe(0)
  else expectNoTrust(result, /refused everywhere at first and accepted from \S+ on/)
})

test.concurrent('a firewall that bans the address after many wrong keys blames no operation', async ({ expect }) => {
  const page = answer(418, '<h1>Banned</h1>', [['Content-Type', 'text/html']])
  let wrongKeys = 0
  const closing = planted(
    await createService(),
    'closing',
    null,
    () => true,
    ({ request, who }, beneath) => {
      if (who === 'stranger') wrongKeys += 1
      return wrongKeys > 60 ? page : beneath(request)
    },
  )
  const result = await against(closing, [...answered, '--product', 'Livestream,Embeds,Events'])
  expectNoTrust(result, /Whoever asked got 418 from \S+ to \S+.*: abuse protection/)
  expect(result.results?.summary.violation).toBe(0)
})
