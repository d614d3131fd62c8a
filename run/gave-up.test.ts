import { expect, test } from 'vitest'
import type { Exchange } from '../evidence/exchange.ts'
import { gaveUp } from './gave-up.ts'

const baseUrl = 'https://api.example'
const failed = {
  response: null,
  failure: { kind: 'reset', message: 'read ECONNRESET', reusedConnection: false, began: false },
} as Exchange
const whole = { response: { status: 200, headers: [], body: null }, failure: null } as unknown as Exchange

test('a target is told to have stopped giving whole answers only where it gave some', () => {
  expect(gaveUp('no-answers', baseUrl, [failed, failed])).toMatch(/^https:\/\/api\.example gives no whole answers/)
  expect(gaveUp('no-answers', baseUrl, [whole, failed])).toMatch(/^https:\/\/api\.example stopped giving whole answers/)
})

test('it names the first request that got no answer to the end, which may have ended the service', () => {
  const at = (one: Exchange, id: string, startedAt: number, operation: string | null = null) =>
    ({ ...one, id, startedAt, endMs: 9, operation }) as Exchange
  const before = [at(failed, 'a.1', 10), at(whole, 'b.1', 50)]
  const later = at(failed, 'd.1', 55, 'GET /api/ads/bidding/all')
  const said = (...rest: readonly Exchange[]) => gaveUp('no-answers', baseUrl, [...before, later, ...rest])
  expect(said(at(failed, 'c.1', 52, 'POST /api/ads/bidding/create'))).toContain(
    'answers (read ECONNRESET), first to POST /api/ads/bidding/create (exchange c.1), so',
  )
  expect(said(at(failed, 'c.1', 52))).toContain(', first to an unlisted path (exchange c.1), so')
})

test.for([
  [
    'maintenance',
    503,
    [['Retry-After', '3600']],
    'answers with nothing but server errors (503; it tells to wait for 1 h), so',
  ],
  ['maintenance', 500, [], 'answers with nothing but server errors (500), so'],
  ['limited', 429, [['Retry-After', '90']], 'refuses everything as limited (429; it tells to wait for 1 min 30 s), so'],
  ['limited', 403, [['Retry-After', '90']], 'refuses everything as limited (403; it tells to wait for 1 min 30 s), so'],
] as const)('%s is told with the last status, %d, and the told wait', ([stopped, status, headers, said]) => {
  const of = (response: object) => ({ ...whole, startedAt: 0, endMs: 1, response }) as unknown as Exchange
  const body = { text: '{"code":"rate_limited"}', bytes: 23, cut: false }
  const other = of({ status: stopped === 'limited' ? 500 : 429, headers: [], body })
  expect(gaveUp(stopped, baseUrl, [of({ status, headers, body }), other, failed])).toContain(said)
})

test.for([
  ['https://api.example', { HTTPS_PROXY: 'http://me:s3cret@proxy' }, '; or it is the proxy of HTTPS_PROXY)'],
  ['http://api.example', { http_proxy: 'http://proxy', HTTP_PROXY: 'x' }, '; or it is the proxy of http_proxy)'],
  ['http://api.example', { HTTPS_PROXY: 'http://proxy', HTTP_PROXY: '' }, '(read ECONNRESET)'],
] as const)('the message names the variable of the proxy on the way to %s: %j', ([address, environment, said]) => {
  const words = gaveUp('unreachable', address, [failed], environment)
  expect(words).toContain(said)
  expect(words).not.toContain('s3cret')
})

test('a required client certificate is told with the settings that name one', () => {
  const message = 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED:'
  const wanted = { ...failed, failure: { kind: 'reset', message, reusedConnection: false, began: false } } as Exchange
  expect(gaveUp('unreachable', baseUrl, [wanted])).toBe(
    'Nothing answers at https://api.example (ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED; it wants a certificate: CLIENT_CERT_FILE and CLIENT_KEY_FILE name one)',
  )
})
