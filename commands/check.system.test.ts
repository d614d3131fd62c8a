import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stdout } from 'node:process'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Front, listen } from '../fixtures/front/front.ts'
import { embeddedSettings } from '../fixtures/service/credentials.ts'
import { createService } from '../fixtures/service/service.ts'
import { mostRequests } from '../run/check-settings.ts'
import { dispatch } from './dispatch.ts'

const home = mkdtempSync(join(tmpdir(), 'platform-api-suite-check-'))
let front: Front

beforeAll(async () => {
  front = await listen(await createService())
})
afterAll(async () => {
  await front.close()
  rmSync(home, { recursive: true })
})
afterEach(() => vi.restoreAllMocks())

/** The output of `check` for these settings of development, its exit code, and the number of requests that came. */
async function checked(settings: Readonly<Record<string, string | undefined>>) {
  const given = Object.entries({ BASE_URL: front.url, ...settings }).filter(([, value]) => value !== undefined)
  const environment = Object.fromEntries(given.map(([name, value]) => [`DEV_${name}`, value]))
  const before = front.record.length
  let text = ''
  vi.spyOn(stdout, 'write').mockImplementation((part: unknown) => {
    text += String(part)
    return true
  })
  const code = await dispatch(['check', '--timeout', '2000'], { ...environment, HISTORY_FILE: join(home, 'history') })
  vi.restoreAllMocks()
  // Undoes the wrapping of long sentences below their setting.
  return { code, text: text.replaceAll(/\n {11}(?! *→)/g, ' '), requests: front.record.length - before }
}

const all = embeddedSettings

test('each right setting is told to work, the requests are counted, and the exit code is 0', async () => {
  const { code, text, requests } = await checked(all)
  expect(text).not.toMatch(/WRONG|unclear|not tried/)
  for (const name of Object.keys(all).filter((name) => name !== 'ALLOW_EFFECTS')) expect(text).toContain(`DEV_${name}`)
  expect(text).toContain(`${requests} requests of ${mostRequests} at most`)
  expect(text).toContain('none is wrong.')
  expect(code).toBe(0)
})

test('a wrong key is told with what to set, never with the key itself, and the exit code is 2', async () => {
  const { code, text } = await checked({ ...all, API_KEY: 'pk_svc_of_another_environment_0000' })
  expect(text).toMatch(
    /^WRONG +DEV_API_KEY: it is refused with 401\n +→ set DEV_API_KEY to a key of this environment$/m,
  )
  expect(text).not.toContain('pk_svc')
  expect(code).toBe(2)
})

test.for(['LOAD_OPERATIONS', 'RATE_LIMIT_OPERATION'])(
  '%s that load refuses is refused here too, before a request',
  async (name) => {
    const before = front.record.length
    await expect(checked({ ...all, [name]: 'POST /api/vote/embed/create' })).rejects.toThrow(
      `DEV_${name}: POST /api/vote/embed/create is no read`,
    )
    expect(front.record.length).toBe(before)
  },
)

test('settings that are not set are told, with the number of questions left unexercised', async () => {
  const { code, text } = await checked({ API_KEY: all['API_KEY'] })
  expect(text).toMatch(/not set +DEV_LOAD_API_KEY, DEV_RESTRICTED_ACCOUNT_KEY/)
  expect(text).toMatch(/Of \d+ questions of a nightly \d+ would be left unexercised:/)
  expect(text).toMatch(/^ +\d+ +DEV_RESTRICTED_ACCOUNT_KEY is not set → set DEV_RESTRICTED_ACCOUNT_KEY$/m)
  expect(code).toBe(0)
})

test.for<readonly [string, () => string, RegExp]>([
  ['a port without a server', () => 'http://127.0.0.1:9', /Nothing answers at .*ECONNREFUSED.*nothing listens there/],
  ['https on a port without TLS', () => front.url.replace('http', 'https'), /does not speak TLS: is http:.* meant/],
  ['a wrong base path', () => `${front.url}/elsewhere`, /is answered like a made-up path \(404\)/],
])('a wrong address is told: %s', async ([, address, seen]) => {
  const { code, text } = await checked({ ...all, BASE_URL: address() })
  const [, line = ''] = /^(WRONG +DEV_BASE_URL.*\n +→ set DEV_BASE_URL.*)$/m.exec(text) ?? []
  expect(line).toMatch(seen)
  expect(code).toBe(2)
})
