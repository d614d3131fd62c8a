import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { top } from '../documents/files.ts'

const programOf = (name: string) => execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()

test.for([
  ['0', 0, 'Passed'],
  ['1', 1, 'Failed'],
  ['2', 2, 'No trustworthy answer'],
  ['130', 130, 'Interrupted'],
  ['137', 137, 'Ended with 137'],
  // The empty exit code of a step that never ran, or was ended.
  ['', 130, 'Not run to its end'],
] as const)('state.sh: for the exit code "%s" a job ends with %i and tells %s', ([code, status, title]) => {
  const said = (GITHUB_ACTIONS: string) =>
    spawnSync('sh', ['docs/pipelines/state.sh', code], { cwd: top, env: { GITHUB_ACTIONS }, encoding: 'utf8' })
  expect(said('')).toMatchObject({ status, stdout: expect.stringMatching(`^${title}: `) })
  expect(said('true')).toMatchObject({ status, stdout: expect.stringMatching(`^::(notice|error) title=${title}::`) })
})

test('tell.sh tells the chat also where no Node is on the path, as under cron', async () => {
  const home = mkdtempSync(join(tmpdir(), 'tell-'))
  const programs = join(home, 'programs')
  mkdirSync(programs)
  for (const name of ['curl', 'dirname']) symlinkSync(programOf(name), join(programs, name))
  writeFileSync(join(home, 'message.json'), '{"text":"FAILED: 1 violation"}')
  let told = ''
  const chat = createServer((request, response) => {
    request.on('data', (bytes) => (told += String(bytes))).on('end', () => response.end())
  }).listen(0, '127.0.0.1')
  await once(chat, 'listening')
  const { port } = chat.address() as AddressInfo
  const env = { PATH: programs, SUITE_WEBHOOK: `http://127.0.0.1:${port}/`, RUN_URL: 'https://ci.example/1' }
  const { stderr } = await promisify(execFile)('/bin/sh', ['docs/pipelines/tell.sh', home], { cwd: top, env })
  chat.close()
  expect(stderr).toBe('')
  expect(JSON.parse(told)).toEqual({ text: 'FAILED: 1 violation\nhttps://ci.example/1' })
})
