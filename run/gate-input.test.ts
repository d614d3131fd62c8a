import { describe, expect, test } from 'vitest'
import type { Finding } from '../evidence/finding.ts'
import { gateInput } from './gate-input.ts'
import type { JudgedRun } from './judge.ts'
import { type RecordedRun, spoiledBy } from './record.ts'

const told = (...checks: readonly string[]) => checks.map((check) => ({ check, verdict: 'pass' }) as Finding)
const contracts = { asksContracts: true, minJudged: 50 }
const passed = told('errors.code')
const noTrouble = { stale: [], expired: [], unmatched: [] }
const drifted = told('drift.new:status', 'drift.gone:status')
const apart = told('parity.changed:status')

describe('the input of the gate', () => {
  const inputOf = ({
    failOn = [],
    scenarios,
  }: Partial<{ failOn: readonly ('drift' | 'parity')[]; scenarios: readonly object[] }>) => {
    const load = scenarios === undefined ? null : { scenarios }
    const facts = { hasKey: true, baseUrl: 'http://127.0.0.1' }
    const run = {
      plan: { facts, operations: [] },
      recording: { memory: { failOn, accepted: null }, circumstances: contracts, load },
      exchanges: [],
    }
    const judged = {
      contracts: {
        findings: passed,
        outcomes: new Map(),
        learned: { keyRefused: false, keyValid: { from: null, until: null }, turnedAway: [] },
      },
      load: null,
    }
    return gateInput(run as unknown as RecordedRun, judged as unknown as JudgedRun, {
      findings: passed,
      known: noTrouble,
      untold: [],
      dropped: [],
      drift: drifted,
      parity: apart,
    })
  }

  test.for([
    [[], []],
    [['drift'], drifted],
    [
      ['parity', 'drift'],
      [...apart, ...drifted],
    ],
  ] as const)('has the differences that --fail-on names: %s', ([failOn, differing]) => {
    expect(inputOf({ failOn }).differing).toEqual(differing)
    expect(inputOf({ failOn }).withoutBaseline).toBe(failOn.length > 0)
  })

  test('has a leak beside the other circumstances, and the number of answers under load', () => {
    expect(inputOf({}).circumstances).toEqual(contracts)
    const run = { recording: { circumstances: contracts } } as unknown as RecordedRun
    const { recording } = spoiledBy(run, 'A key stood')
    expect(recording.circumstances).toEqual({ ...contracts, spoiled: 'A key stood' })
    expect(inputOf({}).load).toBeNull()
    const measured = {
      ...{ all: { requests: 9, limited: 0, failed: 2 }, products: {}, slices: [] },
      operations: [{ statuses: { 0: 2, 200: 7 } }],
    }
    const scenario = { name: 'smoke', skipped: null, stopped: null, measured }
    expect(inputOf({ scenarios: [scenario] }).load?.answers).toBe(7)
  })
})
