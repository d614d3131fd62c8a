import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UsageError } from '../evidence/usage-error.ts'
import { census } from '../fixtures/catalog/catalog.ts'
import { serviceSettings } from '../fixtures/service/credentials.ts'
import { everything, runContracts } from '../trust/matrix/contract-run.ts'
import { answering } from '../trust/safety/random-transport.ts'
import { writeJson, writeText } from './files.ts'
import { judgeRun } from './judge.ts'
import { nothingRemembered } from './memory.ts'
import { readResults, readRun } from './read-run.ts'
import type { RecordedRun, Recording } from './record.ts'
import { resultsOf } from './results.ts'
import { readKnown } from './settings/settings.ts'

const home = mkdtempSync(join(tmpdir(), 'platform-api-suite-read-'))
const whole = join(home, 'whole')
let copies = 0
let run: RecordedRun

/** A run of one operation, without a socket, on a deployment that answers at random. */
async function smallRun(): Promise<RecordedRun> {
  const baseUrl = 'http://api.example.com'
  const seed = 7
  const operations = everything.operations.filter(({ id }) => id === 'GET /api/video/category/all')
  const { plan, exchanges, unsent } = await runContracts({
    ...{ known: readKnown({ ...serviceSettings, BASE_URL: baseUrl }, 'production'), profile: 'gate', policy: 'full' },
    ...{ seed, selection: { ...everything, operations }, concurrency: 8, timeoutMs: 100, silenceMs: 20 },
    maxDurationMs: 10_000,
    waitMs: 0,
    userAgent: 'test',
    signal: new AbortController().signal,
    transport: answering(3, []),
  })
  const at = '2026-11-21T00:00:00.000Z'
  const recording: Recording = {
    run: {
      id: 'small',
      profile: 'gate',
      target: 'development',
      baseUrl,
      policy: 'full',
      seed,
      durationMs: 0,
      startedAt: at,
      finishedAt: at,
      requests: exchanges.length,
      suiteVersion: '0.0.0',
      catalogHash: '0',
    },
    catalog: census(),
    circumstances: { asksContracts: true },
    unsent,
    load: null,
    memory: nothingRemembered('2026-11-21'),
  }
  return { plan, recording, exchanges }
}

beforeAll(async () => {
  run = await smallRun()
  mkdirSync(whole)
  writeJson(whole, 'plan.json', { schemaVersion: 1, ...run.plan })
  writeJson(whole, 'recording.json', run.recording)
  writeText(whole, 'exchanges.ndjson', run.exchanges.map((exchange) => `${JSON.stringify(exchange)}\n`).join(''))
  writeJson(whole, 'results.json', resultsOf(run, judgeRun(run)))
})
afterAll(() => rmSync(home, { recursive: true }))

/** A copy of the run folder with one file changed. */
function spoilt(file: string, spoil: (text: string) => string): string {
  const directory = join(home, `copy-${++copies}`)
  cpSync(whole, directory, { recursive: true })
  const path = join(directory, file)
  const before = readFileSync(path, 'utf8')
  const text = spoil(before)
  expect(text, 'the spoiling changes something').not.toBe(before)
  writeFileSync(path, text)
  return directory
}

async function refusal(act: () => unknown): Promise<string> {
  try {
    await act()
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return (error as UsageError).message
  }
  throw new Error('nothing was refused')
}

test('a written run is read back, and judged the same', async () => {
  const read = await readRun(whole)
  expect(read.plan).toEqual({ schemaVersion: 1, ...run.plan })
  expect(read.exchanges).toEqual(run.exchanges)
  expect(JSON.stringify(resultsOf(read, judgeRun(read)))).toBe(JSON.stringify(readResults(whole)))
})

test('a file in the place of a run folder is told as a file', async () => {
  const path = join(whole, 'plan.json')
  expect(await refusal(() => readRun(path))).toBe(`${path} is no run folder but a file`)
  expect(await refusal(() => readResults(path))).toBe(`${path} is no run folder but a file`)
})

