import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'dotenv'
import { UsageError } from '../../evidence/usage-error.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import {
  type CommonSettings,
  commonSettings,
  developmentPrefix,
  environmentSettings,
  type SettingRow,
  settingNames,
} from '../../fixtures/settings.ts'
import type { Known } from '../../fixtures/target.ts'
import { textIfThere, textIn } from '../files.ts'
import { inConflict, mergeMarks } from '../json-file.ts'
import { nearest } from '../options/nearest.ts'
import { canonicalOrigin } from './same-origin.ts'
import { settingKinds } from './setting-readers.ts'

/** The environment whose settings are read; production's names have no prefix. */
export type EnvironmentName = 'development' | 'production'

/** Texts by name, as the process and `.env` give them. */
export type Variables = Readonly<Record<string, string | undefined>>

const operationIds: readonly string[] = catalogue.map((operation) => operation.id)

/**
 * Reads `.env`, or the named file, below the real environment, which wins. Throws a `UsageError` with file and line where a named file is
 * missing, the file cannot be read, or a line is no setting.
 */
export function readVariables(environment: Variables, settingsFile: string | null): Variables {
  const file = settingsFile ?? '.env'
  const wrong = (code: string) =>
    new UsageError(
      code === 'ENOENT'
        ? `The settings file ${file} is not there. Name another with --settings, or begin with: cp .env.example ${file}`
        : `The settings file ${file} cannot be read (${code}). Make it readable, or name another with --settings`,
    )
  const text = settingsFile === null ? textIfThere(file, wrong) : textIn(file, wrong)
  if (text === null) return environment
  refuseStrayLines(text, file)
  const fromFile = parse(text)
  for (const name of Object.keys(fromFile)) refuseUnknown(name, `${file}, line ${lineOfSetting(text, name)}`)
  return { ...fromFile, ...environment }
}

