import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { execPath } from 'node:process'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultNamed } from '../../fixtures/faults/faults.ts'
import { type Front, listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { asDevelopment, startSuite } from './child-run.ts'

const fault = faultNamed('embed-create-refuses-wrong-types-with-422')
const creation = 'POST /api/vote/embed/create'
let front: Front
beforeAll(async () => {
  const service = await createService()
  front = await listen(fault?.plant(service) ?? service)
})
afterAll(() => front.close())

const settings = () => asDevelopment({ ...front.deployment.settings, BASE_URL: front.url })

/** The output and the requests of `vitest run --project contracts`. */
async function specs(words: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const before = front.record.length
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
  const own = { PATH, HOME, TMPDIR, NO_COLOR: '1', HISTORY_FILE: '/dev/null' }
  const child = spawn(execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'contracts', ...words], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...own, ...settings(), ...more },
  })
  let said = ''
  child.stdout.on('data', (bytes: Buffer) => {
    said += bytes.toString()
  })
  child.stderr.on('data', (bytes: Buffer) => {
    said += bytes.toString()
  })
  const [code] = await once(child, 'close')
  return { code, said: stripVTControlCharacters(said), asked: front.record.slice(before) }
}

test('one name asks what its check needs, and shows sentence, expected, observed and curl of a violation', async () => {
  const { code, said, asked } = await specs(['-t', `${creation} > request.field-type:name`])
  expect(code).toBe(1)
  expect(said).toMatch(
    /Violation: §2\S*, in our words: .*\n {2}[\w-]+: .*\n {2}expected 400 .*\n {2}observed 422 .*\n {2}curl /,
  )
  expect(said).toMatch(/Tests +1 failed \| \d skipped/)
  // The run asks what the check declares, here all of the operation, and the detailed operations, for learning.
  const inOtherWritings = /^.api.vote.embed[/]{1,2}creat(e|%65)(.json|;a=1|[/])?$/i
  const pathOf = ({ target }: { readonly target: string }) => target.split('?', 1)[0]?.replace(/choice\/.*/, 'choice')
  const paths = new Set(asked.map((one) => pathOf(one)?.replace(inOtherWritings, '/api/vote/embed/create')))
  expect([...paths].toSorted()).toEqual([
    '/api/ads/placement/choice',
    '/api/video/details/all',
    '/api/vote/embed/create',
  ])
})

test('one file asks only its section, and the output names the target', async () => {
  const { code, said, asked } = await specs(['contracts/specs/limits.spec.ts'])
  expect(said).toContain(`Asks development at ${front.url}`)
  expect(said).toMatch(/Tests +2 passed/)
  expect(code).toBe(0)
  expect(asked.length).toBeLessThan(60)
})

test('a name that no question has fails', async () => {
  const { code, said, asked } = await specs(['-t', 'POST /api/vote/embed/craete'])
  expect(said).toContain('No question of this run has')
  expect(code).toBe(1)
  expect(asked).toEqual([])
})

test('no test passes where the target does not answer, and the outcome of the run tells why', async () => {
  const { code, said } = await specs(['-t', `${creation} > request.field-type:name`], {
    DEV_BASE_URL: 'http://127.0.0.1:1',
  })
  expect(said).toMatch(/Error: No trustworthy answer \(exit 2\): Nothing answers at http:\/\/127\.0\.0\.1:1 /)
  expect(said).toMatch(/Tests +\d skipped/)
  expect(code).toBe(1)
})

test('the findings of a run folder are presented without a request', async () => {
  const home = mkdtempSync(join(tmpdir(), 'presented-'))
  const words = ['run', 'nightly', '--only', 'contracts', '--product', 'Embeds', '--out', join(home, 'run')]
  await startSuite(words, { settings: settings() }).ended
  const all = await specs([], { RUN_DIR: join(home, 'run') })
  expect(all.said).toMatch(/Tests +2\d failed \| \d+ passed/)
  const one = await specs(['-t', `${creation} > request.field-type:title`], { RUN_DIR: join(home, 'run') })
  expect(one.said).toMatch(/Tests +1 failed \| \d skipped/)
  const none = await specs(['-t', 'POST /api/vote/embed/craete'], { RUN_DIR: join(home, 'run') })
  expect(none.said).toContain('No question of this run has')
  expect(none.code).toBe(1)
  expect([...all.asked, ...one.asked, ...none.asked]).toEqual([])
  rmSync(home, { recursive: true })
})
