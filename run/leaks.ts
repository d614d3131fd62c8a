import { closeSync, existsSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { checkOf, type Finding } from '../evidence/finding.ts'
import type { Redact } from '../evidence/redaction/redaction.ts'
import type { Results } from '../evidence/results.ts'
import { countsOf } from '../evidence/verdict.ts'
import { jsonText, writeJson } from './files.ts'
import { judgeRun } from './judge.ts'
import { type RecordedRun, spoiledBy } from './record.ts'
import { resultsOf } from './results.ts'
import { claimOf } from './run-folder.ts'
import { writeReports } from './write-reports.ts'

/**
 * Bytes of a file that are looked at together, and characters of them again with the next: longer than an escaped key. Few enough
 * that redaction looks at them at once, in small objects that are soon collected.
 */
const together = { bytes: 30 * 1024, again: 2048 } as const

/** True where a file holds a secret, which no file is too long for. */
function holdsSecret(path: string, redact: Redact): boolean {
  const file = openSync(path, 'r')
  try {
    const decoder = new StringDecoder('utf8')
    const bytes = Buffer.allocUnsafe(together.bytes)
    let before = ''
    for (let read = -1; read !== 0; ) {
      read = readSync(file, bytes)
      const text = before + (read === 0 ? decoder.end() : decoder.write(bytes.subarray(0, read)))
      if (redact(text) !== text) return true
      before = text.slice(-together.again)
    }
    return false
  } finally {
    closeSync(file)
  }
}

/** Every file below a folder, and nothing that a link leads to. */
function filesBelow(directory: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : []
  })
}

/** When a run began to write, milliseconds since the epoch; 0 where that is not known. What is older is somebody else's. */
function begunAt(directory: string): number {
  return statSync(claimOf(directory), { throwIfNoEntry: false })?.birthtimeMs ?? 0
}

/** Deletes every file of a run that still holds a secret, and names them: the last line of defence. */
export function deleteLeaks(directory: string, redact: Redact): readonly string[] {
  const begun = begunAt(directory)
  return filesBelow(directory).filter((path) => {
    const isLeak = statSync(path).mtimeMs >= begun && holdsSecret(path, redact)
    if (isLeak) rmSync(path)
    return isLeak
  })
}

/** The files that lay in the folder before the run and hold a secret: they are somebody else's, and stay. Below it nothing is looked at. */
export function leaksBefore(directory: string, redact: Redact): readonly string[] {
  const begun = begunAt(directory)
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(directory, entry.name))
    .filter((path) => statSync(path).mtimeMs < begun && holdsSecret(path, redact))
}

/** So many of such files are named. */
const named = 5

/** What is said of such files, in a sentence; their names may hold a credential, too. None where there is none. */
function foundIn(files: readonly string[], scan: Redact, whose: string, done: string): readonly string[] {
  if (files.length === 0) return []
  const names = files.slice(0, named).map((file) => scan(file))
  const more = files.length > named ? ` and ${files.length - named} more` : ''
  const [what, verb] = files.length === 1 ? ['1 file', 'was'] : [`${files.length} files`, 'were']
  return [`A credential was found in ${what} ${whose}, which ${verb} ${done}: ${names.join(', ')}${more}`]
}

/** A finding without its free texts: what was asked and how it ended, as far as that holds no credential. */
function withoutTexts(finding: Finding, isFit: (text: string) => boolean): Finding {
  const { check, operation, product } = finding
  return {
    ...finding,
    check: isFit(check) ? check : checkOf(finding),
    operation: operation !== null && isFit(operation) ? operation : null,
    product: product !== null && isFit(product) ? product : null,
    message: 'Withheld: a credential stood in the results of this run.',
    expected: null,
    observed: null,
    exchanges: [],
    reproduce: null,
  }
}

/**
 * The results as far as nothing in them is a credential: whole, else without what a target, a setting or an extension could
 * have put there, at last without findings. The counts are always those of the findings that are left.
 */
export function fitResults(results: Results, scan: Redact): Results {
  const isFit = (text: string) => scan(text) === text
  if (isFit(jsonText(results))) return results
  const bare: Results = {
    ...results,
    run: { ...results.run, baseUrl: scan(results.run.baseUrl), outcome: scan(results.run.outcome) },
    findings: results.findings.map((finding) => withoutTexts(finding, isFit)),
    observations: {},
    load: { scenarios: [], limits: [] },
  }
  return isFit(jsonText(bare)) ? bare : { ...bare, findings: [], summary: countsOf([]) }
}

/**
 * The last line of defence: deletes what holds a credential, and writes the run again as one that is not to be trusted, as
 * far as it then holds none. Returns the results as they stand in the folder; null where no credential was found.
 */
export function withoutLeaks(directory: string, run: RecordedRun, scan: Redact): Results | null {
  const nameOf = (path: string) => relative(directory, path)
  const told = [
    ...foundIn(deleteLeaks(directory, scan).map(nameOf), scan, 'of the run', 'deleted'),
    ...foundIn(leaksBefore(directory, scan).map(nameOf), scan, 'that lay in the folder before the run', 'left'),
  ]
  if (told.length === 0) return null
  const isFit = (text: string) => scan(text) === text
  const spoiled = spoiledBy(run, told.join('; '))
  if (isFit(jsonText(spoiled.recording))) writeJson(directory, 'recording.json', spoiled.recording)
  const results = resultsOf(spoiled, judgeRun(spoiled))
  writeReports(directory, results, run, isFit)
  const fit = fitResults(results, scan)
  if (!existsSync(join(directory, 'results.json')) && isFit(jsonText(fit))) writeJson(directory, 'results.json', fit)
  return fit
}
