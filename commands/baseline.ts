import { resolve } from 'node:path'
import { stdout } from 'node:process'
import { counted } from '../evidence/counted.ts'
import type { Observation } from '../evidence/observation.ts'
import { type ExitCode, isTrusted, type RunFacts } from '../evidence/results.ts'
import { UsageError } from '../evidence/usage-error.ts'
import {
  chanceBetween,
  differencesBetween,
  notAskedBy,
  seenAsWhole,
  withoutChance,
} from '../reports/changes/differences.ts'
import { changeAlone, readObservations, usualBaseline, writeObservations } from '../run/baseline-folder.ts'
import { settingsFile } from '../run/options/option.ts'
import { parseWords } from '../run/options/parse.ts'
import { readResults } from '../run/read-run.ts'
import { readCommon, readVariables, type Variables } from '../run/settings/settings.ts'
import type { Command } from './command.ts'

const options = { settings: settingsFile }

/** The facts and observations of a run that may be accepted. Throws a `UsageError` for any other run. */
function acceptableIn(directory: string): { readonly run: RunFacts; readonly seen: readonly Observation[] } {
  const { run, observations } = readResults(resolve(directory))
  if (run.target === 'embedded') throw new UsageError('The embedded target has no baseline')
  if (!isTrusted(run))
    throw new UsageError(`${directory} is no run to be trusted (exit ${run.exitCode}): nothing was accepted`)
  const seen = observations['seen']
  if (!Array.isArray(seen)) throw new UsageError('This run holds no observations: it was made by an older suite')
  return { run, seen: seen as readonly Observation[] }
}

/** Keys of what differs by chance between a run and further ones. Throws a `UsageError` for another target. */
function chanceOf(own: ReturnType<typeof acceptableIn>, further: readonly string[]) {
  return further.flatMap((directory) => {
    const { run, seen } = acceptableIn(directory)
    if (run.target !== own.run.target || run.baseUrl !== own.run.baseUrl)
      throw new UsageError(`${directory} is a run of another target: it says nothing of what differs by chance`)
    return [...chanceBetween(own.seen, seen)]
  })
}

const thingsBy = (number: number) => `${counted(number, 'thing')} ${number === 1 ? 'differs' : 'differ'}`

async function accept(words: readonly string[], environment: Variables): Promise<ExitCode> {
  const { values, positionals } = parseWords(words, options)
  const [verb, directory, ...further] = positionals
  if (verb !== 'accept' || directory === undefined) throw new UsageError('baseline takes: accept RUN_DIR [RUN_DIR…]')
  const own = acceptableIn(directory)
  const { baselineDirectory } = readCommon(readVariables(environment, values.settings))
  const folder = usualBaseline(baselineDirectory)
  const chance = chanceOf(own, further)
  stdout.write(`${changeAlone(folder, () => acceptInto(folder, own, chance))}\n`)
  return 0
}

/** Writes what is accepted, and says how it differs from the baseline before. */
function acceptInto(folder: string, one: ReturnType<typeof acceptableIn>, byChance: readonly string[]): string {
  const { run } = one
  const before = readObservations(folder, run.target)
  const chance = new Set([...(before?.byChance ?? []), ...byChance])
  const old = withoutChance(before?.observations ?? [], chance)
  const seen = withoutChance(one.seen, chance)
  const accepted = seenAsWhole(old, seen)
  const kept = notAskedBy(old, seen)
  const path = writeObservations(folder, run.target, run.id, [...accepted, ...kept], [...chance])
  const stay = kept.length === 0 ? '' : `, and ${kept.length} stay that this run was not asked`
  const changed = `${differencesBetween(old, accepted).length} differ from the baseline before${stay}`
  const beside = before === null ? 'there was no baseline before' : changed
  const left =
    chance.size === 0 ? '' : `; ${thingsBy(chance.size)} by chance and ${chance.size === 1 ? 'is' : 'are'} left out`
  return `${counted(accepted.length, 'observation')} of ${run.id} accepted into ${path}; ${beside}${left}.`
}

export const baseline: Command = {
  takes: 'accept RUN_DIR [RUN_DIR…]',
  summary: 'accepts what a run observed: later runs say what drifted from it',
  about:
    'Writes observations-<target>.json into BASELINE_DIR (baseline/ unless set): keep it in git.\nWhat the run was not asked stays as it was: a run of one product changes nothing about the others.\nFurther runs of an unchanged target tell what differs by chance: no later run says that it drifted.',
  options: { Options: options },
  examples: {
    'npx suite baseline accept reports/out/latest': 'the last run becomes the baseline',
    'npx suite baseline accept runs/monday runs/tuesday': 'and what they differ in is chance',
  },
  run: accept,
}
