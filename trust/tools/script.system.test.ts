import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { textOf } from '../documents/files.ts'

interface Ended {
  readonly code: number | null
  readonly output: string
}

/** After this many milliseconds a script is ended that runs where it should only print its usage. */
const mostMs = 30_000

function ran(file: string, ...words: readonly string[]): Promise<Ended> {
  return new Promise((done) => {
    const child = execFile(process.execPath, [file, ...words], { timeout: mostMs }, (_, stdout, stderr) =>
      done({ code: child.exitCode, output: stdout + stderr }),
    )
  })
}

const scripts = Object.entries(packageFile.scripts).flatMap(([name, line]) => {
  const file = line.match(/trust\/[\w/-]+\.ts/)?.[0]
  // Only npm calls the script that writes the table after a run of Stryker.
  return file === undefined || name.startsWith('post') ? [] : [{ name, file }]
})

test('every script reads its words by scriptWords, and names itself', () => {
  expect(scripts.length).toBeGreaterThan(10)
  for (const { name, file } of scripts) {
    const text = textOf(file)
    expect(text, file).toMatch(new RegExp(`scriptWords\\(\\{\\s+call: 'npm run ${name}[ ']`))
    expect(text, file).not.toMatch(/\bargv\b|parseArgs/)
  }
})

test.concurrent.for(['trust/bench/load.ts', 'trust/documents/write-places.ts'])(
  '%s --help prints the usage and runs nothing',
  async (file, { expect }) => {
    const { code, output } = await ran(file, '--help')
    expect(code, output).toBe(0)
    expect(output).toMatch(/^npm run .*\n[\s\S]+ --help +prints this, and nothing is run\n$/)
  },
)

test.concurrent.for([
  [
    'an unknown option',
    'trust/bench/load.ts',
    ['--wirte'],
    /^There is no option '--wirte': did you mean '--write'\?\n/,
  ],
  ['a word too many', 'trust/matrix/matrix.ts', ['styles'], /^Nothing is known to do with 'styles'\n/],
  ['a word too few', 'trust/compare/compare.ts', [], /^A word is missing\nnpm run test:compare -- BEFORE/],
  ['an unknown word', 'trust/recordings/record.ts', ['helthy'], /^There is no word 'helthy': did you mean 'healthy'\?/],
] as const)('%s is refused in one sentence', async ([, file, words, says], { expect }) => {
  const { code, output } = await ran(file, ...words)
  expect(code, output).toBe(2)
  expect(output).toMatch(says)
  expect(output).not.toMatch(/^\s+at /m)
})

test('a script whose output is closed does not fail', async () => {
  const child = spawn(process.execPath, ['trust/documents/count-lines.ts'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (bytes: Buffer) => {
    said += bytes.toString()
  })
  child.stdout.destroy()
  const [code] = await once(child, 'close')
  expect(said).toBe('')
  expect(code).toBe(0)
})
