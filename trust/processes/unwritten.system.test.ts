import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { afterAll, describe, test } from 'vitest'
import type { Results } from '../../evidence/results.ts'
import { createService } from '../../fixtures/service/service.ts'
import { top } from '../documents/files.ts'
import { against, answered } from './untrusted.ts'
import { ranSuite } from './warm-suite.ts'

const home = mkdtempSync(join(tmpdir(), 'platform-api-suite-unwritten-'))
afterAll(() => rmSync(home, { recursive: true }))

/** A device that is always full. It exists on Linux only. */
const full = '/dev/full'

const words = ['run', 'gate', '--target', 'embedded', '--only', 'contracts', '--operation', 'GET /api/ads/bidding/all']

function run(directory: string) {
  return ranSuite([...words, '--out', directory], {})
}

describe.concurrent('a file that cannot be written ends the run with 2 and one sentence', () => {
  test.for(['index.html', 'junit.xml'])(
    'a folder in the place of %s: the other files are written',
    async (file, { expect }) => {
      const directory = mkdtempSync(join(home, 'run-'))
      mkdirSync(join(directory, file))
      const { code, output } = await run(directory)
      expect(code, output).toBe(2)
      expect(output).toContain(`${file} cannot be written (EISDIR: illegal operation on a directory).`)
      expect(output).not.toMatch(/suite itself failed|^\s+at /m)
      const results = JSON.parse(readFileSync(join(directory, 'results.json'), 'utf8')) as Results
      expect(results.run.exitCode).toBe(2)
      expect(results.run.outcome).toContain(`${file} cannot be written`)
      expect(readFileSync(join(directory, 'summary.md'), 'utf8')).toContain(`${file} cannot be written`)
      if (file === 'index.html') expect(output).toMatch(/Report: none/)
      const again = await ranSuite(['rejudge', directory], {})
      expect(again.code).toBe(2)
      expect(again.output).toContain(`${file} cannot be written`)
      rmSync(join(directory, file), { recursive: true })
      expect((await ranSuite(['rejudge', directory], {})).code).toBe(0)
    },
  )

  test.for(['exchanges.ndjson', 'recording.json'])('a folder in the place of %s', async (file, { expect }) => {
    const directory = mkdtempSync(join(home, 'run-'))
    mkdirSync(join(directory, file))
    const { code, output } = await run(directory)
    expect(code, output).toBe(2)
    expect(output).toMatch(/cannot be written \(EISDIR: illegal operation on a directory\)\.\n$/)
    expect(output).toContain(join(directory, file))
    expect(output).not.toMatch(/suite itself failed|PASSED|^\s+at /m)
  })

  test.skipIf(!existsSync(full)).for(['exchanges.ndjson', 'index.html'])(
    'a disk that is full at %s',
    async (file, { expect }) => {
      const directory = mkdtempSync(join(home, 'run-'))
      symlinkSync(full, join(directory, file))
      const { code, output } = await run(directory)
      expect(code, output).toBe(2)
      expect(output).toContain(`${file} cannot be written (ENOSPC: no space left on device).`)
      expect(output).not.toMatch(/suite itself failed|PASSED|^\s+at /m)
    },
  )

  test.skipIf(!existsSync(full))(
    'a disk that is full at the history, which the reports tell as well',
    async ({ expect }) => {
      const narrowed = [...answered, '--operation', 'GET /api/ads/bidding/all']
      const { code, output, results } = await against(await createService(), narrowed, { HISTORY_FILE: full })
      expect(code, output).toBe(2)
      expect(output).toContain('The history /dev/full cannot be written (ENOSPC).')
      expect(output).not.toMatch(/suite itself failed|PASSED|^\s+at /m)
      expect(results?.run).toMatchObject({
        exitCode: 2,
        outcome: expect.stringContaining('/dev/full cannot be written'),
      })
    },
  )

  test.skipIf(!existsSync(full))(
    'a disk that is full at standard output: a part must not pass for the whole',
    ({ expect }) => {
      const output = openSync(full, 'w')
      const { status, stderr } = spawnSync(execPath, ['suite.ts', 'catalog', '--format', 'json'], {
        ...{ cwd: top, encoding: 'utf8', stdio: ['ignore', output, 'pipe'] },
      })
      closeSync(output)
      expect([status, stderr]).toEqual([2, 'Standard output cannot be written (ENOSPC).\n'])
    },
  )
})
