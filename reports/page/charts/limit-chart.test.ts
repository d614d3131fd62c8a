import { expect, test } from 'vitest'
import { reportedRun } from '../../../trust/recordings/recordings.ts'
import { limitChart, storyOf } from './limit-chart.ts'

test('answers count up, a wait starts anew, and every sign has its place', () => {
  const story = storyOf([
    { at: 0, kind: 'accepted', status: 200 },
    { at: 100, kind: 'accepted', status: 200 },
    { at: 200, kind: 'refused', status: 429 },
    { at: 200, kind: 'wait', status: null, ms: 1000 },
    { at: 1200, kind: 'recovered', status: 200 },
    { at: 1300, kind: 'failed', status: null },
    { at: 1400, kind: 'still-refused', status: 429 },
  ])
  expect(story.answered).toEqual([
    [0, 1],
    [0.1, 2],
    [0.2, 2],
    [0.2, null],
    [1.2, 1],
  ])
  expect(story.refused).toEqual([[0.2, 2]])
  expect(story.waits).toEqual([[0.2, 1.2]])
  expect(story.recovered).toEqual([[1.2, 1]])
  expect(story.stillRefused).toEqual([[1.4, 1]])
  expect(story.rounds).toEqual([0, 1.2])
  expect(story.counts).toEqual({ answered: 3, refused: 1 })
})

test('a chart names quota and window, twice for two widths, without inline style or counters of the library', () => {
  const [limit] = reportedRun('limited').results.load.limits
  if (limit === undefined) throw new Error('no limit')
  const first = limitChart(limit, 0).text
  expect(first).toContain('quota 20')
  expect(first).toContain('window 2 s')
  expect(first.match(/<svg /g)).toHaveLength(2)
  expect(/ style="|<style|zr\d|ecmeta/.exec(first)).toBeNull()
  expect(limitChart(limit, 0).text).toBe(first)
})

test('what cannot be told is not drawn, and many refusals are bounded', () => {
  const [limit] = reportedRun('limited').results.load.limits
  if (limit === undefined) throw new Error('no limit')
  const timeline = Array.from({ length: 20_000 }, (_, at) => ({ at, kind: 'refused' as const, status: 429 }))
  const text = limitChart({ ...limit, quota: null, windowMs: null, timeline }, 0).text
  expect(text).not.toContain('quota 20')
  expect(text.length).toBeLessThan(250_000)
})
