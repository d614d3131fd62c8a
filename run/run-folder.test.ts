import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { UsageError } from '../evidence/usage-error.ts'
import { writeJson } from './files.ts'
import { makeRunFolder, refuseFolderOfAnotherRun } from './run-folder.ts'

const home = mkdtempSync(join(tmpdir(), 'platform-api-suite-folder-'))
afterAll(() => rmSync(home, { recursive: true }))

describe('the folder of a run', () => {
  test('is made with every level above it, and may exist already', () => {
    const deep = join(home, 'some', 'levels', 'down')
    mkdirSync(join(home, 'some', 'levels'), { recursive: true })
    makeRunFolder(deep)
    expect(existsSync(deep)).toBe(true)
    const there = join(home, 'there')
    mkdirSync(there)
    makeRunFolder(there)
  })

  test('belongs to one run: another that begins meanwhile, or after a run that was cut off, is refused', () => {
    const shared = join(home, 'shared')
    makeRunFolder(shared)
    expect(() => makeRunFolder(shared)).toThrow(`${shared} holds a run already`)
    expect(() => refuseFolderOfAnotherRun(shared)).toThrow(UsageError)
  })

  test('may lie behind a link', () => {
    mkdirSync(join(home, 'real'))
    symlinkSync(join(home, 'real'), join(home, 'link'))
    makeRunFolder(join(home, 'link', 'run'))
    expect(existsSync(join(home, 'real', 'run'))).toBe(true)
  })

  test('is refused where it holds the results of a run', () => {
    const taken = join(home, 'taken')
    mkdirSync(taken)
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
