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
      memory: { failOn: [] },
      unsent: {},
    },
  } as unknown as RecordedRun,
})

test('the merged run has the requests of all shards, but not the pace of one of them', () => {
  const merged = mergeRuns([shard(1), shard(2)], 'whole')
  expect(merged.recording.run).toEqual({
    id: 'whole',
    startedAt: '2026-11-21T00:00:00.000Z',
    finishedAt: '2026-11-21T00:01:00.000Z',
    requests: 60,
    durationMs: 60_000,
  })
})

test('the merged run does not take its number of exchanges from the first shard', () => {
  const first = shard(1)
  const held = { ...first, run: { ...first.run, recording: { ...first.run.recording, exchanges: 7 } } }
  expect(mergeRuns([held, shard(2)], 'whole').recording.exchanges).toBe(0)
})

const changed = (part: ShardRun, plan: object, recording: object): ShardRun => ({
  ...part,
  run: {
    ...part.run,
    plan: { ...part.run.plan, ...plan },
    recording: { ...part.run.recording, ...recording },
  } as RecordedRun,
})

test.for<[what: string, plan: object, recording: object]>([
  ['another set of settings', { facts: { allowEffects: ['delete'] } }, {}],
  ['another set of --min-exercised, --min-judged and --fail-on', {}, { circumstances: { minExercised: 90 } }],
  ['another set of --min-exercised, --min-judged and --fail-on', {}, { memory: { failOn: ['drift'] } }],
])('shards that differ in settings or in options of the gate are not merged: %s', ([what, plan, recording]) => {
  expect(() => mergeRuns([shard(1), changed(shard(2), plan, recording)], 'whole')).toThrow(
    `part-2 has ${what} than part-1`,
  )
})

test('a shard that was compared with development is not merged with one that was not', () => {
  const compared = { ...shard(1), run: { ...shard(1).run, twin: {} } as RecordedRun }
  expect(() => mergeRuns([compared, shard(2)], 'whole')).toThrow('part-2 has another comparison with development than')
})
