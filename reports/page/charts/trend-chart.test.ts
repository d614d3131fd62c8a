import { expect, test } from 'vitest'
import type { PastRun } from '../../formats/format.ts'
import { trendChart } from './trend-chart.ts'

function run(time: string, violation: number, exitCode: PastRun['exitCode'] = 1): PastRun {
  const summary = { pass: 3000, violation, undocumented: 70, inconclusive: 190, 'not-exercised': 300 }
  return { id: `run-${time}`, time, exitCode, summary }
}

const runs = [
  run('2026-11-19T02:00:00Z', 4),
  run('2026-11-20T02:00:00Z', 0, 2),
  run('2026-11-20T03:10:00Z', 1, 130),
  run('2026-11-21T02:00:00Z', 2),
  run('2026-11-22T02:00:00Z', 0, 0),
]
const { text } = trendChart(runs)

test('violations have a scale of their own', () => {
  expect(text.match(/fill="var\(--violation\)" x="\d[^"]*" y="[^"]*" width="22"/g)).toHaveLength(4)
  expect(text).not.toContain('>190</text>')
  expect(text).toContain('Violations over 3 runs: 4 at first, 0 in the last. 2 without a trustworthy answer.')
})

test('a night without a trustworthy answer is drawn as a gap, not as 0', () => {
  expect(text).toContain('no trustworthy answer: nothing is known of that night')
  expect(trendChart(runs.filter(({ exitCode }) => exitCode < 2)).text).not.toContain('nothing is known')
  expect(text.match(/fill="var\(--pass\)"[^>]*>0<\/text>/g)).toHaveLength(2)
})

test('runs of the same day are labelled with their times', () => {
  expect(text).toContain('>02:00</text>')
  expect(text).toContain('>03:10</text>')
  expect(text.match(/>11-19<\/text>/g)).toHaveLength(2)
})

test('the table lists every run with its exit code, the last run first', () => {
  const rows = [...text.matchAll(/<th scope="row">(\S+ \S+)<\/th><td>[^<]*<\/td><td>(\d+)<\/td>/g)].map(
    ([, time, code]) => [time, code],
  )
  expect(rows[0]).toEqual(['2026-11-22 02:00', '0'])
  expect(rows.map(([, code]) => code)).toEqual(['0', '1', '130', '2', '1'])
})

test('the label of the last of many runs is not cut off', () => {
  const many = Array.from({ length: 30 }, () => run('2026-11-22T02:00:00Z', 1)).map((one, index) => ({
    ...one,
    id: `${index}`,
  }))
  for (const [width, drawing] of [...trendChart(many).text.matchAll(/viewBox="0 0 (\d+) .*?<\/svg>/g)]
    .slice(-2)
    .map(([all, wide]) => [Number(wide), all] as const)) {
    const days = [...drawing.matchAll(/x="([\d.]+)"[^>]*>11-22</g)].map(([, x]) => Number(x))
    expect(days.length).toBeGreaterThan(5)
    expect(Math.max(...days) + 18).toBeLessThanOrEqual(width)
  }
})
