import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { PlainRequest, Reply } from '../../fixtures/deployment.ts'
import { planted } from '../../fixtures/faults/planting.ts'
import { listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { tried } from '../tools/rounds.ts'
import { against, answer, answered, base, brief, error, expectNoTrust, some, unhurried } from './untrusted.ts'
import { ranSuite } from './warm-suite.ts'

const operation = 'GET /api/video/category/all'
const few = ['--product', 'Teams']
const home = mkdtempSync(join(tmpdir(), 'platform-api-suite-vacuity-'))
afterAll(() => rmSync(home, { recursive: true }))

function echo({ method, target, headers, body }: PlainRequest): Reply {
  return answer(200, JSON.stringify({ method, target, headers, body: body.toString() }))
}

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

describe.concurrent('a target that answers every request alike never passes', () => {
  test.for(tried(traps, 2, ([name]) => name))('%s', async ([, reply], { expect }) => {
    const deployment = planted(
      await createService(),
      'alike',
      null,
      () => true,
      ({ request }) => reply(request),
    )
    const result = await against(deployment, [...brief, ...few])
    expect(result.code, result.output).not.toBe(0)
    expect(result.code).not.toBeNull()
    expect(result.output).not.toMatch(/^\s+at |PASSED/m)
    expect(result.files.has('results.json')).toBe(true)
    expect(result.results?.run.exitCode).toBe(result.code)
  })
})

describe.concurrent('no trustworthy answer without a server, or with the wrong protocol', () => {
  const url = (baseUrl: string) => ({ DEV_BASE_URL: baseUrl, DEV_API_KEY: 'a-key-of-nobody-at-all' })
  test('a closed port', async () => {
    // A starved machine may take longer than the timeout.
    const says = /(Nothing answers at|gives no whole answers) .*nothing listens there/
    expectNoTrust(await against(null, [...unhurried, ...few], url('http://127.0.0.1:9')), says)
  })
  test('a host name that does not exist', async () => {
    expectNoTrust(
      await against(null, [...unhurried, ...few], url('http://no-such-host.invalid')),
      /(Nothing answers at|gives no whole answers) .*no machine has this name/,
    )
  })
  test('TLS to a plain port', async () => {
    const front = await listen(await createService())
    const settings = url(front.url.replace('http:', 'https:'))
    expectNoTrust(await against(null, [...unhurried, ...few], settings), /Nothing answers|whole answers/)
    await front.close()
  })
  test('plain HTTP to a port that wants TLS', async () => {
    // A TLS server answers plain text with an alert, and closes the connection.
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(Buffer.from([0x15, 3, 1, 0, 2, 2, 0x46])))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    expectNoTrust(await against(null, [...unhurried, ...few], url(`http://127.0.0.1:${port}`)), /whole answers/)
    await new Promise((done) => server.close(done))
  })
})

describe.concurrent('no trustworthy answer where all is redirected, or little was asked', () => {
  const to =
    (location: (target: string) => string) =>
    ({ request }: { readonly request: PlainRequest }) =>
      answer(308, '', [['Location', location(request.target)]])

  test.for([
    ['another origin', (target: string) => `https://www.elsewhere.example${target}`, 'https://www.elsewhere.example'],
    ['a prefix', (target: string) => `/v2${target}`, '/v2'],
    ['a page to log in', () => 'https://login.elsewhere.example/start', 'https://login.elsewhere.example/start'],
  ] as const)('every request is redirected to %s', async ([, location, named]) => {
    const gateway = planted(await createService(), 'elsewhere', null, () => true, to(location))
    const result = await against(gateway, [...answered, ...few])
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
    expectNoTrust(result, /Only \d+ of \d+ operations were judged: time, a limit or .* kept \d+/)
    const { judged } = result.results?.run ?? {}
    expect(judged?.of).toBeGreaterThan(30)
    expect(judged?.operations).toBeLessThan((judged?.of ?? 0) / 2)
  })
})

describe.concurrent('no trustworthy answer without questions, a valid key or a readable catalogue', () => {
  test('nothing selected', async () => {
    const words = [...answered, '--operation', operation, '--product', 'Loyalty']
    expectNoTrust(await against(await createService(), words), /Nothing is selected/)
  })
  test('everything excluded', async () => {
    const words = [...answered, '--operation', operation, '--exclude', operation]
    expectNoTrust(await against(await createService(), words))
  })
  test('only a check that any server passes', async () => {
    const words = [...answered, '--operation', operation, '--check', 'http.completes']
    expectNoTrust(await against(await createService(), words), /Nothing was decided/)
  })
  test('less exercised than required', async () => {
    const { API_KEY, RESTRICTED_PRODUCT_KEY, ...fewer } = (await createService()).settings
    const keyless = { ...(await createService()), settings: fewer }
    const words = [...answered, '--operation', operation, '--min-exercised', '100']
    expectNoTrust(await against(keyless, words), /exercised/)
  })
  test('an unknown key', async () => {
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
    const result = await against(await createService(), [...answered, ...few], { CATALOG_EXTENSION: path })
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
