import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Is loaded before the suite, and prints at the end every module that was loaded, one a line. */
const watcher = `import { registerHooks } from 'node:module'
const urls = []
registerHooks({ load: (url, context, next) => { urls.push(url); return next(url, context) } })
process.on('exit', () => process.stderr.write(urls.join('\\n')))`

async function loadedBy(...words: readonly string[]): Promise<string> {
  const preload = `data:text/javascript,${encodeURIComponent(watcher)}`
  const suite = resolve(import.meta.dirname, '../../suite.ts')
  const { PATH = '', HOME = '' } = process.env
  const env = {
    PATH,
    HOME,
    DEV_BASE_URL: 'http://127.0.0.1:9',
    DEV_API_KEY: 'a-key-of-a-test',
    HISTORY_FILE: '/dev/null',
  }
  const { stderr } = await promisify(execFile)(process.execPath, ['--import', preload, suite, ...words], { env })
  return stderr
}

test('a run loads neither a service nor modules that only other commands need', async () => {
  const loaded = await loadedBy('run', 'gate', '--dry-run')
  expect(loaded).toContain('/run/prepare.ts')
  const heavy = [
    'node_modules/fastify',
    'node_modules/yaml',
    'node_modules/typebox',
    'fixtures/faults',
    'fixtures/styles',
  ]
  expect(heavy.filter((part) => loaded.includes(`/${part}/`))).toEqual([])
})

test('--version loads no command', async () => {
  expect(await loadedBy('--version')).not.toMatch(/\/(contracts|load|reports|node_modules\/(?!node\/))\//)
})
