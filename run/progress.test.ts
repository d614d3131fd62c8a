import { stderr } from 'node:process'
import { afterEach, expect, test, vi } from 'vitest'
import type { Terminal } from '../reports/terminal/terminal.ts'
import { progressWriter } from './progress.ts'

const told =
  '  contracts: 3470 questions on 265 operations; 1004 requests and at most 1977 more; about 11 s, 5 min 0 s at most'
const log: Terminal = { columns: 80, colour: false, interactive: false, quiet: false }

afterEach(() => vi.restoreAllMocks())

function written(terminal: Terminal): string[] {
  let text = ''
  vi.spyOn(stderr, 'write').mockImplementation((part: unknown) => {
    text += String(part)
    return true
  })
  const output = progressWriter(terminal, (line) => line)
  output.line(told)
  output.end()
  return text.trimEnd().split('\n')
}

test('a long line is wrapped on a screen, and no word is cut', () => {
  const lines = written({ ...log, interactive: true })
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
  expect(lines.map((line) => line.trim()).join(' ')).toBe(told.trim())
})

test('a long line stays whole in a log', () => {
  expect(written(log)).toEqual([told])
})

test('the time left counts down while the suite waits for a limit', () => {
  vi.useFakeTimers()
  let text = ''
  vi.spyOn(stderr, 'write').mockImplementation((part: unknown) => {
    text += String(part)
    return true
  })
  const output = progressWriter(log, (line) => line)
  output.stage('contracts')
  output.share(0.5, true, 60_000)
  vi.advanceTimersByTime(20_000)
  output.end()
  vi.useRealTimers()
  expect(text.split('\n').filter((line) => line.includes('left'))).toEqual([
    expect.stringContaining('about 55 s left'),
    expect.stringContaining('about 50 s left'),
    expect.stringContaining('about 45 s left'),
    expect.stringContaining('about 40 s left'),
  ])
})
