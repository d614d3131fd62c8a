import { expect, test } from 'vitest'
import { mergeRuns, type ShardRun } from './merge.ts'
import type { RecordedRun } from './record.ts'

const shard = (index: number): ShardRun => ({
  directory: `part-${index}`,
  run: {
    plan: {
      ...{ shard: { index, of: 2, entries: [], questions: [], operations: [] }, facts: {}, cleanUps: [] },
      ...{ entries: [], questions: [], operations: [], unselected: [] },
    },
    exchanges: [],
    recording: {
      run: {
        id: `${index}`,
        startedAt: '2026-11-21T00:00:00.000Z',
        finishedAt: '2026-11-21T00:01:00.000Z',
        requests: 20 * index,
        pace: { each: ['everybody'], requestsPerSecond: 7.5 },
      },
      circumstances: {},
      unsent: {},
    },
  } as unknown as RecordedRun,
})

test('the rate at which one shard kept a limit is not said of the whole, and what all sent is', () => {
  const merged = mergeRuns([shard(1), shard(2)], 'whole')
  expect(merged.recording.run).toEqual({
    id: 'whole',
    startedAt: '2026-11-21T00:00:00.000Z',
    finishedAt: '2026-11-21T00:01:00.000Z',
    requests: 60,
    durationMs: 60_000,
  })
})

test('how many exchanges the whole holds is not what the first shard held', () => {
  const first = shard(1)
  const held = { ...first, run: { ...first.run, recording: { ...first.run.recording, exchanges: 7 } } }
  expect(mergeRuns([held, shard(2)], 'whole').recording.exchanges).toBe(0)
})
