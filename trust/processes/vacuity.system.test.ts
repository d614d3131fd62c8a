import { randomBytes, randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stdout } from 'node:process'
import { afterAll, describe, expect, test } from 'vitest'
import { isListedPath } from '../../fixtures/catalog/routes.ts'
import type { Deployment, PlainAnswer, PlainRequest, Reply } from '../../fixtures/deployment.ts'
import { planted, type When } from '../../fixtures/faults/planting.ts'
import { listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { styles } from '../../fixtures/styles/styles.ts'
import { asDevelopment } from './child-run.ts'
import { type EndedSuite, ranSuite } from './warm-suite.ts'

const operation = 'GET /api/video/category/all'
const home = mkdtempSync(join(tmpdir(), 'platform-api-suite-vacuity-'))
let tried = 0
afterAll(() => {
  rmSync(home, { recursive: true })
  stdout.write(`vacuity traps: ${tried}, none of which exits 0\n`)
})

const base = ['run', 'gate', '--only', 'contracts', '--out', 'OUT', '--seed', '7']
/** Where every request is answered, on a starved machine too. */
const answered = [...base, '--timeout', '5000', '--max-duration', '60']
/** Where no answer may come at all. */
const brief = [...base, '--timeout', '700', '--max-duration', '6', '--concurrency', '8']
const some = ['--product', 'Livestream']

async function against(
  deployment: Deployment | null,
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<EndedSuite> {
  tried += 1
  const front = deployment === null ? null : await listen(deployment)
  try {
    const all = { ...deployment?.settings, ...(front === null ? {} : { BASE_URL: front.url }) }
    return await ranSuite(words, { ...asDevelopment(all), ...settings })
  } finally {
    await front?.close()
  }
}

/** One clear sentence, no stack trace, and never a word of praise. */
function expectNoTrust({ code, output }: EndedSuite, says?: RegExp): void {
  expect(code, output).toBe(2)
  expect(output).not.toMatch(/^\s+at |PASSED|node:internal/m)
  if (says !== undefined) expect(output).toMatch(says)
}

const answer = (
  status: number,
  body: string,
  headers: PlainAnswer['headers'] = [['Content-Type', 'application/json']],
): PlainAnswer => ({
  kind: 'answer',
  status,
  headers,
  body,
})

function echo({ method, target, headers, body }: PlainRequest): Reply {
  return answer(200, JSON.stringify({ method, target, headers, body: body.toString() }))
}

const error = (code: string) => JSON.stringify({ error: { code, message: 'no' }, requestId: 'r' })

const traps: readonly (readonly [name: string, reply: (request: PlainRequest) => Reply])[] = [
  ['401 with the code', () => answer(401, error('authentication_required'))],
  ['401 with nothing', () => answer(401, '', [])],
  ['403', () => answer(403, error('not_authorized'))],
  ['404 without a code', () => answer(404, '<h1>Not Found</h1>', [['Content-Type', 'text/html']])],
  ['404 with not_found', () => answer(404, error('not_found'))],
  ['429', () => answer(429, error('rate_limited'))],
  ['429 with a long wait', () => answer(429, error('rate_limited'), [['Retry-After', '7200']])],
  ['200 {}', () => answer(200, '{}')],
  ['200 without a body', () => answer(200, '', [])],
  ['an echo', echo],
  ['silence', () => ({ kind: 'silence' })],
  ['a login page', () => answer(302, '', [['Location', 'https://login.example/']])],
  ['a server error', () => answer(500, 'oops', [])],
]

describe.concurrent('a target that answers everything alike', () => {
  test.for(traps)('%s', async ([, reply], { expect }) => {
    const deployment = planted(
      await createService(),
      'alike',
      null,
      () => true,
      ({ request }) => reply(request),
    )
    const result = await against(deployment, [...brief, ...some])
    expect(result.code, result.output).not.toBe(0)
    expect(result.code).not.toBeNull()
    expect(result.output).not.toMatch(/^\s+at |PASSED/m)
    expect(result.files.has('results.json')).toBe(true)
    expect(result.results?.run.exitCode).toBe(result.code)
  })
})

const lost = (message: string, status = 404) =>
  answer(status, JSON.stringify({ error: { code: 'not_found', message }, requestId: 'r' }))
const pick = (number: number, texts: readonly string[]) => texts[number % texts.length] ?? ''
const wordings = ['lost', 'gone', 'away', 'missing', 'nowhere', 'elsewhere']
const hints = ['Not Found', 'Not Found, did you mean another?', 'Not Found, see the index']

/** Servers of something else: whatever is asked is not there, and chance must not make that look like an answer. */
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
]

describe.concurrent('a server of something else is told as that', () => {
  test.for(strangers)('%s', async ([, words, reply], { expect }) => {
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

/** What says so little may also be a deployment that is shy where it was asked: there the listing tells. */
const few = ['--product', 'Events'] as const
const refused = answer(403, error('not_authorized'))

describe.concurrent('a server of something else is told as that where few operations are asked', () => {
  test.for<readonly [name: string, words: readonly string[], reply: Reply]>([
    ['403 for everything', few, refused],
    ['403 for everything, asked about one', ['--operation', operation], refused],
    ['403 for everything, asked for one check', [...few, '--check', 'auth'], refused],
    ['404 with not_found', few, lost('Not Found')],
    ['the envelope for everything', few, answer(200, '{"data":{"id":"1","status":"on"},"requestId":"r"}')],
    ['a teapot', few, answer(418, 'short and stout', [['Content-Type', 'text/plain']])],
  ])('%s', async ([, words, reply]) => {
    const deployment = planted(
      await createService(),
      'stranger',
      null,
      () => true,
      () => reply,
    )
    const result = await against(deployment, [...answered, ...words])
    expectNoTrust(result, /is this the Platform API\?/)
  })

  test('nor is a deployment that drops whoever asks for what nobody lists', async () => {
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

describe.concurrent('nobody there, or nobody who understands', () => {
  const url = (baseUrl: string) => ({ DEV_BASE_URL: baseUrl, DEV_API_KEY: 'a-key-of-nobody-at-all' })
  test('a closed port', async () => {
    expectNoTrust(await against(null, [...brief, ...some], url('http://127.0.0.1:9')), /Nothing answers/)
  })
  test('a name that nobody has', async () => {
    expectNoTrust(await against(null, [...brief, ...some], url('http://no-such-host.invalid')), /Nothing answers/)
  })
  test('TLS to a plain port', async () => {
    const front = await listen(await createService())
    const settings = url(front.url.replace('http:', 'https:'))
    expectNoTrust(await against(null, [...brief, ...some], settings), /Nothing answers|whole answers/)
    await front.close()
  })
  test('plain to a port that wants TLS', async () => {
    // What a TLS server says to plain text: an alert, and the end.
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(Buffer.from([0x15, 3, 1, 0, 2, 2, 0x46])))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    expectNoTrust(await against(null, [...brief, ...some], url(`http://127.0.0.1:${port}`)), /whole answers/)
    await new Promise((done) => server.close(done))
  })
})

describe.concurrent('little was asked, or somewhere else', () => {
  const to =
    (location: (target: string) => string) =>
    ({ request }: { readonly request: PlainRequest }) =>
      answer(308, '', [['Location', location(request.target)]])

  test.for([
    ['another origin', (target: string) => `https://www.elsewhere.example${target}`, 'https://www.elsewhere.example'],
    ['a prefix', (target: string) => `/v2${target}`, '/v2'],
    ['a page to log in', () => 'https://login.elsewhere.example/start', 'https://login.elsewhere.example/start'],
  ] as const)('everything is sent to %s', async ([, location, named]) => {
    const gateway = planted(await createService(), 'elsewhere', null, () => true, to(location))
    const result = await against(gateway, [...answered, ...some])
    expectNoTrust(result, /Every request is redirected \(308\) to /)
    expect(result.results?.run.outcome).toContain(named)
  })

  test('time kept most operations from being judged', async () => {
    const slow = planted(
      await createService(),
      'slow',
      null,
      () => true,
      async ({ request }, beneath) => {
        await new Promise((done) => setTimeout(done, 1_500))
        return beneath(request)
      },
    )
    const words = [...base, '--timeout', '5000', '--concurrency', '4', '--max-duration', '6', ...some]
    const result = await against(slow, words)
    expectNoTrust(result, /Only \d+ of \d+ operations were judged: time or a limit kept \d+/)
    const { judged } = result.results?.run ?? {}
    expect(judged?.of).toBeGreaterThan(30)
    expect(judged?.operations).toBeLessThan((judged?.of ?? 0) / 2)
  })
})

describe.concurrent('nothing to ask, or nothing to stand on', () => {
  test('nothing matched', async () => {
    const words = [...answered, '--operation', operation, '--product', 'Loyalty']
    expectNoTrust(await against(await createService(), words), /Nothing is selected/)
  })
  test('everything excluded', async () => {
    const words = [...answered, '--operation', operation, '--exclude', operation]
    expectNoTrust(await against(await createService(), words))
  })
  test('only what any server passes', async () => {
    const words = [...answered, '--operation', operation, '--check', 'http.completes']
    expectNoTrust(await against(await createService(), words), /Nothing was decided/)
  })
  test('less exercised than asked', async () => {
    const { API_KEY, RESTRICTED_PRODUCT_KEY, ...fewer } = (await createService()).settings
    const keyless = { ...(await createService()), settings: fewer }
    const words = [...answered, '--operation', operation, '--min-exercised', '100']
    expectNoTrust(await against(keyless, words), /exercised/)
  })
  test('a key of nobody', async () => {
    const service = await createService()
    const stranger = { ...service, settings: { ...service.settings, API_KEY: 'nobody-has-ever-seen-this-key' } }
    expectNoTrust(await against(stranger, [...answered, '--operation', operation]), /API_KEY/)
  })
  test.for([
    ['truncated', '{"operations":[{"product":"Live'],
    ['empty', ''],
    ['a list', '[]'],
    ['of another shape', '{"operations":[{"path":1}]}'],
  ] as const)('a catalogue extension that is %s', async ([name, text], { expect }) => {
    const path = join(home, `extension-${name.replaceAll(' ', '-')}.json`)
    writeFileSync(path, text)
    const result = await against(await createService(), [...answered, ...some], { CATALOG_EXTENSION: path })
    expectNoTrust(result, /CATALOG_EXTENSION/)
    expect(result.files.size).toBe(0)
  })
})

test.for([
  ['cut in a line', (text: string) => text.slice(0, -20)],
  ['cut between lines', (text: string) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)],
  ['empty', () => ''],
  ['of other lines', (text: string) => text.replace(/^.*\n/, '{"a":1}\n')],
] as const)('a recording that is %s is not judged again', async ([, spoil], { expect }) => {
  tried += 1
  const directory = mkdtempSync(join(home, 'run-'))
  const words = ['run', 'gate', '--target', 'embedded', '--only', 'contracts', '--operation', operation]
  const first = await ranSuite([...words, '--out', directory, '--quiet'], {})
  expect(first.code).toBe(0)
  const path = join(directory, 'exchanges.ndjson')
  writeFileSync(path, spoil(readFileSync(path, 'utf8')))
  const again = await ranSuite(['rejudge', directory], {})
  expect(again.code, again.output).toBe(2)
  expect(again.output).not.toMatch(/^\s+at |PASSED/m)
})
