import { expect, test } from 'vitest'
import { type Progress, progressEnd, progressLine, progressStart, progressStep } from './progress.ts'
import type { Terminal } from './terminal.ts'

const log: Terminal = { interactive: false, columns: 120, colour: false, quiet: false }
const person: Terminal = { ...log, interactive: true, columns: 100 }
const contracts: Progress = { stage: 'contracts', done: 120, planned: 480, limited: 0 }

test('a line says stage, done, planned, share and the time that is left', () => {
  expect(progressLine(contracts, 10_000, log)).toBe('contracts  120 of 480  25 %  about 30 s left')
})

test('a limit is said, and its wait bounds the time that is left from below', () => {
  const waiting = { ...contracts, limited: 3, waitMs: 90_000 }
  expect(progressLine(waiting, 10_000, log)).toBe(
    'contracts  120 of 480  25 %  3 limited, waiting 1 min 30 s  about 1 min 30 s left',
  )
})

test.for([
  [{ ...contracts, done: 0 }, 0, 'contracts  0 of 480  0 %'],
  [{ ...contracts, done: 480 }, 4200, 'contracts  480 of 480  100 %  4.2 s'],
  [{ ...contracts, done: 0, planned: 0 }, 0, 'contracts  0 of 0  100 %  0 ms'],
] as const)('no time is guessed where nothing is known: %#', ([progress, elapsed, line]) => {
  expect(progressLine(progress, elapsed, log)).toBe(line)
})

test.for([20, 40, 60, 100, 200])('on %d columns it is no longer than the screen', (columns) => {
  const line = progressLine({ ...contracts, limited: 99, waitMs: 1e6 }, 1e7, { ...person, columns })
  expect(line.length).toBeLessThan(columns)
})

test('a log gets a plain line at once, every five seconds, and at the end', () => {
  let state = progressStart(0)
  const written: string[] = []
  for (let now = 0; now <= 12_000; now += 100) {
    const step = progressStep(state, { ...contracts, done: now / 25 }, now, log)
    state = step.state
    if (step.text !== '') written.push(step.text)
  }
  expect(written).toHaveLength(4)
  expect(written.join('')).toMatch(/^(contracts [\w .%]+\n){4}$/)
  expect(progressEnd(state, log)).toBe('')
})

test('a person gets one line that is written over and wiped away at the end', () => {
  const first = progressStep(progressStart(0), contracts, 50, person)
  expect(first.text).toContain('\r\u001b[2K━━━━━───────────────  contracts')
  expect(progressStep(first.state, contracts, 100, person).text).toBe('')
  expect(progressStep(first.state, contracts, 150, person).text).not.toBe('')
  expect(progressEnd(first.state, person)).toBe('\r\u001b[2K')
})

test('a new stage is told at once and has a time of its own', () => {
  const first = progressStep(progressStart(0), contracts, 0, log)
  const second = progressStep(first.state, { ...contracts, stage: 'limits', done: 0 }, 60_000, log)
  expect(second.text).toBe('limits  0 of 480  0 %\n')
  expect(second.state.startedAt).toBe(60_000)
})

test('quiet is quiet', () => {
  const quiet = { ...person, quiet: true }
  const { state, text } = progressStep(progressStart(0), contracts, 0, quiet)
  expect(text + progressEnd(state, quiet)).toBe('')
})
