import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execPath } from 'node:process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { executable } from '../tools/executable.ts'

const asNode = (version: string) =>
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'${version}'}})`
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'node-version-'))
  copyFileSync(new URL('../../node-version.mjs', import.meta.url), join(folder, 'node-version.mjs'))
  writeFileSync(join(folder, 'started.mjs'), `console.log('started by this one')`)
})
afterEach(() => rmSync(folder, { recursive: true }))

const words = (version = '20.11.0') => [
  '--import',
  asNode(version),
  '--import',
  './node-version.mjs',
  'started.mjs',
  'run',
  'gate',
]

/** Puts this script in the place of the Node that `npm ci` installs. */
function bundled(script: string): void {
  const file = join(folder, 'node_modules/node/bin/node')
  mkdirSync(dirname(file), { recursive: true })
  executable(file, script)
}

test.for(['20.11.0', '22.23.3', '23.11.1', '24.3.0'])(
  'Node %s starts the installed one with the same words, and ends with its exit code',
  (version) => {
    bundled('echo "$@"; exit 130')
    const { stdout, status } = spawnSync(execPath, words(version), { cwd: folder, encoding: 'utf8' })
    expect(stdout).toMatch(/--import \.\/node-version\.mjs .*started\.mjs run gate\n$/)
    expect(status).toBe(130)
  },
)

test.for(['24.4.0', '26.0.0'])('Node %s runs the suite itself', (version) => {
  bundled('exit 130')
  expect(spawnSync(execPath, words(version), { cwd: folder, encoding: 'utf8' }).stdout).toBe('started by this one\n')
})

test('a signal is handed on to the installed Node', { timeout: 20_000 }, async () => {
  bundled(`trap 'echo told; exit 130' TERM; echo ready; while :; do sleep 0.05; done`)
  const child = spawn(execPath, words(), { cwd: folder })
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([130, null])
})

test('a signal before the installed Node listens is an interruption too', { timeout: 20_000 }, async () => {
  bundled('echo ready; exec sleep 20')
  const child = spawn(execPath, words(), { cwd: folder })
  let said = ''
  child.stderr.on('data', (data) => {
    said += String(data)
  })
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([130, null])
  expect(said).toBe('Interrupted (SIGINT)\n')
})

test('an installed Node that was killed is no interruption: exit 2', { timeout: 20_000 }, () => {
  bundled('kill -9 $$')
  expect(spawnSync(execPath, words(), { cwd: folder }).status).toBe(2)
})

test('an old Node without an installed one tells in a sentence what is missing', () => {
  const { stdout, stderr, status } = spawnSync(execPath, words(), { cwd: folder, encoding: 'utf8' })
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^The suite needs Node 24\.4 or later and got 20\.11\.0: .*\n$/)
  expect(status).toBe(2)
})

test('tests without their packages tell in a sentence what to do', () => {
  const test = ['--import', './node-version.mjs', 'node_modules/vitest/vitest.mjs', 'run']
  const { stdout, stderr, status } = spawnSync(execPath, test, { cwd: folder, encoding: 'utf8' })
  expect([stdout, stderr, status]).toEqual([
    '',
    expect.stringMatching(/^The tests need .*npm ci --include=dev.*\n$/),
    2,
  ])
})
