import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execPath } from 'node:process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { executable } from '../tools/executable.ts'

const asOldNode = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'20.11.0'}})`
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'node-version-'))
  copyFileSync(new URL('../../node-version.mjs', import.meta.url), join(folder, 'node-version.mjs'))
  writeFileSync(join(folder, 'started.mjs'), `console.log('started by the old one')`)
})
afterEach(() => rmSync(folder, { recursive: true }))

const words = () => ['--import', asOldNode, '--import', './node-version.mjs', 'started.mjs', 'run', 'gate']

/** In the place of the Node that `npm ci` installs. */
function bundled(script: string): void {
  const file = join(folder, 'node_modules/node/bin/node')
  mkdirSync(dirname(file), { recursive: true })
  executable(file, script)
}

test('an old Node hands over to the one that was installed, and ends as that does', () => {
  bundled('echo "$@"; exit 130')
  const { stdout, status } = spawnSync(execPath, words(), { cwd: folder, encoding: 'utf8' })
  expect(stdout).toMatch(/--import \.\/node-version\.mjs .*started\.mjs run gate\n$/)
  expect(status).toBe(130)
})

test('a signal is handed on', { timeout: 20_000 }, async () => {
  bundled(`trap 'echo told; exit 130' TERM; echo ready; while :; do sleep 0.05; done`)
  const child = spawn(execPath, words(), { cwd: folder })
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([130, null])
})

test('a signal before the other one listens is an interruption all the same', { timeout: 20_000 }, async () => {
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

test('an end that nobody asked for is no interruption', { timeout: 20_000 }, () => {
  bundled('kill -9 $$')
  expect(spawnSync(execPath, words(), { cwd: folder }).status).toBe(2)
})

test('without one it says in a sentence what is missing', () => {
  const { stdout, stderr, status } = spawnSync(execPath, words(), { cwd: folder, encoding: 'utf8' })
  expect(stdout).toBe('')
  expect(stderr).toMatch(/^The suite needs Node 22\.18 or later and got 20\.11\.0: .*\n$/)
  expect(status).toBe(2)
})

test('tests without their packages say in a sentence what to do', () => {
  const test = ['--import', './node-version.mjs', 'node_modules/vitest/vitest.mjs', 'run']
  const { stdout, stderr, status } = spawnSync(execPath, test, { cwd: folder, encoding: 'utf8' })
  expect([stdout, stderr, status]).toEqual([
    '',
    expect.stringMatching(/^The tests need .*npm ci --include=dev.*\n$/),
    2,
  ])
})
