import { readFileSync } from 'node:fs'
import { parse } from 'dotenv'
import { catalogue, detailed, products } from '../fixtures/catalog/catalog.ts'
import type { Effect } from '../fixtures/catalog/operation.ts'
import {
  type CommonSetting,
  commonSettings,
  developmentPrefix,
  type EnvironmentSetting,
  environmentSettings,
} from '../fixtures/settings.ts'
import type { Known } from '../fixtures/target.ts'
import { knownWord, nearest } from './nearest.ts'
import { UsageError } from './usage-error.ts'

/** Where a setting is looked up; production's names have no prefix. */
export type EnvironmentName = 'development' | 'production'

/** Texts by name, as process and `.env` give them. */
export type Variables = Readonly<Record<string, string | undefined>>

/** Settings that are common to both environments. Paths as they were given. */
export interface CommonSettings {
  readonly catalogExtension: string | null
  readonly k6: string | null
  readonly baselineDirectory: string | null
  readonly authority: string | null
  readonly clientCertificate: string | null
  readonly clientKey: string | null
  readonly thresholds: string | null
}

const effects: readonly Effect[] = ['read', 'write', 'delete', 'money', 'message', 'session']
const productNames = products.map((table) => table.product)
const operationIds: readonly string[] = catalogue.map((operation) => operation.id)

/**
 * Reads `.env` (or the file that was named) under the real environment, which wins. Throws a `UsageError` where a named file
 * is not there or a name in it is unknown.
 */
export function readVariables(environment: Variables, envFile: string | undefined): Variables {
  let text: string
  try {
    text = readFileSync(envFile ?? '.env', 'utf8')
  } catch {
    if (envFile !== undefined) throw new UsageError(`The settings file ${envFile} cannot be read`)
    return environment
  }
  const fromFile = parse(text)
  const known = allNames()
  for (const name of Object.keys(fromFile)) {
    const looksLikeOurs = known.includes(name) || /^(DEV_|KNOWN_|RESTRICTED_|VALID_|API_|BASE_|LOAD_)/.test(name)
    if (looksLikeOurs && !known.includes(name)) {
      throw new UsageError(
        `${envFile ?? '.env'} names ${name}, which is no setting: did you mean ${nearest(name, known)}?`,
      )
    }
  }
  return { ...fromFile, ...environment }
}

/** The names of all settings, prefixed ones included. */
export function allNames(): readonly string[] {
  const own = environmentSettings.map((row) => row.name)
  return [...own, ...own.map((name) => `${developmentPrefix}${name}`), ...commonSettings.map((row) => row.name)]
}

/** Reads texts by name and refuses empty ones: an empty secret in a pipeline must not silently mean less testing. */
function reader(variables: Variables, prefix: string) {
  return (name: EnvironmentSetting | CommonSetting): { readonly label: string; readonly text: string } | null => {
    const label = `${prefix}${name}`
    const text = variables[label]
    if (text === undefined) return null
    if (text.trim() === '') throw new UsageError(`${label} is set but empty: give it a value or leave it out`)
    return { label, text: text.trim() }
  }
}

type Found = { readonly label: string; readonly text: string } | null

/** Reads a base address. Throws a `UsageError` that never repeats a password. */
function readBaseUrl(label: string, text: string): string {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new UsageError(`${label} is no address: give it as https://host or https://host/base/path`)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new UsageError(`${label} must begin with http:// or https://`)
  }
  if (url.username !== '' || url.password !== '') throw new UsageError(`${label} must hold no user and no password`)
  if (url.search !== '' || url.hash !== '') throw new UsageError(`${label} must hold no query and no fragment`)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

function secret(found: Found): string | null {
  if (found === null) return null
  if (!/^[\x21-\x7e]+$/.test(found.text)) {
    throw new UsageError(
      `${found.label} holds characters that no header can carry: it must be visible ASCII without blanks`,
    )
  }
  return found.text
}

function list(found: Found): readonly string[] {
  return found === null
    ? []
    : found.text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
}

function words<T extends string>(found: Found, known: readonly T[], what: string): readonly T[] {
  return list(found).map((word) => knownWord(word, known, `${what} (in ${found?.label})`) as T)
}

