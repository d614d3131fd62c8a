import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { execPath } from 'node:process'
import { promisify, stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { asDevelopment } from '../processes/child-run.ts'
import { triesAll } from '../tools/rounds.ts'
import { textOf, top } from './files.ts'

/** The patches of docs/adding, in the order in which they build on each other. */
const patches = ['operation', 'setting', 'check'] as const
const files = patches.flatMap((name) =>
  [...textOf(`docs/adding/${name}.patch`).matchAll(/^\+\+\+ b\/(.*\.ts)$/gm)].map(([, file = '']) => file),
)
/** Tests of the tables and of the judge that the patches change. In the nightly, tests of all rooms that read them. */
const concerned = triesAll
  ? ['fixtures/', 'contracts/', 'run/', 'reports/', 'commands/']
  : ['fixtures/catalog', 'fixtures/settings', 'fixtures/clauses', 'contracts/checks/envelope', 'run/settings']
const notCopied = new Set(['node_modules', '.git', 'out', '.stryker-tmp'])
let copy = ''

async function inCopy(program: string, words: readonly string[], environment: NodeJS.ProcessEnv = process.env) {
  const options = { cwd: copy, env: { ...environment, NO_COLOR: '1' }, maxBuffer: 2 ** 26 }
  return promisify(execFile)(program, words, options).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ code, said: stripVTControlCharacters(`${stdout}${stderr}`) }),
  )
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'adding-'))
  cpSync(top, copy, { recursive: true, filter: (source) => !notCopied.has(basename(source)) })
  symlinkSync(join(top, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true }))

/** The table of README: what is added, and the number of files. */
const claimed = new Map(
  [...textOf('README.md').matchAll(/^\| an? ([\w ,]+?) +\|.*\| (\d) +\|$/gm)].map(([, what, files]) => [
    what,
    Number(files),
  ]),
)

describe('the patches of docs/adding, one after the other in a copy', () => {
  test.for(patches)('%s touches as many files as README says', async (name) => {
    const applied = await inCopy('git', ['apply', '--verbose', join(top, 'docs/adding', `${name}.patch`)])
    expect(applied.code, applied.said).toBe(0)
    const { said } = await inCopy('git', ['apply', '--numstat', join(top, 'docs/adding', `${name}.patch`)])
    expect(said.trim().split('\n')).toHaveLength(claimed.get(name) ?? 0)
  })

  test('the types are right', async () => {
    // After the patches no earlier result of the compiler holds, and several checkers would repeat the same work.
    const words = ['--noEmit', '--incremental', 'false', '--singleThreaded']
    expect(await inCopy(execPath, ['node_modules/typescript/bin/tsc', ...words])).toEqual({ code: 0, said: '' })
  })

  test('the linter finds nothing', async () => {
    const linted = triesAll ? ['.'] : files
    const { code, said } = await inCopy('node_modules/.bin/biome', ['check', '--error-on-warnings', ...linted])
    expect(code, said).toBe(0)
  })

  test('the unit tests concerned pass', async () => {
    const { code, said } = await inCopy(execPath, [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...['--project', 'unit', '--project', 'runs'],
      ...concerned,
    ])
    expect(code, said.slice(-4000)).toBe(0)
  }, 300_000)

  test('the new setting fills the path parameter', async () => {
    const front = await listen(await createService())
    const settings = asDevelopment({ ...front.deployment.settings, BASE_URL: front.url, KNOWN_VENUE_ID: 'ven-4711' })
    const words = ['run', 'nightly', '--only', 'contracts', '--operation', 'GET /api/events/general/venue/{venueId}']
    writeFileSync(join(copy, '.env'), '')
    await inCopy(execPath, ['suite.ts', ...words, '--quiet', '--out', join(copy, 'run')], {
      ...process.env,
      ...settings,
    })
    expect(front.record.map(({ target }) => target)).toContain('/api/events/general/venue/ven-4711')
    await front.close()
  })
})
