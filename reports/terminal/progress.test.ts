import { expect, test } from 'vitest'
import { progressEnd, progressLine, progressStart, progressStep, type StageProgress } from './progress.ts'
import type { Terminal } from './terminal.ts'

const log: Terminal = { interactive: false, columns: 120, colour: false, quiet: false }
const person: Terminal = { ...log, interactive: true, columns: 100 }
const contracts: StageProgress = { stage: 'contracts', share: 0.25, requests: 120, limited: 0, isWaiting: false }

test('a line tells stage, share, requests and the time left', () => {
  expect(progressLine(contracts, 10_000, log)).toBe('contracts  25 %  120 requests  about 30 s left')
})

test('a line tells how many requests a limit refused, and that the suite waits', () => {
  expect(progressLine({ ...contracts, limited: 194, isWaiting: true }, 10_000, log)).toBe(
    'contracts  25 %  120 requests  194 limited  waiting as a limit asks  about 30 s left',
  )
  // A service that answers 503 limits nobody.
  expect(progressLine({ ...contracts, isWaiting: true }, 10_000, log)).toContain('  waiting for the service  ')
})

test.for([
  [{ ...contracts, share: 0, requests: 0 }, 0, 'contracts  0 %'],
  [{ ...contracts, share: 1, requests: 480 }, 4200, 'contracts  100 %  480 requests  4.2 s'],
  [{ ...contracts, stage: 'load', share: null, requests: 31 }, 9000, 'load  31 requests  9 s'],
  [{ ...contracts, stage: 'judging', share: null, requests: 0 }, 0, 'judging'],
] as const)('no time is guessed where nothing is known: %#', ([progress, elapsed, line]) => {
  expect(progressLine(progress, elapsed, log)).toBe(line)
})

test.for([20, 40, 60, 100, 200])('on %d columns a line is not longer than the screen', (columns) => {
  for (const share of [0.5, null]) {
    const line = progressLine({ ...contracts, share, limited: 99, isWaiting: true }, 1e7, { ...person, columns })
    expect(line.length).toBeLessThan(columns)
  }
})

test('a log gets a plain line at the beginning, every five seconds, and at the end', () => {
  let state = progressStart(0)
  const written: string[] = []
  for (let now = 0; now <= 12_000; now += 100) {
    const step = progressStep(state, { ...contracts, share: now / 12_000 }, now, log)
    state = step.state
    if (step.text !== '') written.push(step.text)
  }
  expect(written).toHaveLength(4)
  expect(written.join('')).toMatch(/^(contracts [\w .%]+\n){4}$/)
  expect(progressEnd(state, log)).toBe('')
})

test('the end of a stage is told once, even if more progress follows', () => {
  let state = progressStart(0)
  const texts = [1, 2, 3].map((requests) => {
    const step = progressStep(state, { ...contracts, share: 1, requests }, requests, log)
    state = step.state
    return step.text
  })
  expect(texts).toEqual(['contracts  100 %  1 request\n', '', ''])
})

test('load tells its rate, and where the service decides how long it takes, the longest time left', () => {
  // k6 needs time to start, so the elapsed time tells nothing about the time left.
  const smoke = { ...contracts, stage: 'smoke', ratePerSecond: 12, leftMs: 6000 }
  expect(progressLine(smoke, 10_000, log)).toBe('smoke  25 %  120 requests  12/s  about 6 s left')
  const limits = { ...smoke, stage: 'limits', share: null, limited: 8, leftMs: 73_200 }
  expect(progressLine(limits, 10_000, log)).toBe('limits  120 requests  12/s  8 limited  at most 1 min 14 s left')
})

test('an interactive terminal gets one line, which is overwritten, and wiped at the end', () => {
  const first = progressStep(progressStart(0), contracts, 50, person)
  expect(first.text).toContain('\r\u001b[2K━━━━━───────────────  contracts')
  expect(progressStep(first.state, contracts, 100, person).text).toBe('')
  expect(progressStep(first.state, contracts, 150, person).text).not.toBe('')
  expect(progressEnd(first.state, person)).toBe('\r\u001b[2K')
})

test('a new stage is told at once and has a time of its own', () => {
  const first = progressStep(progressStart(0), contracts, 0, log)
  const second = progressStep(first.state, { ...contracts, stage: 'load', share: null, requests: 0 }, 60_000, log)
  expect(second.text).toBe('load\n')
  expect(second.state.startedAt).toBe(60_000)
})

test('nothing is written under --quiet', () => {
  const quiet = { ...person, quiet: true }
  const { state, text } = progressStep(progressStart(0), contracts, 0, quiet)
  expect(text + progressEnd(state, quiet)).toBe('')
})
