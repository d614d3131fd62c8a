import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { KnownEntry } from '../reports/changes/known.ts'
import {
  absentBaseline,
  baselineFolderOf,
  changeAlone,
  readKnownFindings,
  readObservations,
  writeKnownFindings,
  writeObservations,
} from './baseline-folder.ts'

const entry: KnownEntry = {
  finding: 'aaaaaaaaaaaa',
  cause: 'server-error',
  check: 'errors.server-error',
  operation: null,
  target: 'any',
  reason: 'PAY-17',
  owner: 'payments',
  since: '2026-11-01',
  until: '2026-12-01',
}
const observation = { operation: 'GET /api/ads/bidding/all', subject: 'with the key: status', value: ['200'] }
let folder: string

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'baseline-')), 'baseline')
})

test('a set folder that does not exist is told, with the command that makes it', () => {
  expect(absentBaseline(folder)).toBe(
    `BASELINE_DIR: ${folder} is not there, so nothing is known and no drift is told; npx suite baseline accept RUN_DIR makes it`,
  )
  mkdirSync(folder)
  expect([absentBaseline(folder), absentBaseline(null)]).toEqual([null, null])
})

test('written files are read back, and no other file is left', () => {
  expect(readKnownFindings(folder, '2026-11-27')).toEqual([])
  expect(readObservations(folder, 'development')).toBeNull()
  writeKnownFindings(folder, [entry])
  writeObservations(folder, 'development', 'run-1', [observation])
  expect(readKnownFindings(folder, '2026-11-27')).toEqual([entry])
  expect(readObservations(folder, 'development')).toEqual({
    schemaVersion: 1,
    acceptedFrom: 'run-1',
    observations: [observation],
  })
  expect(readdirSync(folder)).toEqual(['known-findings.json', 'observations-development.json'])
})

test('a file behind a link is written, and the link stays', () => {
  const kept = join(mkdtempSync(join(tmpdir(), 'kept-')), 'known.json')
  mkdirSync(folder)
  writeFileSync(kept, '')
  symlinkSync(kept, join(folder, 'known-findings.json'))
  writeKnownFindings(folder, [entry])
  expect(lstatSync(join(folder, 'known-findings.json')).isSymbolicLink()).toBe(true)
  expect(readFileSync(kept, 'utf8')).toContain(entry.finding)
})

test('one process at a time changes a folder, and a failed change leaves it free', () => {
  expect(changeAlone(folder, () => writeKnownFindings(folder, [entry]))).toBe(join(folder, 'known-findings.json'))
  expect(() => changeAlone(folder, () => readKnownFindings(folder, '2026-10-01'))).toThrow('still to come')
  expect(readdirSync(folder)).toEqual(['known-findings.json'])
  changeAlone(folder, () => {
    expect(() => changeAlone(folder, () => writeKnownFindings(folder, []), 0)).toThrow(
      `${folder} is being changed by another process. Where none runs, remove ${join(folder, 'changing.lock')}`,
    )
  })
  expect(readKnownFindings(folder, '2026-11-27')).toEqual([entry])
})

test('a link that leads nowhere is no file that was never written', () => {
  mkdirSync(folder)
  symlinkSync(join(folder, 'gone.json'), join(folder, 'known-findings.json'))
  expect(() => readKnownFindings(folder, '2026-11-27')).toThrow(/cannot be read \(a link that leads nowhere\)/)
})

test('an observation that stands in a baseline twice is refused with its line', () => {
  writeObservations(folder, 'development', 'run-1', [observation, { ...observation, value: ['204'] }])
  expect(() => readObservations(folder, 'development')).toThrow(
    /observations-development\.json, line 6: operation and subject stand here a second time\. \S/,
  )
})

/** Node's own recursive `mkdir` never returns there. */
test.skipIf(!existsSync('/proc/self'))('a folder that nobody can make is refused', () => {
  expect(() => writeKnownFindings('/proc/nope/deeper', [entry])).toThrow(
    /known-findings\.json cannot be written \(ENOENT\)/,
  )
})

test('the usual folder is used where it exists, and a file in its place is refused', () => {
  const parent = join(folder, '..')
  expect(baselineFolderOf(null, parent)).toBeNull()
  mkdirSync(folder)
  expect(baselineFolderOf(null, parent)).toBe(folder)
  writeFileSync(join(parent, 'file'), '')
  expect(() => baselineFolderOf('file', parent)).toThrow('BASELINE_DIR')
})

describe('a broken file is refused with its line, and stays as it is', () => {
  const lines = () => readFileSync(join(folder, 'known-findings.json'), 'utf8').split('\n')
  const change = (edit: (text: string) => string) => {
    writeKnownFindings(folder, [entry, { ...entry, finding: 'bbbbbbbbbbbb' }])
    const broken = edit(lines().join('\n'))
    writeFileSync(join(folder, 'known-findings.json'), broken)
    return broken
  }
  test.for<[name: string, edit: (text: string) => string, said: RegExp]>([
    ['cut', (text) => text.slice(0, 150), /line 4: not JSON/],
    ['a comma too many', (text) => text.replace('}\n  ]', '},\n  ]'), /line \d+: not JSON/],
    [
      'a merge',
      (text) => text.replace('  "known"', '<<<<<<< HEAD\n  "known"'),
      /line 3: the marks of an unresolved merge/,
    ],
    ['too new', (text) => text.replace('1,', '2,'), /written by a newer suite \(schemaVersion 2/],
    [
      'a target that is none',
      (text) => text.replace(/"target":"\w+"(?=[^\n]*\n {2}\])/, '"target":"prod"'),
      /line 5: known\.1\.target must be equal to one of the allowed values: development, production, any\./,
    ],
    [
      'an owner gone',
      (text) => text.replace(/"owner":"payments",(?=[^\n]*\n {2}\])/, ''),
      /line 5: known\.1 must have/,
    ],
    [
      'a date of no kind',
      (text) => text.replace('"2026-12-01"', '"soon"'),
      /line 4: known\.0\.until must match format "date"/,
    ],
    [
      'too long',
      (text) => text.replace('"2026-12-01"', '"2027-12-01"'),
      /entry 1 \(aaaaaaaaaaaa\): its "until".*at most 90/,
    ],
    ['another thing', () => '[]', /line 1: the file must be object/],
    ['empty', () => '', /line 1: not JSON/],
  ])('%s', ([, edit, said]) => {
    const broken = change(edit)
    expect(() => readKnownFindings(folder, '2026-11-27')).toThrow(said)
    expect(() => readKnownFindings(folder, '2026-11-27')).toThrow(/known-findings\.json/)
    expect(lines().join('\n')).toBe(broken)
  })

  test('unreadable', () => {
    mkdirSync(join(folder, 'known-findings.json'), { recursive: true })
    expect(() => readKnownFindings(folder, '2026-11-27')).toThrow(/cannot be read \(EISDIR\)/)
    expect(() => writeKnownFindings(folder, [])).toThrow(/cannot be written/)
  })
})