/** A quoted value, which may span several lines of one setting. */
const quoted = /(=\s*)(["'`])(?:\\.|(?!\2)[\s\S])*\2/g
const settingLine = /^\s*(#.*|(export\s+)?[\w.-]+\s*(=|:\s).*)?$/

/** Lines that dotenv reads in another way than the user meant, and what to say about them. */
const misread: readonly (readonly [pattern: RegExp, why: string])[] = [
  [/^[^#=]+[=:]\s*["'`]/, 'a quote that is not closed is taken for a part of the value. Close it'],
  [/^[^#=]+[=:]\s*[^\s#][^#]*(?<!\s)#/, 'a value without quotes ends at #. Put it in single quotes'],
]

/** Throws a `UsageError` for a line that is no setting: dotenv would skip it, and would silently take one side of an unresolved merge. */
function refuseStrayLines(text: string, file: string): void {
  if (text.includes('\0'))
    throw new UsageError(`${file} holds a NUL, as UTF-16 does. Save it as UTF-8; nothing was sent`)
  const lines = text
    .replace(quoted, (whole, equals: string) => equals + '\n'.repeat(whole.split('\n').length - 1))
    .split('\n')
  for (const [index, line] of lines.entries()) {
    const place = `${file}, line ${index + 1}`
    if (mergeMarks.test(line)) throw new UsageError(`${place}: ${inConflict}. Resolve it; nothing was sent`)
    if (!settingLine.test(line.replace(/\r$/, ''))) {
      throw new UsageError(`${place}: neither NAME=value nor a comment. Mend it after .env.example; nothing was sent`)
    }
    const [, why] = misread.find(([pattern]) => pattern.test(line)) ?? []
    if (why !== undefined) throw new UsageError(`${place}: ${why}; nothing was sent`)
  }
}

function lineOfSetting(text: string, name: string): number {
  return text.split('\n').findIndex((line) => line.replace(/^\s*(export\s+)?/, '').startsWith(name)) + 1
}

/** Throws a `UsageError` for a name that only looks like a setting: a misspelt setting would silently mean less testing. */
function refuseUnknown(name: string, place: string): void {
  if (settingNames.includes(name)) return
  const close = nearest(name, settingNames)
  if (close === null && !/^(DEV_|KNOWN_|RESTRICTED_|VALID_|API_|BASE_|LOAD_)/.test(name)) return
  const meant = close === null ? '.env.example lists all' : `did you mean ${close}?`
  throw new UsageError(`${place} names ${name}, which is no setting: ${meant}`)
}

/** The trimmed text of a setting, by the name that a user knows; null where it was left out. */
function textOf(variables: Variables, label: string): string | null {
  const text = variables[label]
  if (text === undefined) return null
  // An empty secret in a pipeline would silently mean less testing.
  if (text.trim() === '') throw new UsageError(`${label} is set but empty: give it a value or leave it out`)
  return text.trim()
}

/** Reads every setting of a table into its place. `outer.inner` is a member of an inner object. */
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

function reader(variables: Variables, prefix: string, operations: readonly string[], file: string | null = null) {
  return ({ name, kind }: SettingRow): unknown => {
    const label = `${prefix}${name}`
    const text = textOf(variables, label)
    if (text !== null) return settingKinds[kind].read({ label, text, operations })
    return kind === 'url' ? missing(label, file) : settingKinds[kind].leftOut
  }
}

/** Where the settings are looked for, in words; a reader who has an `.env` must not copy over it. */
function usualFile(folder: string): string {
  if (existsSync(join(folder, '.env'))) return '.env'
  if (existsSync(join(folder, '.env.example'))) return '.env (cp .env.example .env)'
  return `.env, which is looked for in the folder where you are (${folder}),`
}

function missing(label: string, file: string | null): never {
  const environment = label.startsWith(developmentPrefix) ? 'development' : 'production'
  throw new UsageError(
    `${label} is not set: put the base address of the ${environment} environment into ${file ?? usualFile(process.cwd())} or into the environment; npx suite run nightly --target embedded needs none`,
  )
}

/**
 * Reads the settings of an environment. Throws a `UsageError` that names the setting for each wrong value, before anything is sent; for a
 * missing one it names the `file` too.
 */
export function readKnown(
  variables: Variables,
  environment: EnvironmentName,
  extended: readonly string[] = [],
  file: string | null = null,
): Known {
  const prefix = environment === 'development' ? developmentPrefix : ''
  const read = filled(environmentSettings, reader(variables, prefix, [...operationIds, ...extended], file))
  refuseSameOrigin(variables)
  // The type of the table guarantees that every place is filled, by a kind that fits.
  return { ...(read as unknown as Omit<Known, 'cleanUps'>), cleanUps: [] }
}

/**
 * Throws a `UsageError` where one key is set as eligible and as restricted: it is served, and the deployment would be blamed. A key that
 * lacks some products may be the eligible one, unless these have the shown operations.
 */
export function refuseOneKeyForTwo({ keys, restrictedProducts }: Known, environment: EnvironmentName): void {
  const prefix = environment === 'development' ? developmentPrefix : ''
  const isShownProduct = restrictedProducts.some((product) => product === 'Embeds' || product === 'Livestream')
  const same = Object.entries({
    RESTRICTED_ACCOUNT_KEY: keys.restrictedAccount,
    RESTRICTED_PRODUCT_KEY: isShownProduct ? keys.restrictedProduct : null,
    RESTRICTED_PERMISSION_KEY: keys.restrictedPermission,
  }).find(([, key]) => key !== null && key === keys.eligible)
  if (same === undefined) return
  throw new UsageError(`${prefix}${same[0]} is the same as ${prefix}API_KEY: one key cannot be refused and eligible`)
}

export function readCommon(variables: Variables): CommonSettings {
  return filled(commonSettings, reader(variables, '', [])) as unknown as CommonSettings
}

/** docs/policy.md: refuses one origin for both environments, since the full policy would then meet production. */
function refuseSameOrigin(variables: Variables): void {
  const [production, development] = [variables['BASE_URL'], variables[`${developmentPrefix}BASE_URL`]]
  if (!production?.trim() || !development?.trim()) return
  // The other environment's address may lack its scheme. A text that is no address belongs to somebody else.
  const [one, other] = [production.trim(), development.trim()].map((text) =>
    canonicalOrigin(text.includes('://') ? text : `http://${text}`),
  )
  if (one != null && one === other) {
    throw new UsageError(
      'BASE_URL and DEV_BASE_URL have the same origin, and development may be asked what production may not: give each its own, or leave one out',
    )
  }
}
