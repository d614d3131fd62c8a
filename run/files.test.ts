import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { lineFile, writeJson, writeText } from './files.ts'
import { UsageError } from './usage-error.ts'

const home = mkdtempSync(join(tmpdir(), 'platform-api-suite-files-'))
afterAll(() => rmSync(home, { recursive: true }))

/** A device that is always full: no such thing outside of Linux. */
const full = '/dev/full'

describe('a file that cannot be written is named, with the reason', () => {
  test('a folder in its place', () => {
    mkdirSync(join(home, 'summary.md'))
    const words = `${join(home, 'summary.md')} cannot be written (EISDIR: illegal operation on a directory)`
    expect(() => writeText(home, 'summary.md', 'x')).toThrow(new UsageError(words))
    expect(() => lineFile(join(home, 'summary.md'))).toThrow(new UsageError(words))
  })

  test.skipIf(!existsSync(full))('a full disk', () => {
    symlinkSync(full, join(home, 'full.json'))
    const words = `${join(home, 'full.json')} cannot be written (ENOSPC: no space left on device)`
    expect(() => writeJson(home, 'full.json', {})).toThrow(new UsageError(words))
  })

  test.skipIf(!existsSync(full))('a disk that is full before the last line', async () => {
    let failures = 0
    const failed = Promise.withResolvers<void>()
    const lines = lineFile(full, () => {
      failures += 1
      failed.resolve()
    })
    lines.add({ line: 1 })
    await failed.promise
    lines.add({ line: 2 })
    await expect(lines.end()).rejects.toThrow(
      new UsageError(`${full} cannot be written (ENOSPC: no space left on device)`),
    )
    expect(failures).toBe(1)
  })

  test.skipIf(!existsSync(full))('a disk that is full at the very end', async () => {
    const lines = lineFile(full)
    lines.add({ line: 1 })
    await expect(lines.end()).rejects.toThrow(UsageError)
  })
})

test('lines are all there once their file has ended', async () => {
  const path = join(home, 'lines.ndjson')
  const lines = lineFile(path)
  for (let line = 0; line < 1_000; line += 1) lines.add({ line })
  await lines.end()
  expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(1_000)
})
