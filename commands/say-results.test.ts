import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stderr, stdout } from 'node:process'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { tellGithub } from './say-results.ts'

const home = mkdtempSync(join(tmpdir(), 'platform-api-suite-github-'))
writeFileSync(join(home, 'summary.md'), '# FAILED with s3cret\n')
writeFileSync(join(home, 'annotations.txt'), '::error::s3cret\n')
afterAll(() => rmSync(home, { recursive: true }))
afterEach(() => vi.restoreAllMocks())

const redact = (text: string) => text.replaceAll('s3cret', '[redacted]')

/** The text that is written to the log. */
function told(environment: Readonly<Record<string, string>>, directory = home): string {
  let text = ''
  const keep = (part: unknown) => {
    text += String(part)
    return true
  }
  vi.spyOn(stdout, 'write').mockImplementation(keep)
  vi.spyOn(stderr, 'write').mockImplementation(keep)
  tellGithub(directory, environment, redact)
  vi.restoreAllMocks()
  return text
}

test('the summary is added to the file that GitHub names, redacted', () => {
  const file = join(home, 'step.md')
  writeFileSync(file, 'before\n')
  expect(told({ GITHUB_STEP_SUMMARY: file })).toBe('')
  expect(readFileSync(file, 'utf8')).toBe('before\n# FAILED with [redacted]\n')
})

test('annotations are written only to the log of GitHub', () => {
  expect(told({ GITHUB_ACTIONS: 'true' })).toBe('::error::[redacted]\n')
  expect(told({})).toBe('')
  expect(told({ GITHUB_ACTIONS: 'true' }, join(home, 'nowhere'))).toBe('')
})

test('a summary that cannot be written is told, and ends nothing', () => {
  expect(told({ GITHUB_STEP_SUMMARY: home })).toBe(`GITHUB_STEP_SUMMARY: ${home} cannot be written\n`)
})
