import { mkdir, mkdtemp, open, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UsageError } from '../../evidence/usage-error.ts'
import { executable } from '../../trust/tools/executable.ts'
import { findK6 } from './find-k6.ts'

let room = ''
beforeAll(async () => {
  room = await mkdtemp(join(tmpdir(), 'k6-test-'))
})
afterAll(() => rm(room, { recursive: true, force: true }))

async function program(name: string, script: string): Promise<string> {
  const directory = await mkdtemp(join(room, 'bin-'))
  return executable(join(directory, name), script)
}

const directoryOf = (file: string) => file.slice(0, file.lastIndexOf('/'))

async function search(more: { k6Bin?: string | null; path?: readonly string[]; cache?: string }) {
  const said: string[] = []
  const cacheDirectory = more.cache ?? (await mkdtemp(join(room, 'cache-')))
  const k6Bin = more.k6Bin ?? null
  const environment = { PATH: [...(more.path ?? []), '/bin'].join(':'), HOME: room }
  const found = findK6({ k6Bin, environment, cacheDirectory, answerMs: 1000, progress: (text) => said.push(text) })
  return { found: await found.catch((error: unknown) => error), said, cacheDirectory }
}

const says = (version: string) => `echo "k6 v${version} (go1.26, linux/amd64)"`

test('the k6 that K6_BIN names is used', async () => {
  const k6Bin = await program('mine', says('1.8.1'))
  expect((await search({ k6Bin })).found).toEqual({ binary: k6Bin, version: '1.8.1', note: null })
})

test('a K6_BIN from where the user is becomes a whole path: one without a slash would be looked up on the PATH', async () => {
  const k6Bin = await program('mine', says('1.8.1'))
  expect((await search({ k6Bin: relative(process.cwd(), k6Bin) })).found).toMatchObject({ binary: k6Bin })
})

test('k6 2 is used, although it calls itself by the name of its file', async () => {
  const k6Bin = await program('k6-v2', 'echo "k6-v2 v2.2.0 (go1.26, linux/amd64)"')
  expect((await search({ k6Bin })).found).toEqual({ binary: k6Bin, version: '2.2.0', note: null })
})

test('another k6 1.x is used, with a note', async () => {
  const k6Bin = await program('k6', says('1.2.3'))
  expect((await search({ k6Bin })).found).toMatchObject({
    version: '1.2.3',
    note: `${k6Bin} is k6 v1.2.3; the suite was tried with v1.8.1 and v2.2.0`,
  })
})

test.for([
  ['is not there', null, 'there is no executable file of that name.'],
  ['is k6 3', says('3.0.0'), 'it is k6 v3.0.0, and the scenarios need k6 1.x or 2.x (v1.8.1 and v2.2.0 are tried).'],
  ['is something else', 'echo "ls (GNU coreutils) 9.1"', 'it does not answer `version` as k6 does.'],
  ['hangs', 'sleep 60', '`k6 version` did not answer within 1 s.'],
] as const)('a K6_BIN that %s is told in one sentence', async ([, script, why]) => {
  const k6Bin = script === null ? join(room, 'nothing') : await program('k6', script)
  const { found } = await search({ k6Bin })
  expect(found).toBeInstanceOf(UsageError)
  expect((found as Error).message).toBe(`K6_BIN=${k6Bin} cannot be used: ${why}`)
})

test('a K6_BIN that may not be executed is told in one sentence', async () => {
  const k6Bin = join(room, 'plain-file')
  await writeFile(k6Bin, 'k6')
  expect((await search({ k6Bin })).found).toBeInstanceOf(UsageError)
})

test('a K6_BIN that is still being written is told in one sentence', async () => {
  const k6Bin = await program('k6', says('1.8.1'))
  const writing = await open(k6Bin, 'r+')
  const { found } = await search({ k6Bin }).finally(() => writing.close())
  expect((found as Error).message).toBe(`K6_BIN=${k6Bin} cannot be used: it cannot be run (ETXTBSY).`)
})

