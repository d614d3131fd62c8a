import { resolve } from 'node:path'
import { stdout } from 'node:process'
import type { Observation } from '../evidence/observation.ts'
import { type ExitCode, isTrusted } from '../evidence/results.ts'
import { differencesBetween, notAskedBy } from '../reports/changes/differences.ts'
import { readObservations, usualBaseline, writeObservations } from '../run/baseline-folder.ts'
import { settingsFile } from '../run/options/option.ts'
import { parseWords } from '../run/options/parse.ts'
import { readResults } from '../run/read-run.ts'
import { readCommon, readVariables, type Variables } from '../run/settings/settings.ts'
import { UsageError } from '../run/usage-error.ts'
import type { Command } from './command.ts'

const options = { settings: settingsFile }

/** What was seen of a run, without what had no whole answer: that is nothing to hold the next night against. */
function acceptable(seen: unknown): readonly Observation[] {
  if (!Array.isArray(seen)) throw new UsageError('This run holds no observations: it was made by an older suite')
  return seen as readonly Observation[]
}

async function accept(words: readonly string[], environment: Variables): Promise<ExitCode> {
  const { values, positionals } = parseWords(words, options)
  const [verb, directory, ...rest] = positionals
  if (verb !== 'accept' || directory === undefined || rest.length > 0) {
    throw new UsageError('baseline takes: accept RUN_DIR')
  }
  const { run, observations } = readResults(resolve(directory))
  if (run.target === 'embedded') throw new UsageError('The embedded target has no baseline')
  if (!isTrusted(run))
    throw new UsageError(`${directory} is no run to be trusted (exit ${run.exitCode}): nothing was accepted`)
  const { baselineDirectory } = readCommon(readVariables(environment, values.settings))
  const folder = usualBaseline(baselineDirectory)
  const before = readObservations(folder, run.target)
  const accepted = acceptable(observations['seen'])
  const old = (before?.observations ?? []) as readonly Observation[]
  const kept = notAskedBy(old, accepted)
  const path = writeObservations(folder, run.target, run.id, [...accepted, ...kept])
  const stay = kept.length === 0 ? '' : `, and ${kept.length} stay that this run was not asked`
  const changed = `${differencesBetween(old, accepted).length} differ from the baseline before${stay}`
  const beside = before === null ? 'there was no baseline before' : changed
  stdout.write(`${accepted.length} observations of ${run.id} accepted into ${path}; ${beside}.\n`)
  return 0
}

/** `baseline accept RUN_DIR`: what later runs on the same target are compared with. */
export const baseline: Command = {
  takes: 'accept RUN_DIR',
  summary: 'accepts what a run observed: later runs say what drifted from it',
  about:
    'Writes observations-<target>.json into BASELINE_DIR (baseline/ unless set): keep it in git.\nWhat the run was not asked stays as it was: a run of one product changes nothing about the others.',
  options: { Options: options },
  examples: [{ line: 'npx suite baseline accept reports/out/latest', does: 'the last run becomes the baseline' }],
  run: accept,
}
