import { UsageError } from '../../evidence/usage-error.ts'
import { detailed, products } from '../../fixtures/catalog/catalog.ts'
import { effects } from '../../fixtures/catalog/operation.ts'
import { isObject, jsonOf } from '../../fixtures/json.ts'
import type { SettingKind, SettingKinds } from '../../fixtures/settings.ts'
import { knownInAnyCase, knownWord } from '../options/nearest.ts'

/** A given setting: its name as the user knows it, and its trimmed text. */
interface Given {
  readonly label: string
  readonly text: string
  /** All operations, those of an extension included. */
  readonly operations: readonly string[]
}

/** Reads the text of a setting. Throws a `UsageError` that names the setting and never repeats what may be a secret. */
type Reader<Value> = (given: Given) => Value

const productNames = products.map((table) => table.product)
const listing = detailed['details-list']
/** The effects that need a leave. */
const needLeave = effects.filter((effect) => effect !== 'read' && effect !== 'write')

const url: Reader<string> = ({ label, text }) => {
  if (!URL.canParse(text))
    throw new UsageError(`${label} is no address: give it as https://host or https://host/base/path`)
  const { protocol, username, password, search, hash, origin, pathname } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new UsageError(`${label} must begin with http:// or https://`)
  if (username !== '' || password !== '') throw new UsageError(`${label} must hold no user and no password`)
  if (search !== '' || hash !== '') throw new UsageError(`${label} must hold no query and no fragment`)
  return `${origin}${pathname.replace(/\/+$/, '')}`
}

const secret: Reader<string> = ({ label, text }) => {
  if (/^[\x21-\x7e]+$/.test(text)) return text
  throw new UsageError(`${label} holds characters that no header can carry: it must be visible ASCII without blanks`)
}

const line: Reader<string> = ({ label, text }) => {
  if (/[\r\n\0]/.test(text)) throw new UsageError(`${label} must be one line`)
  return text
}

/** A path with `.` or `..` leads elsewhere, however it is encoded. */
const identifier: Reader<string> = (given) => {
  const text = line(given)
  if (!/^\.\.?$/.test(text)) return text
  throw new UsageError(`${given.label} is no identifier: a path with it leads elsewhere`)
}

/** Servers ignore a malformed origin, and the suite would then blame the deployment for serving it. */
const origin: Reader<string> = (given) => {
  const text = line(given)
  if (/^(null|[a-z][a-z0-9+.-]*:\/\/[\x21-\x7e]+)$/i.test(text) && !/[/?#@]/.test(text.replace('://', ''))) return text
  throw new UsageError(`${given.label} is no origin: give it as https://host or https://host:port, without a path`)
}

const partsOf = (text: string, separator: string | RegExp = ',') =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Case-sensitive: casing is a part of an operation's id. */
const operations: Reader<readonly string[]> = ({ label, text, operations: known }) =>
  partsOf(text).map((part) => knownWord(part, known, `operation (in ${label})`))

function words<Word extends string>(known: readonly Word[], what: string): Reader<readonly Word[]> {
  return ({ label, text }) => partsOf(text).map((part) => knownInAnyCase(part, known, `${what} (in ${label})`))
}

const object: Reader<Readonly<Record<string, unknown>>> = ({ label, text }) => {
  const value = jsonOf(text)
  if (value === undefined)
    throw new UsageError(`${label} is not JSON: put a JSON object in single quotes, as '{"name":"Vote"}'`)
  if (!isObject(value)) throw new UsageError(`${label} must be a JSON object`)
  return value
}

const query: Reader<string> = ({ label, text }) => {
  if (/[\s#]/.test(text)) throw new UsageError(`${label} must be a percent-encoded query without blanks and #`)
  return text.replace(/^\?/, '')
}

/** Headers that the suite sends itself, or that would change the meaning of a probe. */
const ownHeaders =
  /^(x-service-api-key|host|content-length|content-type|accept|transfer-encoding|connection|user-agent|origin|authorization|traceparent)$/i

const headers: Reader<readonly (readonly [string, string])[]> = ({ label, text }) =>
  partsOf(text, /\r?\n|,(?=\s*[A-Za-z0-9-]+\s*:)/).map((part) => {
    const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:\s*(.+)$/.exec(part) ?? []
    if (name === undefined || value === undefined) throw new UsageError(`${label} must hold lines of "Name: value"`)
    if (!/^[\x20-\x7e\t]+$/.test(value)) throw new UsageError(`${label}: the value of ${name} must be ASCII`)
    if (ownHeaders.test(name)) throw new UsageError(`${label} must not set ${name}: the suite sends it itself`)
    return [name, value] as const
  })

const yesOrNo: Reader<boolean> = ({ label, text }) => {
  if (text !== '1' && text !== '0') throw new UsageError(`${label} must be 1 or 0`)
  return text === '1'
}

/** How a kind of setting is read, and its value where it was left out. A base address may not be left out. */
type KindOf<Value> = { readonly read: Reader<Value>; readonly leftOut: Value }

export const settingKinds: {
  readonly [Kind in SettingKind]: Kind extends 'url' ? Pick<KindOf<string>, 'read'> : KindOf<SettingKinds[Kind]>
} = {
  url: { read: url },
  secret: { read: secret, leftOut: null },
  identifier: { read: identifier, leftOut: null },
  origin: { read: origin, leftOut: null },
  products: { read: words(productNames, 'product'), leftOut: [] },
  operation: { read: (given) => operations(given)[0] ?? listing, leftOut: listing },
  operations: { read: operations, leftOut: [] },
  effects: { read: words(needLeave, 'effect'), leftOut: [] },
  headers: { read: headers, leftOut: [] },
  object: { read: object, leftOut: null },
  query: { read: query, leftOut: null },
  file: { read: line, leftOut: null },
  directory: { read: line, leftOut: null },
  switch: { read: yesOrNo, leftOut: false },
}
