import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { HistoryLine } from '../reports/changes/history-line.ts'
import { addToHistory, openHistory, readHistory } from './history-file.ts'

const line: HistoryLine = {
  schemaVersion: 1,
  id: 'run-1',
  time: '2026-11-20T01:00:00.000Z',
  profile: 'nightly',
  target: 'development',
  catalogHash: 'x',
  durationMs: 1,
  exitCode: 1,
  violations: [{ id: 'aaaaaaaaaaaa', cause: 'wrong-code' }],
  summary: { pass: 1, violation: 1, undocumented: 0, inconclusive: 0, 'not-exercised': 0, known: 0 },
  ...{
    cleared: [],
    limits: ['fixed-window'],
    scenarios: [{ name: 'smoke', ratePerSecond: null, latencyMs: { p50: 1 } }],
  },
}
let path: string

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'history-')), 'deep', 'history.ndjson')
})

describe('the history', () => {
  test('is empty where there is no file, and gives back the lines that were added', () => {
    expect(readHistory(path)).toEqual([])
    addToHistory(path, line)
    addToHistory(path, { ...line, id: 'run-2' })
    expect(readHistory(path).map(({ id }) => id)).toEqual(['run-1', 'run-2'])
    expect(readHistory(path)[0]).toEqual(line)
  })

  test('loses no other line where its last line was cut, wherever that was', () => {
    const whole = JSON.stringify(line)
    for (let length = 1; length < whole.length; length += 1) {
      writeFileSync(path.replace('deep/', ''), `${whole}\n${whole.slice(0, length)}`)
      const cut = path.replace('deep/', '')
      addToHistory(cut, { ...line, id: 'run-2' })
      expect(
        readHistory(cut).map(({ id }) => id),
        `cut after ${length} characters`,
      ).toEqual(['run-1', 'run-2'])
    }
  })

  test('loses nothing where a machine lost its power: NULs stand in place of a line, or of its end', () => {
    addToHistory(path, line)
    for (const left of ['\0'.repeat(300), `${JSON.stringify(line).slice(0, 50)}${'\0'.repeat(300)}`]) {
      appendFileSync(path, left)
      addToHistory(path, { ...line, id: 'run-2' })
    }
    expect(readHistory(path).map(({ id }) => id)).toEqual(['run-1', 'run-2', 'run-2'])
  })

  test.for([
    ['a merge', '<<<<<<< HEAD', 'line 2: the marks of an unresolved merge'],
    ['another value', JSON.stringify({ ...line, exitCode: 7 }), 'line 2: exitCode'],
    ['plain words', 'see ticket 17', 'line 2: not JSON'],
    ['a newer suite', JSON.stringify({ ...line, schemaVersion: 2 }), 'line 2: written by a newer suite'],
  ] as const)('is refused with file and line where it holds %s', ([, text, said]) => {
    addToHistory(path, line)
    appendFileSync(path, `${text}\n`)
    const before = readFileSync(path, 'utf8')
    expect(() => readHistory(path)).toThrow(`${path}, ${said}`)
    expect(readFileSync(path, 'utf8')).toBe(before)
  })

  test.skipIf(!existsSync('/dev/full'))('is told where it cannot be written, and is never read from a device', () => {
    openHistory('/dev/full')
    expect(readHistory('/dev/full')).toEqual([])
    expect(() => addToHistory('/dev/full', line)).toThrow('The history /dev/full cannot be written (ENOSPC).')
  })

  test('is made with its folder, and refused where that is impossible', () => {
    openHistory(path)
    expect(readHistory(path)).toEqual([])
    expect(() => openHistory(join(path, 'below', 'a-file'))).toThrow(/cannot be written \(EEXIST\)/)
    expect(() => readHistory(join(path, '..'))).toThrow(/cannot be read \(EISDIR\)/)
  })
})
