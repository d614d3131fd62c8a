// @module-tag external
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { k6ForTests } from '../trust/tools/k6-for-tests.ts'
import { readerCases } from '../trust/tools/retry-after-cases.ts'
import { k6Environment } from './engine/environment.ts'
import { printedByK6 } from './engine/run-k6.ts'

const execute = promisify(execFile)
const file = (name: string) => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)))

/** The script for both runtimes: it reads each row of the table and prints the results. */
const text = `
  import { clock, readerCases } from ${file('../trust/tools/retry-after-cases.ts')}
  import { readRetryAfter } from ${file('../evidence/retry-after.ts')}
  export default function () {
    const read = readerCases.map((row) => readRetryAfter(row.values, row.date, row.receivedAt ?? clock))
    console.log(JSON.stringify({ offset: new Date(0).getTimezoneOffset(), read }))
  }
`
const expected = readerCases.map((row) => row.want)

let room = ''
let script = ''
beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'reader-test-'))
  script = join(room, 'read.ts')
  await writeFile(script, text)
  // Builds k6 where no earlier test did.
  await k6ForTests()
}, 900_000)
afterAll(() => rm(room, { recursive: true, force: true }))

test.for([
  ['UTC', 0],
  ['America/New_York', 300],
  ['Asia/Kolkata', -330],
] as const)('Retry-After is read alike in Node and in k6 under %s', async ([zone, offset]) => {
  const { stdout } = await execute(
    process.execPath,
    ['--input-type=module', '-e', `import(${JSON.stringify(script)}).then((script) => script.default())`],
    { env: { TZ: zone } },
  )
  expect(JSON.parse(stdout)).toEqual({ offset, read: expected })

  const lines: string[] = []
  const environment = k6Environment({ PATH: process.env['PATH'], HOME: room }, { TZ: zone })
  const { binary } = await k6ForTests()
  await printedByK6({ binary, script, environment, maxMs: 20_000 }, (line) => lines.push(line))
  expect(JSON.parse(lines.find((line) => line.startsWith('{')) ?? '{}')).toEqual({ offset, read: expected })
})
