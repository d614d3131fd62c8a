import type { Shard } from '../../contracts/plan.ts'
import { type Profile, profiles, type TargetName, targetNames } from '../../evidence/results.ts'
import { UsageError } from '../../evidence/usage-error.ts'
import { checks } from '../../fixtures/checks.ts'
import { scenarioNames } from '../../load/registry.ts'
import { knownWord } from './nearest.ts'
import {
  each,
  flag,
  listed,
  type Option,
  one,
  oneOf,
  otherwise,
  perSecond,
  settingsFile,
  someOf,
  text,
  type ValuesOf,
  whole,
} from './option.ts'
import { parseWords } from './parse.ts'

const defaultTargets: Readonly<Record<Profile, TargetName>> = {
  nightly: 'development',
  gate: 'development',
  cutover: 'production',
}
const defaultSeconds: Readonly<Record<Profile, number>> = { gate: 300, cutover: 900, nightly: 3600 }
const usualSeconds = Object.entries(defaultSeconds).map(([profile, seconds]) => `${profile} ${seconds}`)
/** Seconds, read as milliseconds: a day at most. */
const aDay = { least: 1, most: 86_400, times: 1000 }
const checkIds: readonly string[] = checks.map((check) => check.id)
const loadChecks: readonly string[] = checks.filter(({ asks }) => asks === 'load').map(({ id }) => id)

/** A check's id, the beginning of one up to a dot, or an id with a sub-id after a colon. */
function checkPrefix(word: string): string {
  const known = (id: string) => id === word || id.startsWith(word) || word.startsWith(`${id}:`)
  if (word !== '' && checkIds.some(known)) return word
  return knownWord(word, [...new Set(checkIds.flatMap(beginningsOf))], 'check')
}

/** `auth`, `auth.missing`, `auth.missing-credential`. */
function beginningsOf(id: string): readonly string[] {
  const [head = '', rest = ''] = id.split('.')
  return [head, ...rest.split('-').map((_, at, words) => `${head}.${words.slice(0, at + 1).join('-')}`)]
}

/** `2/3`: the second of three parts. */
function partOf(word: string, option: string): Shard {
  const [, index, of] = (/^(\d{1,3})\/(\d{1,3})$/.exec(word) ?? []).map(Number)
  if (index === undefined || of === undefined || index < 1 || index > of) {
    throw new UsageError(`${option} takes a part of the whole, as 1/3, not '${word}'`)
  }
  return { index, of }
}

const halves = ['contracts', 'load'] as const

/** One half of the run; null, the whole run, where both or none are named. */
const onlyOption: Option<(typeof halves)[number] | null> = {
  takes: 'many',
  value: halves.join('|'),
  help: 'one half',
  read(words) {
    const [half = null, ...more] = new Set(words.map((word) => knownWord(word, halves, '--only')))
    return more.length > 0 ? null : half
  },
}

const whatIsAsked = {
  target: oneOf(targetNames, 'target', "another deployment than the profile's"),
  only: onlyOption,
  product: listed('NAME', 'some products: comma-separated, or the option again'),
  operation: each('"METHOD /path"', 'some operations: the option again for each', String),
  check: each('ID', 'some checks: an id or its beginning', checkPrefix),
  exclude: each('"METHOD /path"', 'never touched, and counted', String),
  scenario: someOf(
    scenarioNames,
    'scenario',
    'k6 scenarios (nightly: limits, smoke, and average if LOAD_THRESHOLDS has it)',
  ),
  dryRun: flag('prints the plan and sends nothing'),
  verbose: flag('with --dry-run: every request of the plan'),
}

