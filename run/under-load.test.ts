import { expect, test } from 'vitest'
import { calmLoad, certain } from '../trust/fabricated/gate.ts'
import {
  type FabricatedExchange,
  fabricate,
  loadRecord,
  rateRecord,
  scenarioRecord,
  times,
} from '../trust/fabricated/load.ts'
import { besidesOf } from './besides.ts'
import { gate } from './gate.ts'
import { underLoad } from './under-load.ts'

const limits = loadRecord({ scenarios: [scenarioRecord()] })
const read = (id: string, product = 'Teams') => ({ id, product, method: 'GET', path: '/a', body: null })
const reads = [read('GET /a')]
const turn = (status: number | null) => ({ phase: 'turn' as const, scenario: 'smoke', operation: 'GET /a', status })
const smoke = (rows: readonly FabricatedExchange[], targets = reads) =>
  loadRecord({ scenarios: [rateRecord('smoke', targets, rows)] })

test('load is limited throughout where every request from the first on got 429', () => {
  const isLimited = (...of: Parameters<typeof underLoad>) => underLoad(...of).isLimitedThroughout
  expect(isLimited(limits, fabricate(times(5, { status: 429 })))).toBe(true)
  expect(isLimited(limits, fabricate([{}, ...times(5, { status: 429 })]))).toBe(false)
  expect(isLimited(limits, fabricate(times(5, { status: 503 })))).toBe(false)
  expect(isLimited(limits, [])).toBe(false)
  expect(isLimited(smoke([turn(429), turn(429)]), [])).toBe(true)
  expect(isLimited(smoke([turn(429), turn(200)]), [])).toBe(false)
})

test('answers are counted with and without a kept exchange, silence is not', () => {
  expect(underLoad(limits, fabricate([{}, { status: 500 }, { status: null }])).answers).toBe(2)
  expect(underLoad(smoke([turn(429), turn(200), turn(null)]), []).answers).toBe(2)
})

test('a target that stops answering after a limit is gone, but not one that answers again', () => {
  const silence = times(6, { status: null })
  expect(underLoad(limits, fabricate([...times(8, {}), ...silence])).gone).toBe('limits')
  expect(underLoad(limits, fabricate([...times(8, {}), ...silence, {}])).gone).toBeNull()
})

test.for([
  ['no answer', null, 'smoke'],
  ['server errors', 503, null],
  ['answers', 200, null],
] as const)('a scenario at a rate, with %s at its end', ([, status, gone]) => {
  const record = rateRecord('smoke', reads, [...times(4, turn(200)), ...times(30, turn(status))])
  for (const stopped of [{ by: 'failing' as const, atMs: 900, why: '20 of the last 20 requests failed' }, null])
    expect(underLoad(loadRecord({ scenarios: [{ ...record, stopped }] }), []).gone).toBe(gone)
})

const gone: Partial<ReturnType<typeof underLoad>> = { gone: 'smoke' }
const limited: Partial<ReturnType<typeof underLoad>> = { isLimitedThroughout: true }

test.for([
  [gone, ['pass'], false, 2],
  [gone, ['pass', 'violation'], false, 1],
  [gone, ['pass'], true, 2],
  [gone, ['pass', 'violation'], true, 1],
  [limited, ['pass'], false, 2],
  [limited, ['pass', 'violation'], false, 1],
  [limited, ['pass'], true, 0],
] as const)(
  'a run whose load shows %j, with %j and contracts asked: %s, exits with %d',
  ([seen, verdicts, asksContracts, code]) => {
    const underLoad = verdicts.map((verdict) => ['errors.server-error:smoke', verdict] as const)
    const asked = asksContracts ? [['errors.code', 'pass'] as const] : []
    const findings = [...underLoad, ...asked].map(([check, verdict]) => ({
      ...{ id: '0', check, clause: '§7', operation: 'GET /a', product: 'Teams', verdict, message: 'x' },
      ...{ cause: 'not-asked' as const, expected: null, observed: null, exchanges: [], reproduce: null },
    }))
    const load = { ...calmLoad, ...seen }
    const { code: ended, why } = gate({ ...certain, findings, circumstances: { asksContracts, minJudged: 50 }, load })
    expect(ended, why).toBe(code)
    expect(why.includes('stopped answering under load (smoke)')).toBe(seen === gone && code === 2)
  },
)

test('load that a limit refused for the most part is told, of all or of a product', () => {
  const rows = (count: number, operation: string, status: number) => times(count, { ...turn(status), operation })
  const two = [read('GET /a'), read('GET /b', 'Ads')]
  const notes = (...all: (readonly FabricatedExchange[])[]) => underLoad(smoke(all.flat(), two), []).notes
  expect(notes(rows(6, 'GET /a', 429), rows(4, 'GET /b', 200))).toEqual(['under load (smoke) 6 of 10 requests got 429'])
  expect(notes(rows(6, 'GET /a', 200), rows(4, 'GET /b', 429))).toEqual([
    'under load (smoke) 4 of 4 requests to Ads got 429',
  ])
  expect(notes(rows(3, 'GET /a', 200), rows(3, 'GET /a', 429))).toEqual([])
  expect(besidesOf({ ...certain, findings: [], load: { ...calmLoad, notes: ['so'] } })).toEqual(['so'])
})

test.for<[string, number, (nth: number) => number, readonly string[]]>([
  ['a redirect for one in ten', 10, (nth) => (nth === 3 ? 302 : 200), ['1 of 10 requests got 302']],
  ['refusals of several kinds', 10, (nth) => [200, 403, 400][nth % 3] ?? 200, ['6 of 10 requests got 400 or 403']],
  ['fewer', 20, (nth) => (nth === 3 ? 302 : 200), []],
  ['429 and 503, which are told apart', 10, (nth) => [200, 429, 503][nth % 3] ?? 200, []],
  ['an operation that never serves', 10, () => 404, []],
])('load that an operation which serves answers otherwise: %s', ([, count, statusOf, told]) => {
  const rows = Array.from({ length: count }, (_, nth) => turn(statusOf(nth)))
  const said = told.map((words) => `under load (smoke) ${words} from operations that serve`)
  expect(underLoad(smoke(rows), []).notes).toEqual(said)
})