test('a k6 on the PATH is preferred to one in the cache', async () => {
  const onPath = await program('k6', says('1.8.1'))
  const cached = await program('k6', says('1.7.0'))
  const { found } = await search({ path: [directoryOf(onPath)], cache: directoryOf(cached) })
  expect(found).toMatchObject({ binary: onPath })
})

test('a k6 3 on the PATH is passed over, with a message', async () => {
  const onPath = await program('k6', says('3.0.0'))
  const cached = await program('k6', says('1.8.1'))
  const { found, said } = await search({ path: [directoryOf(onPath)], cache: directoryOf(cached) })
  expect(found).toMatchObject({ binary: cached })
  expect(said.join()).toContain('k6 is passed over: it is k6 v3.0.0')
})

test('the remedies are told in one sentence where there is neither k6 nor Go', async () => {
  const { found } = await search({})
  expect(found).toBeInstanceOf(UsageError)
  expect((found as Error).message).toBe(
    'The load scenarios need k6, and there is neither k6 nor Go: install k6 v1.8.1 on the PATH, name it in K6_BIN, ' +
      'or install Go so that `go install go.k6.io/k6@v1.8.1` can build it.',
  )
})

test('Go builds k6 into the cache once, and leaves nothing else there', async () => {
  const binary = `#!/bin/sh\n${says('1.8.1')}`
  const go = await program(
    'go',
    `[ "$*" = "install go.k6.io/k6@v1.8.1" ] && printf '%s\\n' '${binary}' > "$GOBIN/k6" && chmod +x "$GOBIN/k6"`,
  )
  const { found, said, cacheDirectory } = await search({ path: [directoryOf(go)] })
  expect(found).toMatchObject({ binary: join(cacheDirectory, 'k6'), version: '1.8.1' })
  expect(said[0]).toContain('building k6 v1.8.1 by Go')
  expect(await readdir(cacheDirectory)).toEqual(['k6'])
  expect((await search({ cache: cacheDirectory })).found).toMatchObject({ version: '1.8.1' })
})

test('of suites that start together one builds k6, and the others wait for the file', async () => {
  const log = join(room, 'builds')
  const binary = `#!/bin/sh\n${says('1.8.1')}`
  const go = await program(
    'go',
    `echo built >> ${log}; sleep 1; printf '%s\\n' '${binary}' > "$GOBIN/k6" && chmod +x "$GOBIN/k6"`,
  )
  const cache = await mkdtemp(join(room, 'cache-'))
  const all = await Promise.all([1, 2, 3].map(() => search({ path: [directoryOf(go)], cache })))
  for (const { found } of all) expect(found).toMatchObject({ binary: join(cache, 'k6') })
  expect(await readFile(log, 'utf8')).toBe('built\n')
})

test('an abandoned build is taken over', async () => {
  const binary = `#!/bin/sh\n${says('1.8.1')}`
  const go = await program('go', `printf '%s\\n' '${binary}' > "$GOBIN/k6" && chmod +x "$GOBIN/k6"`)
  const cache = await mkdtemp(join(room, 'cache-'))
  await mkdir(join(cache, 'building'))
  await utimes(join(cache, 'building'), new Date(0), new Date(0))
  expect((await search({ path: [directoryOf(go)], cache })).found).toMatchObject({ version: '1.8.1' })
})

test('a build that fails tells why and leaves nothing in the cache', async () => {
  const go = await program('go', 'echo "dial tcp: lookup proxy.golang.org: no such host" >&2; exit 1')
  const { found, cacheDirectory } = await search({ path: [directoryOf(go)] })
  expect((found as Error).message).toContain('could not be built by `go install go.k6.io/k6@v1.8.1` (dial tcp')
  expect(await readdir(cacheDirectory)).toEqual([])
})

test('a cache that cannot be created is told as a wrong input', async () => {
  const go = await program('go', 'exit 0')
  const blocked = join(room, 'file')
  await writeFile(blocked, '')
  await mkdir(join(room, 'other'), { recursive: true })
  expect((await search({ path: [directoryOf(go)], cache: join(blocked, 'cache') })).found).toBeInstanceOf(UsageError)
})
