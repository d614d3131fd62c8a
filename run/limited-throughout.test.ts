import { expect, test } from 'vitest'
import { certain } from '../trust/fabricated/gate.ts'
import { fabricate, loadRecord, rateRecord, scenarioRecord, times } from '../trust/fabricated/load.ts'
import { gate } from './gate.ts'
import { limitedThroughout } from './limited-throughout.ts'

const limits = loadRecord({ scenarios: [scenarioRecord()] })
const reads = [{ id: 'GET /a', product: 'Teams', method: 'GET', path: '/a', body: null }]
const turn = (status: number) => ({ phase: 'turn' as const, scenario: 'smoke', operation: 'GET /a', status })
const smoke = (rows: ReturnType<typeof turn>[]) => loadRecord({ scenarios: [rateRecord('smoke', reads, rows)] })

test('load is limited throughout where every request from the first on got 429', () => {
  expect(limitedThroughout(limits, fabricate(times(5, { status: 429 })))).toBe(true)
  expect(limitedThroughout(limits, fabricate([{}, ...times(5, { status: 429 })]))).toBe(false)
  expect(limitedThroughout(limits, fabricate(times(5, { status: 503 })))).toBe(false)
  expect(limitedThroughout(limits, [])).toBe(false)
  expect(limitedThroughout(smoke([turn(429), turn(429)]), [])).toBe(true)
  expect(limitedThroughout(smoke([turn(429), turn(200)]), [])).toBe(false)
})

test.for([
  [['pass'], false, 2],
  [['pass', 'violation'], false, 1],
  [['pass'], true, 0],
] as const)(
  'a run whose load is limited throughout, with %j and contracts asked: %s, exits with %d',
  ([verdicts, asks, code]) => {
    const findings = verdicts.map((verdict) => ({
      ...{ id: '0', check: asks ? 'errors.code' : 'limits.code', clause: '§7', operation: 'GET /a', product: 'Teams' },
      ...{ verdict, cause: 'not-asked' as const, message: 'x' },
      ...{ expected: null, observed: null, exchanges: [], reproduce: null },
    }))
    const decision = gate({
      ...certain,
      ...{ findings, circumstances: { asksContracts: asks, minJudged: 50 }, limitedThroughout: true, loadAnswers: 5 },
    })
    expect(decision.code, decision.why).toBe(code)
  },
)
