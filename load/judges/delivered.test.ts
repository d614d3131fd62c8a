import { expect, test } from 'vitest'
import {
  type FabricatedExchange,
  fabricate,
  fabricatedCode,
  loadRecord,
  processRecord,
  scenarioRecord,
  times,
} from '../../trust/fabricated/load.ts'
import { judged, ordinary } from '../../trust/fabricated/trials.ts'
import { judgeLoad } from '../judge.ts'
import type { ScenarioRecord } from '../record.ts'
import { cutOff, silentAtEndOf } from './delivered.ts'

/** A scenario that was ended in the middle, when more than half of its planned requests were due. */
function ended(more: Partial<ScenarioRecord> = {}): ScenarioRecord {
  const all = { requests: 100, answered: 100, limited: 0, failed: 0, latencyMs: null }
  return scenarioRecord({
    ...{ name: 'average', trials: null, processes: [processRecord({ counted: { requests: 100, dropped: 5 } })] },
    planned: { requests: 225, ratePerSecond: 10, durationMs: 25_000 },
    stopped: { by: 'failing', atMs: 12_500, why: '51 of the last 100 requests failed' },
    measured: { all, products: {}, operations: [], slices: [], twice: 0 },
    ...more,
  })
}

test('requests that were due by the plan, and are neither recorded nor dropped, were cut off', () => {
  const { cutOff: whole = 0 } = cutOff(ended())
  expect(whole).toBeGreaterThan(0)
  expect(cutOff(ended({ processes: [processRecord({ counted: { requests: 100, dropped: 0 } })] }))).toEqual({
    cutOff: whole + 5,
  })
  expect(cutOff(ended({ stopped: { by: 'failing', atMs: 1, why: '' } }))).toEqual({ cutOff: 0 })
})

test.for(['3', undefined])(
  'iterations are dropped because of told waits where a refusal told one: %s',
  (retryAfter) => {
    const told = retryAfter === undefined ? {} : { retryAfter }
    const refused: FabricatedExchange = { scenario: 'average', phase: 'turn', status: 503, ...told }
    const record = loadRecord({ scenarios: [ended({ stopped: null })] })
    const { findings } = judgeLoad(record, fabricate([refused]), fabricatedCode)
    const found = findings.find(({ check }) => check === 'load.delivered:average')
    expect(found?.cause).toBe('dropped')
    expect(found?.message.includes('as refusals had told')).toBe(retryAfter !== undefined)
  },
)

test.for<[string, Partial<ScenarioRecord>]>([
  ['the scenario ended by itself', { stopped: null }],
  ['k6 did not say what it dropped', { processes: [processRecord({ counted: null })] }],
  ['the service decided how much was sent', { name: 'limits' }],
])('the number of requests that were cut off is unknown where %s', ([, more]) => {
  expect(cutOff(ended(more))).toEqual({})
})

test('what a burst leaves unanswered is no silence where others of the burst are answered later', () => {
  const burst = fabricate([...times(11, {}), ...times(13, { status: null })])
  expect(silentAtEndOf(burst)).toBe(13)
  expect(silentAtEndOf(burst.map((one) => (one.response === null ? one : { ...one, endMs: 5000 })))).toBe(0)
  const timedOut = fabricate([...times(13, { status: null }), ...times(3, {})])
  expect(silentAtEndOf(timedOut.map((one) => (one.response === null ? { ...one, endMs: 10_000 } : one)))).toBe(0)
})

test('an answer that breaks off is no silence', () => {
  const failure = { kind: 'reset', message: 'k6 1000', reusedConnection: false, began: true } as const
  expect(silentAtEndOf(fabricate([...times(3, {}), ...times(13, { status: null, failure })]))).toBe(0)
})

test('load.delivered (O19): a target that stops answering until the end is inconclusive', () => {
  const delivered = (rows: readonly FabricatedExchange[]) =>
    judged('load.delivered:limits', rows, {
      scenarios: [scenarioRecord({ processes: [processRecord({ counted: { requests: rows.length, dropped: 0 } })] })],
    })
  const silent = times(6, { phase: 'poll', status: null })
  expect(delivered([...ordinary, ...silent])).toEqual(['inconclusive', 'fell-silent'])
  expect(delivered([...ordinary, ...silent, { phase: 'poll' }])).toEqual(['pass', 'delivered'])
})