describe('a changed file of a run is refused with file, place and what to do', () => {
  test.for<[string, string, (text: string) => string, RegExp]>([
    ['cut', 'plan.json', (text) => text.slice(0, -40), /plan\.json, line \d+: not JSON/],
    ['a list', 'plan.json', () => '[]', /plan\.json, line 1: the file must be object/],
    ['too new', 'plan.json', (text) => text.replace('"schemaVersion": 1', '"schemaVersion": 2'), /newer suite/],
    [
      'without a member',
      'plan.json',
      (text) => text.replace('"policy"', '"polity"'),
      /line 3: facts must have .*'policy'/,
    ],
    [
      'with another word',
      'plan.json',
      (text) => text.replace('"none"', '"nobody"'),
      /credential must be equal to one of/,
    ],
    [
      'merged',
      'recording.json',
      (text) => text.replace('{\n', '{\n<<<<<<< HEAD\n'),
      /line 2: the marks of an unresolved/,
    ],
    [
      'without its run',
      'recording.json',
      (text) => text.replace('"run"', '"ran"'),
      /must have required property 'run'/,
    ],
    [
      'of another type',
      'recording.json',
      (text) => text.replace(/"seed": \d+/, '"seed": "x"'),
      /run\.seed must be integer/,
    ],
    ['cut in a line', 'exchanges.ndjson', (text) => text.slice(0, -20), /exchanges\.ndjson, line \d+: not JSON/],
    [
      'edited',
      'exchanges.ndjson',
      (text) => text.replace(/"status":\d+/, '"status":"ok"'),
      /line \d+: response\.status must be/,
    ],
    [
      'of other lines',
      'exchanges.ndjson',
      (text) => text.replace(/^.*\n/, '{"a":1}\n'),
      /line 1: the file must have required/,
    ],
  ])('%s: %s', async ([, file, spoil, words]) => {
    const directory = spoilt(file, spoil)
    const sentence = await refusal(() => readRun(directory))
    expect(sentence).toMatch(words)
    expect(sentence).toContain(join(directory, file))
    expect(sentence).toMatch(/Take another copy|Use that suite/)
    expect(sentence).not.toContain('\n')
  })

  test.for<[string, string, (text: string) => string, RegExp]>([
    [
      'a line is missing',
      'exchanges.ndjson',
      (text) => text.replace(/^.*\n/, ''),
      /is cut: it holds \d+ of \d+ exchanges/,
    ],
    [
      'another seed',
      'plan.json',
      (text) => text.replace(/"seed": \d+/, '"seed": 1'),
      /not of one run: seed or base address differ/,
    ],
    ['a line twice', 'exchanges.ndjson', (text) => text.replace(/^(.*\n).*\n/, '$1$1'), /holds an exchange twice/],
    [
      'a foreign probe',
      'exchanges.ndjson',
      (text) => text.replace(/"probe":"\w+"/, '"probe":"0"'),
      /which plan\.json does not ask/,
    ],
  ])('%s', async ([, file, spoil, words]) => {
    expect(await refusal(() => readRun(spoilt(file, spoil)))).toMatch(words)
  })

  test.for<[string, (text: string) => string, RegExp]>([
    ['cut', (text) => text.slice(0, -9), /results\.json, line \d+: not JSON/],
    ['too new', (text) => text.replace('"schemaVersion": 1', '"schemaVersion": 7'), /newer suite \(schemaVersion 7/],
    ['edited', (text) => text.replace(/"verdict": "\w+"/, '"verdict": "fine"'), /findings\.\d+\.verdict must be equal/],
    ['counted wrong', (text) => text.replace(/"pass": \d+/, '"pass": 99999'), /summary\.pass says 99999/],
  ])('results.json %s', async ([, spoil, words]) => {
    const directory = spoilt('results.json', spoil)
    const sentence = await refusal(() => readResults(directory))
    expect(sentence).toMatch(words)
    expect(sentence).toMatch(/suite rejudge .* writes it again|Use that suite/)
  })
})

test('a folder without the files of a run is refused', async () => {
  expect(await refusal(() => readRun(home))).toBe(`${home} is no run folder: recording.json is not there`)
})

test('a cutover whose differences count is refused without the run of development: it would pass', async () => {
  const directory = spoilt('recording.json', (text) => text.replace(/"failOn": \[\]/, '"failOn": ["parity"]'))
  expect(await refusal(() => readRun(directory))).toMatch(
    /is cut: parity\/results\.json is not there, .*--fail-on parity/,
  )
})

test('a cutover that lost the run of development is judged, and says that nothing could be compared', async () => {
  const directory = spoilt('recording.json', (text) => text.replace('"unsent"', '"development": "before", "unsent"'))
  const { findings } = resultsOf(await readRun(directory))
  expect(findings.filter(({ check }) => check === 'parity.run')).toEqual([
    expect.objectContaining({
      verdict: 'inconclusive',
      message: expect.stringContaining('the run of development (before) is no longer in parity/ of the run folder'),
    }),
  ])
  cpSync(whole, join(directory, 'parity'), { recursive: true })
  expect(await refusal(() => readRun(directory))).toMatch(/parity\/ holds the run small, and not before/)
})

test('a run that was killed, and one that was never judged, are told with what to do', async () => {
  const directory = spoilt('plan.json', (text) => `${text}\n`)
  rmSync(join(directory, 'results.json'))
  expect(await refusal(() => readResults(directory))).toBe(
    `${directory} has no results.json: npx suite rejudge ${directory} writes it again`,
  )
  rmSync(join(directory, 'recording.json'))
  expect(await refusal(() => readRun(directory))).toMatch(
    /is half a run: recording\.json is not there, so it was killed before it ended, .* Make the run again$/,
  )
})
