import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Front, listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { asDevelopment } from '../processes/child-run.ts'
import { ranSuite } from '../processes/warm-suite.ts'

/** Advice in the outcome of a run that no cause of a finding gives: each changes the outcome where it is followed. */

const home = mkdtempSync(join(tmpdir(), 'platform-api-suite-remedies-'))
const [key, certificate] = [join(home, 'key.pem'), join(home, 'certificate.pem')]
let front: Front
let slow: Front
let secure: Server
let secureUrl = ''
beforeAll(async () => {
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', certificate],
    ...subject,
  ])
  expect(made.status, String(made.stderr)).toBe(0)
  front = await listen(await createService())
  const service = await createService()
  slow = await listen({
    ...service,
    handle: async (asked) => {
      await rest(250)
      return service.handle(asked)
    },
  })
  secure = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (asked, answer) => {
    const { method, url, headers } = asked
    const passed = request(new URL(url ?? '/', front.url), { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 500, reply.rawHeaders)
      reply.pipe(answer)
    })
    asked.pipe(passed)
  })
  await new Promise<void>((listening) => secure.listen(0, '127.0.0.1', listening))
  secureUrl = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`
})
afterAll(async () => {
  secure.close()
  secure.closeAllConnections()
  await Promise.all([front.close(), slow.close()])
  rmSync(home, { recursive: true })
})

/** The words and settings of a run. The address is known only when the services are up. */
interface Asked {
  readonly words?: readonly string[]
  readonly baseUrl: () => string
  readonly settings?: Readonly<Record<string, string>>
}

const hasty = ['--concurrency', '1', '--max-duration', '1']

const rows: readonly (readonly [advice: string, before: Asked, after: Asked])[] = [
  [
    'CA_FILE names the authority',
    { baseUrl: () => secureUrl },
    { baseUrl: () => secureUrl, settings: { CA_FILE: certificate } },
  ],
  ['is http://', { baseUrl: () => front.url.replace('http:', 'https:') }, { baseUrl: () => front.url }],
  [
    '--max-duration gives more time',
    { baseUrl: () => slow.url, words: hasty },
    { baseUrl: () => slow.url, words: ['--max-duration', '120'] },
  ],
  [
    '--min-judged asks for less',
    { baseUrl: () => slow.url, words: hasty },
    { baseUrl: () => slow.url, words: [...hasty, '--min-judged', '0'] },
  ],
]

test.for(rows)('the advice "%s" changes the outcome', { timeout: 180_000 }, async ([advice, before, after]) => {
  const ask = ({ words = [], baseUrl, settings }: Asked) =>
    ranSuite(['run', 'gate', '--only', 'contracts', '--product', 'Teams', '--seed', '7', '--out', 'OUT', ...words], {
      ...asDevelopment({ ...front.deployment.settings, BASE_URL: baseUrl() }),
      ...settings,
    })
  const refused = await ask(before)
  expect([refused.code, refused.output]).toEqual([2, expect.stringContaining(advice)])
  const followed = await ask(after)
  expect(followed.output).not.toContain(advice)
  expect(followed.code, followed.output).toBe(0)
})

test('check advises to set what the hint names, and no other address', async () => {
  const { code, output } = await ranSuite(['check'], asDevelopment({ BASE_URL: secureUrl }))
  expect([code, output]).toEqual([2, expect.stringContaining('→ set CA_FILE\n')])
})
