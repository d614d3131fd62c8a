import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { redaction } from '../evidence/redaction/redaction.ts'
import { deleteLeaks, foreignLeaks } from './leaks.ts'

const home = mkdtempSync(join(tmpdir(), 'platform-api-suite-leaks-'))
afterAll(() => rmSync(home, { recursive: true }))

const secret = 'Zx81kkQQ901pL7vT'
const scan = redaction([secret], { times: 2 })

/** The number of bytes of a file that are scanned at a time. */
const border = 1 << 18

test.each(['x', '€', '\\"'])('a secret across the border of two scanned parts is found, after many %s', (filling) => {
  const size = Buffer.byteLength(filling)
  for (const before of [0, 1, 8, 15, 16, 17, 40]) {
    const path = join(home, 'index.html')
    const rest = border - before
    writeFileSync(path, filling.repeat(Math.floor(rest / size)) + ' '.repeat(rest % size) + secret + 'y'.repeat(9000))
    expect(deleteLeaks(home, scan), `${before} bytes before the border`).toEqual([path])
  }
})

test('a file without a secret is kept, however long it is', () => {
  writeFileSync(join(home, 'summary.md'), '€ and "much" \\u0041 '.repeat(80_000))
  expect(deleteLeaks(home, scan)).toEqual([])
})

test('files that the run did not write are not deleted, whenever they were written, nor is anything in deeper folders or behind a link', () => {
  const folder = mkdtempSync(join(home, 'run-'))
  const elsewhere = mkdtempSync(join(home, 'elsewhere-'))
  const foreign = join(folder, 'service.log')
  mkdirSync(join(folder, 'deeper'))
  symlinkSync(elsewhere, join(folder, 'link'))
  symlinkSync(join(folder, 'gone'), join(folder, 'summary.md'))
  for (const path of [foreign, join(folder, 'deeper', 'index.html'), join(elsewhere, 'index.html')])
    writeFileSync(path, secret)
  const own = [join(folder, 'index.html'), join(folder, 'k6-smoke.html')]
  for (const path of own) writeFileSync(path, secret)
  expect(foreignLeaks(folder, scan)).toEqual([foreign])
  expect([...deleteLeaks(folder, scan)].sort()).toEqual(own)
  expect(readdirSync(folder).sort()).toEqual(['deeper', 'link', 'service.log', 'summary.md'])
  expect(readdirSync(elsewhere)).toEqual(['index.html'])
})
