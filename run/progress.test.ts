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

test('on a screen a long line is told in several, none wider than it, and no word is cut', () => {
  const lines = written({ ...log, interactive: true })
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
  expect(lines.map((line) => line.trim()).join(' ')).toBe(told.trim())
})

test('in a log it stays in one piece', () => {
  expect(written(log)).toEqual([told])
})
