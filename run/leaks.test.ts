import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { redaction } from '../evidence/redaction/redaction.ts'
import { deleteLeaks, leaksBefore } from './leaks.ts'
import { makeRunFolder } from './run-folder.ts'

const home = mkdtempSync(join(tmpdir(), 'platform-api-suite-leaks-'))
afterAll(() => rmSync(home, { recursive: true }))

const secret = 'Zx81kkQQ901pL7vT'
const scan = redaction([secret], { times: 2 })

/** The number of bytes of a file that are scanned at a time. */
const border = 1 << 18

test.each(['x', '€', '\\"'])('a secret across the border of two scanned parts is found, after many %s', (filling) => {
  const size = Buffer.byteLength(filling)
  for (const before of [0, 1, 8, 15, 16, 17, 40]) {
    const path = join(home, 'long.txt')
    const rest = border - before
    writeFileSync(path, filling.repeat(Math.floor(rest / size)) + ' '.repeat(rest % size) + secret + 'y'.repeat(9000))
    expect(deleteLeaks(home, scan), `${before} bytes before the border`).toEqual([path])
  }
})

test('a file without a secret is kept, however long it is', () => {
  writeFileSync(join(home, 'clean.txt'), '€ and "much" \\u0041 '.repeat(80_000))
  expect(deleteLeaks(home, scan)).toEqual([])
})

test('files that were in the folder before the run, and files behind a link, are not deleted', () => {
  const folder = mkdtempSync(join(home, 'run-'))
  const elsewhere = mkdtempSync(join(home, 'elsewhere-'))
  for (const path of [join(folder, '.env'), join(elsewhere, 'other-team.env')]) writeFileSync(path, secret)
  symlinkSync(elsewhere, join(folder, 'link'))
  const anHourAgo = Date.now() / 1000 - 3600
  utimesSync(join(folder, '.env'), anHourAgo, anHourAgo)
  makeRunFolder(folder)
  mkdirSync(join(folder, 'deeper'))
  const own = [join(folder, 'deeper', 'summary.md'), join(folder, 'index.html')]
  for (const path of own) writeFileSync(path, secret)
  expect(leaksBefore(folder, scan)).toEqual([join(folder, '.env')])
  expect([...deleteLeaks(folder, scan)].sort()).toEqual(own)
  expect(readdirSync(folder).sort()).toEqual(['.env', 'deeper', 'link', 'plan.json'])
  expect(readdirSync(elsewhere)).toEqual(['other-team.env'])
})