const how = {
  seed: whole({ least: 0, most: 2 ** 31 - 1 }, 'N', 'what chance decides: the same again'),
  concurrency: otherwise(whole({ least: 1, most: 256 }, 'N (16)', 'requests in flight at most'), 16),
  timeout: otherwise(whole({ least: 10, most: 600_000 }, 'MS (10000)', 'for one request'), 10_000),
  maxDuration: whole(aDay, 'S', `of the contract half (${usualSeconds.join(', ')})`),
  wait: otherwise(whole({ ...aDay, least: 0 }, 'S (0)', 'how long the target may take to come up'), 0),
  minExercised: whole({ least: 0, most: 100 }, 'PERCENT', 'of the questions; less is no trustworthy answer'),
  minJudged: otherwise(
    whole({ least: 0, most: 100 }, 'PERCENT (50)', 'of the operations, where time or a limit keeps the rest'),
    50,
  ),
  settings: settingsFile,
  shard: one('I/N', 'one of N parts of the contract half; merge puts them together', partOf),
  loadProcesses: otherwise(whole({ least: 1, most: 64 }, 'N (1)', 'processes of k6 that share a scenario'), 1),
  rate: perSecond('requests a second at the plateau; stress, spike, soak and breakpoint need it'),
  duration: whole(aDay, 'S', 'of each load scenario, ramps included; of limits where it runs alone (75)'),
  failOn: someOf(['drift', 'parity'], '--fail-on', 'what differs from the baseline or the other run is exit 1'),
  noParity: flag('cutover: does not ask development the same first'),
}

const whereTo = {
  out: text('DIR', 'the run folder (reports/out/<run id>, with latest beside it)'),
  quiet: flag('the verdict and nothing else'),
}

/** The options of `run`, as the help groups them. */
export const runOptionGroups = { 'What is asked': whatIsAsked, How: how, 'Where to': whereTo } as const

export const runOptions = { ...whatIsAsked, ...how, ...whereTo }

/** The options of `run`, checked as far as that needs no catalogue. Times in milliseconds. */
export interface RunOptions extends Omit<ValuesOf<typeof runOptions>, 'target' | 'maxDuration'> {
  readonly profile: Profile
  readonly target: TargetName
  readonly maxDuration: number
}

function refuseContradictions(
  profile: Profile,
  { only, check, scenario, dryRun, verbose, shard, noParity }: ValuesOf<typeof runOptions>,
): void {
  const ofLoad = (word: string) => loadChecks.some((id) => id.startsWith(word) || word.startsWith(id))
  const stray = only === 'load' ? check.find((word) => !ofLoad(word)) : undefined
  if (stray !== undefined) throw new UsageError(`--check ${stray} asks contracts, which --only load leaves out`)
  if (only === 'contracts' && scenario.length > 0) {
    throw new UsageError(`--scenario ${scenario[0]} is load, which --only contracts leaves out`)
  }
  if (shard !== null && (only === 'load' || scenario.length > 0)) {
    throw new UsageError('--shard parts contracts; load has --load-processes')
  }
  if (verbose && !dryRun) throw new UsageError('--verbose goes with --dry-run')
  if (noParity && profile !== 'cutover') {
    throw new UsageError(`--no-parity is about a cutover, and a ${profile} asks one environment: leave it out`)
  }
}

/** Reads the words after `run`. Throws a `UsageError` for a word that it does not understand. */
export function readRunOptions(words: readonly string[]): RunOptions {
  const { values, positionals } = parseWords(words, runOptions)
  const [profileWord, ...rest] = positionals
  if (profileWord === undefined) throw new UsageError(`run needs a profile: ${profiles.join(', ')}`)
  const [tooMany] = rest
  if (tooMany !== undefined) {
    const quotes = tooMany.startsWith('/') ? '. Put method and path of an operation in quotes' : ''
    throw new UsageError(`run takes one profile, and '${tooMany}' is one word too many${quotes}`)
  }
  const profile = knownWord(profileWord, profiles, 'profile')
  refuseContradictions(profile, values)
  return {
    ...values,
    profile,
    target: values.target ?? defaultTargets[profile],
    maxDuration: values.maxDuration ?? defaultSeconds[profile] * 1000,
  }
}
