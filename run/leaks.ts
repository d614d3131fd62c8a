import { closeSync, existsSync, openSync, readdirSync, readSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { counted, firstFew } from '../evidence/counted.ts'
import { checkOf, type Finding } from '../evidence/finding.ts'
import { jsonText } from '../evidence/json-pieces.ts'
import type { Redact } from '../evidence/redaction/redaction.ts'
import type { Results } from '../evidence/results.ts'
import { countsOf } from '../evidence/verdict.ts'
import { formats } from '../reports/formats/formats.ts'
import { writeJson } from './files.ts'
import { type RecordedRun, spoiledBy } from './record.ts'
import { resultsOf } from './results.ts'
import { dashboardName, writeReports } from './write-reports.ts'

/**
 * A file is searched in parts of `bytes` bytes. Each part repeats the last `again` characters of the one before: more than an escaped key
 * needs. Small parts make small objects, which are collected soon.
 */
const together = { bytes: 30 * 1024, again: 2048 } as const

const notOurs: readonly unknown[] = ['ENOENT', 'EACCES', 'EPERM']

function holdsSecret(path: string, redact: Redact): boolean {
  const file = openedFile(path)
  if (file === null) return false
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

/** Null for a file that is gone by now, or that is not for us to read: no run of ours wrote it. */
function openedFile(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (notOurs.includes((error as NodeJS.ErrnoException).code)) return null
    throw error
  }
}

const ownNames = ['plan.json', 'exchanges.ndjson', 'created.json', 'recording.json', 'results.json']

/** Whether a run writes files of this name. Else it is somebody else's: settings, the log of a service. */
function isOwn(name: string): boolean {
  return ownNames.includes(name) || formats.some(({ file }) => file === name) || dashboardName.test(name)
}

/** The files in a folder that hold a secret: those of the run, or all others. Subfolders are not searched, and links are not followed. */
function leaksIn(directory: string, own: boolean, redact: Redact): readonly string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isOwn(entry.name) === own)
    .map((entry) => join(directory, entry.name))
    .filter((path) => holdsSecret(path, redact))
}

/** Deletes each file of a run that still holds a secret and returns their paths: the last line of defence. */
export function deleteLeaks(directory: string, redact: Redact): readonly string[] {
  const leaks = leaksIn(directory, true, redact)
  for (const path of leaks) rmSync(path)
  return leaks
}

/** The files that hold a secret and that no run wrote: they stay. */
export function foreignLeaks(directory: string, redact: Redact): readonly string[] {
  return leaksIn(directory, false, redact)
}

/** A sentence about these files, or none without files. Their names are redacted: a name may hold a credential, too. */
function foundIn(files: readonly string[], scan: Redact, whose: string, done: string): readonly string[] {
  if (files.length === 0) return []
  const which = `${counted(files.length, 'file')} ${whose}, which ${files.length === 1 ? 'was' : 'were'} ${done}`
  return [`A credential was found in ${which}: ${firstFew(files.map(scan))}`]
}

/** A finding without its free texts. What was asked, and the verdict, stay as far as they hold no credential. */
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
 * The results without any credential: whole where they hold none; else without texts that a target, a setting or an extension may have
 * given; in the worst case without findings. The counts are those of the findings that stay.
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
 * The last line of defence: deletes files that hold a credential and writes the run again, as one that is not to be trusted. Returns the
 * results as the folder holds them; null where there was no credential.
 */
export function withoutLeaks(directory: string, run: RecordedRun, scan: Redact): Results | null {
  const nameOf = (path: string) => relative(directory, path)
  const told = [
    ...foundIn(deleteLeaks(directory, scan).map(nameOf), scan, 'of the run', 'deleted'),
    ...foundIn(foreignLeaks(directory, scan).map(nameOf), scan, 'that the run did not write', 'left'),
  ]
  if (told.length === 0) return null
  const isFit = (text: string) => scan(text) === text
  const spoiled = spoiledBy(run, told.join('; '))
  if (isFit(jsonText(spoiled.recording))) writeJson(directory, 'recording.json', spoiled.recording)
  const results = resultsOf(spoiled)
  writeReports(directory, results, run, isFit)
  const fit = fitResults(results, scan)
  if (!existsSync(join(directory, 'results.json')) && isFit(jsonText(fit))) writeJson(directory, 'results.json', fit)
  return fit
}
