import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { lineFile, makeRunFolder, writeJson, writeText } from './run-folder.ts'
import { UsageError } from './usage-error.ts'

const home = mkdtempSync(join(tmpdir(), 'platform-api-suite-folder-'))
afterAll(() => rmSync(home, { recursive: true }))

/** A device that is always full: no such thing outside of Linux. */
const full = '/dev/full'

describe('the folder of a run', () => {
  test('is made with every level above it, and may be there', () => {
    const deep = join(home, 'some', 'levels', 'down')
    makeRunFolder(deep)
    makeRunFolder(deep)
    expect(existsSync(deep)).toBe(true)
  })

  test('may lie behind a link', () => {
    mkdirSync(join(home, 'real'))
    symlinkSync(join(home, 'real'), join(home, 'link'))
    makeRunFolder(join(home, 'link', 'run'))
    expect(existsSync(join(home, 'real', 'run'))).toBe(true)
  })

  test('is not made twice', () => {
    const taken = join(home, 'taken')
    makeRunFolder(taken)
    writeJson(taken, 'results.json', {})
    expect(() => makeRunFolder(taken)).toThrow(`${taken} holds a run already`)
  })

  test.for([
    ['a file', (path: string) => writeFileSync(path, ''), ''],
    ['below a file', (path: string) => writeFileSync(path, ''), 'run'],
    ['far below a file', (path: string) => writeFileSync(path, ''), 'some/levels/run'],
    ['a link to nothing', (path: string) => symlinkSync(join(home, 'nothing'), path), ''],
    ['below a link to nothing', (path: string) => symlinkSync(join(home, 'nothing'), path), 'run'],
    ['below a link to itself', (path: string) => symlinkSync(path, path), 'run'],
  ] as const)('is refused where it is %s', ([name, put, below]) => {
    const path = join(home, name.replaceAll(' ', '-'))
    put(path)
    expect(() => makeRunFolder(join(path, below))).toThrow(UsageError)
    expect(() => makeRunFolder(join(path, below))).toThrow(/^The run folder .* cannot be made \([A-Z]+: /)
    expect(existsSync(join(home, 'nothing'))).toBe(false)
  })

  test.skipIf(!existsSync('/proc/self')).for(['/proc/nope', '/proc/nope/deeper'])('is refused at %s', (path) => {
    expect(() => makeRunFolder(path)).toThrow(`The run folder ${path} cannot be made (ENOENT: `)
  })
})

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
