import { parseArgs } from 'node:util'
import type { Profile, TargetName } from '../evidence/results.ts'
import { products } from '../fixtures/catalog/catalog.ts'
import { checks } from '../fixtures/checks.ts'
import { type ScenarioName, scenarioNames } from '../load/load-plan.ts'
import { knownWord } from './nearest.ts'
import { UsageError } from './usage-error.ts'

/** The options of `run`, read and checked as far as that needs no catalogue. Times in milliseconds. */
export interface RunOptions {
  readonly profile: Profile
  readonly target: TargetName
  readonly only: 'contracts' | 'load' | null
  readonly products: readonly string[]
  readonly operations: readonly string[]
  readonly checks: readonly string[]
  readonly exclude: readonly string[]
  readonly scenarios: readonly ScenarioName[]
  readonly out: string | null
  readonly seed: number | null
  readonly concurrency: number
  readonly timeoutMs: number
  readonly maxDurationMs: number
  readonly waitMs: number
  readonly minExercised: number | null
  readonly dryRun: boolean
  readonly envFile: string | undefined
  readonly quiet: boolean
}

const definitions = {
  target: { type: 'string' },
  only: { type: 'string' },
  product: { type: 'string', multiple: true },
  operation: { type: 'string', multiple: true },
  check: { type: 'string', multiple: true },
  exclude: { type: 'string', multiple: true },
  scenario: { type: 'string', multiple: true },
  out: { type: 'string' },
  seed: { type: 'string' },
  concurrency: { type: 'string' },
  timeout: { type: 'string' },
  'max-duration': { type: 'string' },
  wait: { type: 'string' },
  shard: { type: 'string' },
  'load-processes': { type: 'string' },
  'min-exercised': { type: 'string' },
  'dry-run': { type: 'boolean' },
  'env-file': { type: 'string' },
  quiet: { type: 'boolean' },
} as const

const profiles: readonly Profile[] = ['nightly', 'gate', 'cutover']
const targets: readonly TargetName[] = ['embedded', 'development', 'production']
const defaultTargets: Readonly<Record<Profile, TargetName>> = {
  nightly: 'development',
  gate: 'development',
  cutover: 'production',
}
const defaultSeconds: Readonly<Record<Profile, number>> = { gate: 300, cutover: 900, nightly: 3600 }
const checkIds: readonly string[] = checks.map((check) => check.id)

function whole(text: string | undefined, name: string, least: number, most: number): number | null {
  if (text === undefined) return null
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least || value > most) {
    throw new UsageError(`--${name} takes a whole number from ${least} to ${most}, not '${text}'`)
  }
  return value
}

/** A check's id or the beginning of one, up to a dot, or a sub-id after a colon. */
function checkPrefix(text: string): string {
  const known = (id: string) => id === text || id.startsWith(text) || text.startsWith(`${id}:`)
  if (text !== '' && checkIds.some(known)) return text
  return knownWord(text, [...checkIds, ...new Set(checkIds.map((id) => id.split('.')[0] ?? id))], 'check')
}

/** Reads an option list. Throws a `UsageError` with the nearest right word for an unknown one. */
export function parseOptions<T extends Parameters<typeof parseArgs>[0] & object>(args: readonly string[], config: T) {
  const names = Object.keys(config.options ?? {}).map((name) => `--${name}`)
  for (const arg of args) {
    if (arg === '--') break
    const name = arg.split('=', 1)[0] ?? arg
    if (name.startsWith('--')) knownWord(name, [...names, '--help'], 'option')
    else if (/^-\w/.test(name)) throw new UsageError(`There is no option '${name}': options begin with two dashes`)
  }
  try {
    return parseArgs({ ...config, args: [...args], strict: true, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error))
  }
}

/** Reads the words after `run`. Throws a `UsageError` for what it does not understand. */
export function readRunOptions(args: readonly string[]): RunOptions {
  const { values, positionals } = parseOptions(args, { options: definitions })
  const [profileWord, ...rest] = positionals
  if (profileWord === undefined) throw new UsageError(`run needs a profile: ${profiles.join(', ')}`)
  if (rest.length > 0) throw new UsageError(`run takes one profile, and '${rest[0]}' is one word too many`)
  for (const later of ['shard', 'load-processes'] as const) {
    if (values[later] !== undefined) throw new UsageError(`--${later} is not built yet`)
  }
  const profile = knownWord(profileWord, profiles, 'profile') as Profile
  const target = knownWord(values.target ?? defaultTargets[profile], targets, 'target') as TargetName
  const only =
    values.only === undefined ? null : (knownWord(values.only, ['contracts', 'load'], '--only') as 'contracts' | 'load')
  const productNames = products.map((table) => table.product)
  return {
    profile,
    target,
    only,
    products: (values.product ?? []).map((word) => knownWord(word, productNames, 'product')),
    operations: values.operation ?? [],
    checks: (values.check ?? []).map(checkPrefix),
    exclude: values.exclude ?? [],
    scenarios: (values.scenario ?? []).map((word) => knownWord(word, scenarioNames, 'scenario') as ScenarioName),
    out: values.out ?? null,
    seed: whole(values.seed, 'seed', 0, 2 ** 31 - 1),
    concurrency: whole(values.concurrency, 'concurrency', 1, 256) ?? 16,
    timeoutMs: whole(values.timeout, 'timeout', 10, 600_000) ?? 10_000,
    maxDurationMs: (whole(values['max-duration'], 'max-duration', 1, 86_400) ?? defaultSeconds[profile]) * 1000,
    waitMs: (whole(values.wait, 'wait', 0, 86_400) ?? 0) * 1000,
    minExercised: whole(values['min-exercised'], 'min-exercised', 0, 100),
    dryRun: values['dry-run'] ?? false,
    envFile: values['env-file'],
    quiet: values.quiet ?? false,
  }
}
