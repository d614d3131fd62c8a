import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readKnownFindings, readObservations } from '../../run/baseline-folder.ts'
import { readHistory } from '../../run/history-file.ts'
import { judgeRun } from '../../run/judge.ts'
import { readResults, readRun } from '../../run/read-run.ts'
import { resultsOf } from '../../run/results.ts'

const here = import.meta.dirname
const versions = readdirSync(here).filter((name) => /^\d+$/.test(name))
let home = ''

/** The folder of the stored run of a version. */
const runOf = (version: string) => join(home, version)

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'stored-'))
  for (const version of versions) {
    mkdirSync(runOf(version))
    const text = brotliDecompressSync(readFileSync(join(here, version, 'run.json.br'))).toString()
    for (const [file, content] of Object.entries(JSON.parse(text) as Record<string, string>)) {
      writeFileSync(join(runOf(version), file), content)
    }
  }
})
afterAll(() => rmSync(home, { recursive: true }))

test('the files of the present version and of the version before are stored', async () => {
  const current = resultsOfStored(await readRun(runOf(versions.at(-1) ?? ''))).schemaVersion
  expect(versions.map(Number)).toEqual(current === 1 ? [1] : [current - 1, current])
})

const resultsOfStored = (run: Awaited<ReturnType<typeof readRun>>) => resultsOf(run, judgeRun(run))

describe.for(versions)('the stored files of version %s', (version) => {
  test('are read: known findings, observations, history', () => {
    const [known] = readKnownFindings(join(here, version, 'baseline'), '2026-11-27')
    expect(known).toMatchObject({ reason: 'PAY-17', owner: 'payments' })
    expect(readObservations(join(here, version, 'baseline'), 'development')?.observations.length).toBeGreaterThan(5)
    const [night] = readHistory(join(here, version, 'history.ndjson'))
    expect(night?.violations.map(({ id }) => id)).toEqual([known?.finding])
  })

  test('are judged again with the same findings', async () => {
    const before = readResults(runOf(version))
    const again = resultsOfStored(await readRun(runOf(version)))
    const told = ({ findings }: typeof before) => findings.map(({ id, verdict }) => `${id} ${verdict}`)
    expect(told(again)).toEqual(told(before))
  })
})
