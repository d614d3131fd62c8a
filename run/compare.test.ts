import { expect, test } from 'vitest'
import { compareRun } from './compare.ts'
import type { JudgedRun } from './judge.ts'
import type { RecordedRun } from './record.ts'

const operation = 'GET /api/video/details/all'

test('a changed limit is of the product of its operation, also in a run of load alone, whose plan has no operations', () => {
  const was = { operation, subject: 'limit: kind', value: 'fixed-window' }
  const intervals = { quotaInterval: null, windowIntervalMs: null, refillInterval: null }
  const limit = { operation, algorithm: 'token-bucket', ...intervals, retryAfter: {} }
  const recorded = {
    plan: { operations: [], facts: { seed: 1 } },
    recording: {
      memory: { today: '2026-11-30', accepted: { run: 'r1', observations: [was] }, known: null, history: [] },
      run: { id: 'r2', target: 'development', profile: 'nightly', startedAt: '2026-11-30T02:17:00.000Z' },
    },
  } as unknown as RecordedRun
  const judged = {
    contracts: { outcomes: new Map() },
    load: { results: { limits: [limit] } },
    findings: [{ id: 'a', check: 'limits.code', operation, product: 'Livestream', verdict: 'pass' }],
  } as unknown as JudgedRun
  expect(compareRun(recorded, judged).drift).toMatchObject([
    { check: 'drift.changed:limit: kind', product: 'Livestream' },
  ])
})
