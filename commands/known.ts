import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { stdout } from 'node:process'
import { headline } from '../evidence/causes.ts'
import type { ExitCode, Results } from '../evidence/results.ts'
import { UsageError } from '../evidence/usage-error.ts'
import {
  daysBetween,
  entryOf,
  isExcusable,
  type KnownEntry,
  troubleWith,
  validEntries,
} from '../reports/changes/known.ts'
import { oneLine } from '../reports/plain-text.ts'
import { alikeTo } from '../reports/problems.ts'
import {
  baselineFolderOf,
  changeAlone,
  readKnownFindings,
  usualBaseline,
  writeKnownFindings,
} from '../run/baseline-folder.ts'
import { settingsFile, text, type ValuesOf } from '../run/options/option.ts'
import { parseWords } from '../run/options/parse.ts'
import { readResults } from '../run/read-run.ts'
import { latestRun } from '../run/run-folder.ts'
import { readCommon, readVariables, type Variables } from '../run/settings/settings.ts'
import type { Command } from './command.ts'

const options = {
  reason: text('TEXT', 'why it is accepted for now: a ticket'),
  owner: text('NAME', 'who answers for it'),
  until: text('DATE', 'the last day that it counts, as 2026-12-31; at most 90 days from today'),
  settings: settingsFile,
}

/** The value of a required option. Throws a `UsageError` that names the option where it is missing. */
function required(value: string | null, name: string): string {
  if (value === null) throw new UsageError(`known add needs --${name}`)
  return value
}

function dateOf(word: string): string {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(word) && new Date(`${word}T00:00:00Z`).toJSON()?.startsWith(word)
  if (isDate !== true) throw new UsageError(`--until takes a date as 2026-12-31, not '${word}'`)
  return word
}

/** The entry for a violation of a run. Throws a `UsageError` for a finding that cannot or may not be excused. */
function entryFor(
  id: string,
  { run, findings }: Results,
  given: Pick<KnownEntry, 'reason' | 'owner' | 'since' | 'until'>,
) {
  if (run.target === 'embedded') throw new UsageError('The embedded target has no known findings')
  const finding = findings.find((one) => one.id === id)
  if (finding === undefined)
    throw new UsageError(
      `The run ${run.id} has no finding ${id}: see its report, or name the folder of a run that has it`,
    )
  const { verdict, cause, check, operation, shownBy } = finding
  if (verdict !== 'violation') throw new UsageError(`${id} is no violation but ${verdict}: there is nothing to excuse`)
  if (!isExcusable(cause)) {
    throw new UsageError(`${id} is never excused: ${headline(cause) ?? cause}. Close the door instead`)
  }
  const entry: KnownEntry = {
    finding: id,
    cause,
    check,
    operation,
    target: run.target,
    ...given,
    ...(shownBy === undefined ? {} : { shownBy }),
  }
  const trouble = troubleWith(entry, given.since)
  if (trouble !== null) throw new UsageError(`--until ${given.until}: ${trouble}`)
  return entry
}

function add(values: ValuesOf<typeof options>, [id, directory]: readonly string[], folder: string): ExitCode {
  if (id === undefined || !/^[0-9a-f]{12}$/.test(id)) {
    throw new UsageError('known add takes the identifier of a finding: 12 hex digits, as reports show it')
  }
  const today = new Date().toISOString().slice(0, 10)
  const given = {
    reason: required(values.reason, 'reason'),
    owner: required(values.owner, 'owner'),
    since: today,
    until: dateOf(required(values.until, 'until')),
  }
  const results = readResults(resolve(directory ?? latestRun))
  const entry = entryFor(id, results, given)
  const { others, path } = changeAlone(folder, () => {
    const kept = readKnownFindings(folder, today).filter((one) => one.finding !== id || one.target !== entry.target)
    return { others: kept, path: writeKnownFindings(folder, [...kept, entry]) }
  })
  stdout.write(`${id} is known until ${entry.until} (${oneLine(`${entry.owner}: ${entry.reason}`)}), in ${path}.\n`)
  const valid = validEntries(others, { today, target: results.run.target })
  const left = alikeTo(id, results.findings).filter((one) => entryOf(one, valid) === undefined)
  if (left.length > 0) {
    stdout.write(
      `Of the same problem these still fail a run: ${left.map((one) => `${one.id} (${one.check})`).join(', ')}.\n`,
    )
  }
  return 0
}

/** The two lines of an entry. What the team wrote does nothing to a terminal, and breaks no line. */
export function linesOf(entry: KnownEntry, today: string): readonly string[] {
  const { finding, cause, check, operation, target, reason, owner, until } = entry
  const days = daysBetween(today, until)
  const left = days < 0 ? 'EXPIRED' : `${days} ${days === 1 ? 'day' : 'days'} left`
  const door = isExcusable(cause) ? '' : '  (counts for nothing: an open door is never excused)'
  return [
    `${finding}  ${left.padEnd(12)} until ${until}  ${oneLine(`${owner}: ${reason}`)}${door}`,
    `  ${check}  ${cause}  ${operation ?? 'the run'}  ${target}`,
  ]
}

function list(folder: string | null): ExitCode {
  const today = new Date().toISOString().slice(0, 10)
  const entries = folder === null ? [] : readKnownFindings(folder, today)
  const lines = entries
    .toSorted((one, other) => one.until.localeCompare(other.until))
    .flatMap((entry) => linesOf(entry, today))
  const place = folder === null ? '' : ` ${folder}`
  const isThere = folder !== null && existsSync(folder)
  const none = isThere ? `Nothing is known in${place}.` : `There is no baseline folder${place}, so nothing is known.`
  stdout.write(`${lines.length === 0 ? none : lines.join('\n')}\n`)
  return 0
}

async function runKnown(words: readonly string[], environment: Variables): Promise<ExitCode> {
  const { values, positionals } = parseWords(words, options)
  const [verb, ...rest] = positionals
  const { baselineDirectory } = readCommon(readVariables(environment, values.settings))
  if (verb === 'list' && rest.length === 0) return list(baselineFolderOf(baselineDirectory))
  if (verb === 'add' && rest.length <= 2) return add(values, rest, usualBaseline(baselineDirectory))
  throw new UsageError('known takes: add FINDING_ID --reason … --owner … --until DATE [RUN_DIR], or list')
}

export const known: Command = {
  takes: 'add FINDING_ID --reason TEXT --owner NAME --until DATE [RUN_DIR] | list',
  summary: 'keeps violations that the team knows: they fail no run until their date',
  about: `Writes known-findings.json into BASELINE_DIR (baseline/ unless set): keep it in git.
An entry whose finding passes again, whose date is over, or which no run can have, makes a run exit 1.
A credential that is accepted and should be refused is never excused.`,
  options: { Options: options },
  examples: {
    'npx suite known add 090649fb3478 --reason PAY-17 --owner payments --until 2026-12-31': 'of the last run',
    'npx suite known list': 'what is known, and what is left of its time',
  },
  run: runKnown,
}
