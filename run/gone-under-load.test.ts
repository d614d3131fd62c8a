import { expect, test } from 'vitest'
import { certain } from '../trust/fabricated/gate.ts'
import { fabricate, loadRecord, rateRecord, scenarioRecord, times } from '../trust/fabricated/load.ts'
import { gate } from './gate.ts'
import { goneUnderLoad } from './gone-under-load.ts'

const reads = [{ id: 'GET /a', product: 'Teams', method: 'GET', path: '/a', body: null }]
const turn = (status: number | null) => ({ phase: 'turn' as const, scenario: 'smoke', operation: 'GET /a', status })

test('a target that stops answering after a limit is gone, but not one that answers again', () => {
  const record = loadRecord({ scenarios: [scenarioRecord()] })
  const silence = times(6, { status: null })
  expect(goneUnderLoad(record, fabricate([...times(8, {}), ...silence]))).toBe('limits')
  expect(goneUnderLoad(record, fabricate([...times(8, {}), ...silence, {}]))).toBeNull()
})

test.for([
  ['no answer', null, 'smoke'],
  ['server errors', 503, null],
  ['answers', 200, null],
] as const)('a scenario at a rate that was ended, with %s at its end', ([, status, gone]) => {
  const rows = [...times(4, turn(200)), ...times(30, turn(status))]
  const smoke = rateRecord('smoke', reads, rows)
  const slices = [{ atMs: 0, ms: 500, planned: 30, requests: 30, limited: 0, failed: status === 200 ? 0 : 30, p95: 5 }]
  const measured = smoke.measured && { ...smoke.measured, slices }
  const stopped = { by: 'failing' as const, atMs: 900, why: '20 of the last 20 requests failed' }
  expect(goneUnderLoad(loadRecord({ scenarios: [{ ...smoke, measured, stopped }] }), [])).toBe(gone)
})

test.for([
  [['pass'], false, 2],
  [['pass', 'violation'], false, 1],
  [['pass'], true, 2],
  [['pass', 'violation'], true, 1],
] as const)(
  'a run whose target is gone under load, with %j and contracts asked: %s, exits with %d',
  ([verdicts, asksContracts, code]) => {
    const silent = {
      expected: null,
      observed: null,
      exchanges: [],
      reproduce: null,
      message: 'x',
      cause: 'not-asked',
    } as const
    const findings = verdicts.map((verdict) => ({
      ...{ id: '0', check: 'errors.server-error:smoke', clause: '§7', operation: 'GET /a', product: 'Teams', verdict },
      ...silent,
    }))
    if (asksContracts) findings.push({ ...(findings[0] as (typeof findings)[number]), check: 'errors.code' })
    const { code: ended, why } = gate({
      ...certain,
      ...{ findings, circumstances: { asksContracts, minJudged: 50 }, goneUnderLoad: 'smoke', loadAnswers: 5 },
    })
    expect(ended).toBe(code)
    expect(why.includes('stopped answering under load (smoke)')).toBe(code === 2)
  },
)
