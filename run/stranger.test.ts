import { expect, test } from 'vitest'
import type { Finding } from '../evidence/finding.ts'
import { type FabricatedExchange, fabricate, loadRecord, rateRecord } from '../trust/fabricated/load.ts'
import { strangerUnderLoad, untoldOperations } from './stranger.ts'

const listing = 'GET /api/video/details/all'

/** A smoke scenario with this number of reads, the details listing first. Each read is answered once. */
function smoke(reads: number, statusOf: (nth: number) => number) {
  const targets = Array.from({ length: reads }, (_, nth) => ({
    ...{ id: nth === 0 ? listing : `GET /${nth}`, product: 'Teams', method: 'GET', path: `/${nth}`, body: null },
  }))
  const rows: readonly FabricatedExchange[] = targets.map(({ id }, nth) => ({
    ...{ scenario: 'smoke', phase: 'turn', operation: id, status: statusOf(nth) },
  }))
  return loadRecord({ scenarios: [rateRecord('smoke', targets, rows)] })
}

test.for<[string, number, (nth: number) => number, boolean]>([
  ['404 everywhere', 25, () => 404, true],
  ['404 and 410', 25, (nth) => (nth % 2 === 0 ? 404 : 410), true],
  ['405 everywhere', 25, () => 405, true],
  ['404, 400 and a limit', 25, (nth) => [404, 400, 429][nth % 3] ?? 404, true],
  ['a limit, and nothing else', 25, () => 429, false],
  ['403 and 404', 25, (nth) => (nth % 2 === 0 ? 403 : 404), false],
  ['served once', 25, (nth) => (nth === 7 ? 200 : 404), false],
  ['refused once for the key', 25, (nth) => (nth === 7 ? 401 : 404), false],
  ['404 on few reads', 5, () => 404, false],
])('load alone finds another service or a wrong base path: %s', ([, reads, statusOf, isSo]) => {
  expect(strangerUnderLoad(smoke(reads, statusOf), []) !== null).toBe(isSo)
})

test('a proxy that wants to be told who asks is named', () => {
  const proxied = smoke(25, () => 407)
  expect(strangerUnderLoad(proxied, [])).toMatch(/but 407 under load: does a proxy ask for user and/)
})

const page = 'text/html; charset=utf-8'

test.for<[string, readonly FabricatedExchange[], (nth: number) => string, boolean]>([
  ['only pages, the listing too', [{}, { operation: 'GET /1' }, { status: 429 }], () => page, true],
  [
    'the listing is a page, another read is not',
    [{}, { operation: 'GET /1' }],
    (nth) => (nth === 0 ? page : 'a/b'),
    false,
  ],
  ['JSON', [{}, {}], () => 'application/json', false],
  ['no media type', [{}, {}], () => '', false],
  ['one read, which is not shown', [{ operation: 'GET /1' }], () => page, false],
  ['many such reads', Array.from({ length: 20 }, (_, nth) => ({ operation: `GET /${nth}` })), () => page, true],
  ['nothing served', [{ status: 503 }, { status: 429 }], () => page, false],
])('load alone finds a service of pages: %s', ([, rows, typeOf, isSo]) => {
  const exchanges = fabricate(rows).map((exchange, nth) => {
    const { response } = exchange
    return response === null
      ? exchange
      : { ...exchange, response: { ...response, headers: [['Content-Type', typeOf(nth)] as const] } }
  })
  expect(strangerUnderLoad(null, exchanges) !== null).toBe(isSo)
})

test.for([
  [['like-unknown-routes', 'like-unknown-routes'], 2],
  [['like-unknown-routes', 'leads-to-own-path'], 2],
  [['leads-to-own-path', 'leads-to-own-path'], 0],
] as const)('operations that cannot be told from unknown routes: %s', ([causes, untold]) => {
  const found = causes.map((cause) => ({ check: 'catalog.reachable', verdict: 'inconclusive', cause }) as Finding)
  expect(untoldOperations(found)).toBe(untold)
})
