import { readFileSync } from 'node:fs'
import { parse } from 'dotenv'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import {
  type CommonSettings,
  commonSettings,
  developmentPrefix,
  environmentSettings,
  type SettingRow,
  settingNames,
} from '../fixtures/settings.ts'
import type { Known } from '../fixtures/target.ts'
import { nearest } from './nearest.ts'
import { canonicalOrigin } from './same-origin.ts'
import { leftOut, settingReaders } from './setting-readers.ts'
import { UsageError } from './usage-error.ts'

/** Where a setting is looked up; production's names have no prefix. */
export type EnvironmentName = 'development' | 'production'

/** Texts by name, as process and `.env` give them. */
export type Variables = Readonly<Record<string, string | undefined>>

const operationIds: readonly string[] = catalogue.map((operation) => operation.id)

/**
 * Reads `.env` (or the file that was named) under the real environment, which wins. Throws a `UsageError` where a named file
 * is not there or a name in it is unknown.
 */
export function readVariables(environment: Variables, settingsFile: string | null): Variables {
  let text: string
  try {
    text = readFileSync(settingsFile ?? '.env', 'utf8')
  } catch {
    if (settingsFile !== null) throw new UsageError(`The settings file ${settingsFile} cannot be read`)
    return environment
  }
  const fromFile = parse(text)
  for (const name of Object.keys(fromFile)) refuseUnknown(name, settingsFile ?? '.env')
  return { ...fromFile, ...environment }
}

/** Names that look like ours and are none: a misspelt setting would silently mean less testing. */
function refuseUnknown(name: string, file: string): void {
  if (settingNames.includes(name)) return
  const close = nearest(name, settingNames)
  if (close === null && !/^(DEV_|KNOWN_|RESTRICTED_|VALID_|API_|BASE_|LOAD_)/.test(name)) return
  const meant = close === null ? '.env.example lists all' : `did you mean ${close}?`
  throw new UsageError(`${file} names ${name}, which is no setting: ${meant}`)
}

/** A setting's text, without blanks around it, under the name that a user knows; null where it was left out. */
function textOf(variables: Variables, label: string): string | null {
  const text = variables[label]
  if (text === undefined) return null
  // An empty secret in a pipeline must not silently mean less testing.
  if (text.trim() === '') throw new UsageError(`${label} is set but empty: give it a value or leave it out`)
  return text.trim()
}

/** Reads every setting of a table into its place: `outer.inner` names a member of an inner object. */
function filled(
  table: Readonly<Record<string, SettingRow>>,
  read: (row: SettingRow) => unknown,
): Readonly<Record<string, unknown>> {
  const whole: Record<string, unknown> = {}
  for (const [place, row] of Object.entries(table)) {
    const [outer = '', inner] = place.split('.')
    const value = read(row)
    whole[outer] = inner === undefined ? value : { ...Object(whole[outer]), [inner]: value }
  }
  return whole
}

function reader(variables: Variables, prefix: string, operations: readonly string[]) {
  return ({ name, kind }: SettingRow): unknown => {
    const label = `${prefix}${name}`
    const text = textOf(variables, label)
    if (text !== null) return settingReaders[kind]({ label, text, operations })
    return kind === 'url' ? missing(label) : leftOut[kind]
  }
}

function missing(label: string): never {
  const environment = label.startsWith(developmentPrefix) ? 'development' : 'production'
  throw new UsageError(
    `${label} is not set: put the base address of the ${environment} environment into .env (cp .env.example .env) or into the environment; --target embedded needs none`,
  )
}

/**
 * Reads what is known of an environment. Throws a `UsageError` that names the setting for every value that is wrong, before
 * anything is sent.
 */
export function readKnown(variables: Variables, environment: EnvironmentName, extended: readonly string[] = []): Known {
  const prefix = environment === 'development' ? developmentPrefix : ''
  const read = filled(environmentSettings, reader(variables, prefix, [...operationIds, ...extended]))
  refuseSameOrigin(variables)
  // The table's type holds that every place is filled, each by a kind that fits.
  return { ...(read as unknown as Omit<Known, 'cleanUps'>), cleanUps: [] }
}

/** Reads the settings that both environments share. */
export function readCommon(variables: Variables): CommonSettings {
  return filled(commonSettings, reader(variables, '', [])) as unknown as CommonSettings
}

/** docs/policy.md: one origin for both environments is refused: the full policy would meet production. */
function refuseSameOrigin(variables: Variables): void {
  const [production, development] = [variables['BASE_URL'], variables[`${developmentPrefix}BASE_URL`]]
  if (production === undefined || development === undefined) return
  const origin = canonicalOrigin(production.trim())
  if (origin !== null && origin === canonicalOrigin(development.trim())) {
    throw new UsageError(
      'BASE_URL and DEV_BASE_URL have the same origin: development may be asked what production may not',
    )
  }
}
