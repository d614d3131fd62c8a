import { expect, test } from 'vitest'
import { type FabricatedExchange, loadRecord, rateRecord } from '../trust/fabricated/load.ts'
import { mostlyLimited } from './besides.ts'
import { strangerUnderLoad } from './stranger.ts'

const listing = 'GET /api/video/details/all'

/** A smoke of so many reads, the listing first, each answered once. */
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
  ['served once', 25, (nth) => (nth === 7 ? 200 : 404), false],
  ['refused once for the key', 25, (nth) => (nth === 7 ? 401 : 404), false],
  ['of few reads', 5, () => 404, false],
])('load alone on another service, or a wrong base path: %s', ([, reads, statusOf, isSo]) => {
  expect(strangerUnderLoad(smoke(reads, statusOf)) !== null).toBe(isSo)
})

test('load that a limit refused for the most part is told beside a pass', () => {
  expect(mostlyLimited(smoke(10, (nth) => (nth < 6 ? 429 : 200)))).toEqual([
    { scenario: 'smoke', limited: 6, requests: 10 },
  ])
  expect(mostlyLimited(smoke(10, (nth) => (nth < 5 ? 429 : 200)))).toEqual([])
})