function object(found: Found): Readonly<Record<string, unknown>> | null {
  if (found === null) return null
  let value: unknown
  try {
    value = JSON.parse(found.text)
  } catch {
    throw new UsageError(`${found.label} is not JSON`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(`${found.label} must be a JSON object`)
  }
  return value as Readonly<Record<string, unknown>>
}

function query(found: Found): string | null {
  if (found === null) return null
  const text = found.text.replace(/^\?/, '')
  if (/[\s#]/.test(text)) throw new UsageError(`${found.label} must be a percent-encoded query without blanks and #`)
  return text
}

/** Headers that the suite itself sends, or that would change what a probe means. */
const ownHeaders =
  /^(x-service-api-key|host|content-length|content-type|accept|transfer-encoding|connection|user-agent|origin|authorization)$/i

function headers(found: Found): readonly (readonly [string, string])[] {
  if (found === null) return []
  return found.text
    .split(/\r?\n|,(?=\s*[A-Za-z0-9-]+\s*:)/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s*(.+)$/.exec(line) ?? []
      if (name === undefined || value === undefined)
        throw new UsageError(`${found.label} must hold lines of "Name: value"`)
      if (!/^[\x20-\x7e\t]+$/.test(value)) throw new UsageError(`${found.label}: the value of ${name} must be ASCII`)
      if (ownHeaders.test(name)) throw new UsageError(`${found.label} must not set ${name}: the suite sends it itself`)
      return [name, value] as const
    })
}

/** The text of a setting that is used as it is, in a path or a header. */
function plain(found: Found): string | null {
  if (found !== null && /[\r\n\0]/.test(found.text)) throw new UsageError(`${found.label} must be one line`)
  return found?.text ?? null
}

/**
 * Reads what is known of an environment. Throws a `UsageError` that names the setting for every value that is wrong, before
 * anything is sent.
 */
export function readKnown(variables: Variables, environment: EnvironmentName, extended: readonly string[] = []): Known {
  const prefix = environment === 'development' ? developmentPrefix : ''
  const read = reader(variables, prefix)
  const base = read('BASE_URL')
  if (base === null)
    throw new UsageError(`${prefix}BASE_URL is not set: it is the base address of the ${environment} environment`)
  const ids = [...operationIds, ...extended]
  const baseUrl = readBaseUrl(base.label, base.text)
  refuseSameOrigin(variables)
  return {
    baseUrl,
    keys: {
      eligible: secret(read('API_KEY')),
      load: secret(read('LOAD_API_KEY')),
      restrictedAccount: secret(read('RESTRICTED_ACCOUNT_KEY')),
      restrictedProduct: secret(read('RESTRICTED_PRODUCT_KEY')),
      restrictedPermission: secret(read('RESTRICTED_PERMISSION_KEY')),
    },
    restrictedProducts: words(read('RESTRICTED_PRODUCTS'), productNames, 'product'),
    restrictedOrigin: plain(read('RESTRICTED_ORIGIN')),
    ids: {
      placementId: plain(read('KNOWN_PLACEMENT_ID')),
      shortId: plain(read('KNOWN_SHORT_ID')),
      subscriptionShortId: plain(read('KNOWN_SUBSCRIPTION_SHORT_ID')),
      accountId: plain(read('KNOWN_ACCOUNT_ID')),
      attributionId: plain(read('KNOWN_ATTRIBUTION_ID')),
      paymentLinkId: plain(read('KNOWN_PAYMENT_LINK_ID')),
    },
    vouched: {
      embedBody: object(read('VALID_EMBED_BODY')),
      choiceBody: object(read('VALID_CHOICE_BODY')),
      detailsQuery: query(read('VALID_DETAILS_QUERY')),
    },
    rateLimitOperation: words(read('RATE_LIMIT_OPERATION'), ids, 'operation')[0] ?? detailed['details-list'],
    exclude: words(read('EXCLUDE_OPERATIONS'), ids, 'operation'),
    allowEffects: words(read('ALLOW_EFFECTS'), effects, 'effect'),
    extraHeaders: headers(read('EXTRA_HEADERS')),
    cleanUps: [],
  }
}

/** Reads the settings that both environments share. */
export function readCommon(variables: Variables): CommonSettings {
  const read = reader(variables, '')
  return {
    catalogExtension: plain(read('CATALOG_EXTENSION')),
    k6: plain(read('K6_BIN')),
    baselineDirectory: plain(read('BASELINE_DIR')),
    authority: plain(read('CA_FILE')),
    clientCertificate: plain(read('CLIENT_CERT_FILE')),
    clientKey: plain(read('CLIENT_KEY_FILE')),
    thresholds: plain(read('LOAD_THRESHOLDS')),
  }
}

/** An IPv4 address that is written as IPv6, in its four numbers; anything else as it is. */
function plainHost(host: string): string {
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host) ?? []
  if (high === undefined || low === undefined) return host
  const numbers = [high, low].map((word) => Number.parseInt(word, 16)).flatMap((word) => [word >> 8, word & 0xff])
  return numbers.join('.')
}

/** One spelling for what names the same machine: a final dot, loopback under all its names, http and https of one host. */
export function canonicalOrigin(text: string): string | null {
  try {
    const url = new URL(text)
    const host = plainHost(url.hostname.replace(/\.$/, '').toLowerCase())
    const loopback = /^(localhost|.*\.localhost|\[::1\]|\[::\]|0\.0\.0\.0|127\..*)$/.test(host)
    const port = /^(80|443|)$/.test(url.port) ? 'default' : url.port
    return `${loopback ? 'loopback' : host}:${port}`
  } catch {
    return null
  }
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
