import type { ComposedRequest } from '../../contracts/compose.ts'
import type { Entry } from '../../contracts/plan.ts'
import type { PolicyName } from '../../evidence/results.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { type Known, secretsOf } from '../../fixtures/target.ts'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])
const grave = new Set(['delete', 'money', 'message', 'session'])
const keyHeader = 'x-service-api-key'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const shortest = 8
/** True where a text holds eight characters in a row of a key: text made from a key counts as the key. */
function holdsPartOf(text: string, key: string): boolean {
  for (let at = 0; at + shortest <= key.length; at += 1) if (text.includes(key.slice(at, at + shortest))) return true
  return false
}

/** The ways in which a request breaks docs/policy.md; empty where it may be sent. Written from that page alone. */
export function harmOf(
  request: ComposedRequest,
  {
    known,
    policy,
    entry,
  }: { readonly known: Known; readonly policy: PolicyName; readonly entry: Pick<Entry, 'probe'> },
): readonly string[] {
  const origin = new URL(known.baseUrl).origin
  const keys = Object.values(known.keys).filter((key): key is string => key !== null)
  const { target, method, headers, body } = request
  const key = headers.find(([name]) => name.toLowerCase() === keyHeader)?.[1]
  const found: string[] = []
  if (!target.startsWith('/') || new URL(origin + target).origin !== origin) found.push('another origin')
  if (headers.some(([name]) => name.toLowerCase() === 'host')) found.push('a host of its own')
  if (entry.probe.operation !== null && known.exclude.includes(entry.probe.operation))
    found.push('an excluded operation')
  const own = keys.filter((one) => holdsPartOf(target, one) || holdsPartOf(body ?? '', one))
  if (own.length > 0 && !(policy === 'full' && entry.probe.credential === 'elsewhere:query'))
    found.push('a key in the URL or body')
  const others = headers.filter(([name]) => name.toLowerCase() !== keyHeader)
  const extra = known.extraHeaders.map(([, value]) => value)
  const misplaced = others.some(([, value]) => !extra.includes(value) && keys.some((one) => holdsPartOf(value, one)))
  if (misplaced && policy === 'safe') found.push('a key in another header')
  if (policy === 'safe' && !reading.has(method)) found.push(...harmOfWrite(request, known, key))
  if (policy === 'full') found.push(...harmOfFull(entry, known, body, key))
  return found
}

function harmOfWrite({ target, body }: ComposedRequest, known: Known, key: string | undefined): readonly string[] {
  const found: string[] = []
  if (key !== undefined && Object.values(known.keys).some((one) => one !== null && holdsPartOf(key, one)))
    found.push('a write with a credential')
  if (body === null || body === '' || isJson(body)) found.push('a write with a body that could be read')
  const segments = new Set(target.split(/[/?]/).map(decodeURIComponent))
  const ids = Object.values(known.ids).filter((id): id is string => id !== null)
  if (ids.some((id) => segments.has(id))) found.push('a write to a known identifier')
  return found
}

function harmOfFull(
  { probe }: Pick<Entry, 'probe'>,
  known: Known,
  body: string | null,
  key: string | undefined,
): readonly string[] {
  const operation = catalogue.find(({ id }) => id === probe.operation)
  const keyed = key !== undefined && secretsOf(known).includes(key)
  if (operation === undefined || operation.detail !== null || !keyed || !grave.has(operation.effect)) return []
  if (known.allowEffects.includes(operation.effect)) return []
  return body === null || body === '' || isJson(body)
    ? [`a keyed ${operation.effect} with a body that could be valid`]
    : []
}
