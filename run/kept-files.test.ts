import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { UsageError } from '../evidence/usage-error.ts'
import { products } from '../fixtures/catalog/catalog.ts'
import { readKnownFindings, readObservations } from './baseline-folder.ts'
import { openHistory, readHistory } from './history-file.ts'
import { readExchanges, readPlan, readRecording, readResults } from './read-run.ts'
import { readExtension } from './settings/extension.ts'
import { readVariables } from './settings/settings.ts'
import { readThresholds } from './settings/thresholds.ts'

const home = mkdtempSync(join(tmpdir(), 'platform-api-suite-kept-'))
afterAll(() => rmSync(home, { recursive: true }))

/** A file that people may have edited, and how a run reads it. */
interface Kind {
  readonly file: string
  readonly read: (path: string) => unknown
  /** The text with a mistake that is still JSON, or a setting, and the line of the mistake. */
  readonly edited: readonly [text: string, line: number]
  /** The text with a member twice, as after a merge, and the line of the second. Not for files that only the suite writes. */
  readonly twice?: readonly [text: string, line: number]
  /** False for files without a version, as one of settings. */
  readonly versioned: boolean
}

const inFolder = (read: (folder: string) => unknown) => (path: string) => read(dirname(path))
const history = (path: string) => {
  openHistory(path)
  return readHistory(path)
}
/** A member in line 3. Of a member that is missing, the line is that of its object. */
const edited = (member: string) => [`{\n  "schemaVersion": 1,\n  ${member}\n}\n`, 3] as const

const kinds: readonly Kind[] = [
  {
    file: 'known-findings.json',
    read: inFolder((folder) => readKnownFindings(folder, '2026-11-27')),
    edited: edited('"known": 7'),
    twice: ['{\n  "schemaVersion": 1,\n  "known": [],\n  "known": []\n}\n', 4],
    versioned: true,
  },
  {
    file: 'observations-production.json',
    read: inFolder((folder) => readObservations(folder, 'production')),
    edited: edited('"observations": {}, "acceptedFrom": "x"'),
    versioned: true,
  },
  { file: 'history.ndjson', read: history, edited: ['{"schemaVersion":1,"id":7}\n', 1], versioned: true },
  { file: 'results.json', read: inFolder(readResults), edited: [edited('"run": 7')[0], 1], versioned: true },
  { file: 'plan.json', read: inFolder(readPlan), edited: [edited('"facts": 7')[0], 1], versioned: true },
  { file: 'recording.json', read: inFolder(readRecording), edited: [edited('"run": 7')[0], 1], versioned: true },
  { file: 'exchanges.ndjson', read: inFolder(readExchanges), edited: ['{"id":7}\n', 1], versioned: false },
  {
    file: 'CATALOG_EXTENSION',
    read: readExtension,
    edited: edited('"effects": { "GET /nowhere": "read" }'),
    twice: ['{\n  "schemaVersion": 1,\n  "effects": {},\n  "effects": {}\n}\n', 4],
    versioned: true,
  },
  {
    file: 'LOAD_THRESHOLDS',
    read: (path) =>
      readThresholds(
        path,
        products.map(({ product }) => product),
      ),
    edited: ['{\n  "average": {\n    "*": { "p95": "fast" } } }\n', 3],
    twice: ['{\n  "average": {\n    "*": { "p95": 400 },\n    "*": { "failed": 0.01 } } }\n', 4],
    versioned: true,
  },
  {
    file: 'settings.env',
    read: (path) => readVariables({}, path),
    edited: ['# ours\nDEV_BASE_URL=https://dev.example.com\nDEV_API_KEY\n', 3],
    versioned: false,
  },
]

const ways: Readonly<Record<string, (kind: Kind) => readonly [text: string | null, line: number] | null>> = {
  broken: ({ file }) => (file.endsWith('.env') ? ['A=1\n{{{\n', 2] : ['{ oops }\n', 1]),
  'hand-edited': (kind) => kind.edited,
  'a member twice': ({ twice }) => twice ?? null,
  'too new': ({ versioned }) => (versioned ? ['{ "schemaVersion": 2 }\n', 1] : null),
  'merge-conflicted': ({ file }) =>
    file.endsWith('.env')
      ? ['A=1\n<<<<<<< HEAD\nB=1\n=======\nB=2\n>>>>>>> main\n', 2]
      : ['<<<<<<< HEAD\n{ "schemaVersion": 1 }\n=======\n{}\n>>>>>>> main\n', 1],
  // A folder in its place, since the user who runs this test may have the right to read every file.
  unreadable: () => [null, 1],
}

async function refusalOf(read: () => unknown): Promise<string> {
  try {
    await read()
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return (error as UsageError).message
  }
  throw new Error('nothing was refused')
}

const table = Object.entries(ways).flatMap(([way, make]) =>
  kinds.flatMap((kind) => {
    const made = make(kind)
    return made === null ? [] : [[kind.file, way, kind, made] as const]
  }),
)

test.for(table)(
  '%s, %s, is told with file, line and what to do, and is not overwritten',
  async ([file, way, kind, [text, line]]) => {
    const path = join(home, way, file, file)
    mkdirSync(text === null ? path : dirname(path), { recursive: true })
    if (text !== null) writeFileSync(path, text)
    const said = await refusalOf(() => kind.read(path))
    expect(said).toContain(path)
    if (text !== null) expect(said).toContain(`line ${line}`)
    // The last sentence tells what to do, and the whole message is one line.
    expect(said).toMatch(/[.;] ?[^.]*\b(Mend|restore|Restore|Resolve|Make|make|Take|rejudge|Use|name)\b[^\n]*$/)
    expect(said).not.toMatch(/\n|undefined|\[object/)
    if (text !== null) expect(readFileSync(path, 'utf8')).toBe(text)
  },
)
