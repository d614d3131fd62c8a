import type { Exchange } from '../evidence/exchange.ts'
import { redacted } from '../evidence/redaction/redacted.ts'
import { keyHeader } from '../fixtures/errors.ts'
import type { Credential, InvalidForm, Probe } from './probe.ts'

const variables: Partial<Readonly<Record<Credential, string>>> = {
  'restricted-account': '$RESTRICTED_ACCOUNT_KEY',
  'restricted-product': '$RESTRICTED_PRODUCT_KEY',
  'restricted-permission': '$RESTRICTED_PERMISSION_KEY',
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Invalid keys as a shell makes them of nothing, or of the right one without writing it out. */
const invalid: Readonly<Record<InvalidForm, string>> = {
  random: 'no-such-key-7c1e94d2',
  empty: '',
  blanks: '',
  long: "$(printf '%01024d' 0)",
  'very-long': "$(printf '%06000d' 0)",
  'middle-changed': `$(printf %s "$API_KEY" | awk '{ m = int(length($0) / 2); printf "%s~%s", substr($0, 1, m), substr($0, m + 2) }')`,
  'last-left-out': `$(printf %s "$API_KEY" | sed 's/.$//')`,
  appended: '$API_KEY""x',
  'case-changed': `$(printf %s "$API_KEY" | tr 'a-zA-Z' 'A-Za-z')`,
}

/** What stands for the credential in a curl line, between double quotes: a variable, or what a shell makes of one. */
function standIn(credential: Credential): string {
  if (credential.startsWith('invalid:')) return invalid[credential.slice('invalid:'.length) as InvalidForm]
  return variables[credential] ?? '$API_KEY'
}

function headerLine([name, value]: readonly [string, string], credential: Credential): string {
  if (name.toLowerCase() === keyHeader.toLowerCase()) {
    const key = standIn(credential)
    // An empty header is written with a semicolon, or curl leaves it out.
    return key === '' ? `-H ${quoted(`${name};`)}` : `-H "${name}: ${key}"`
  }
  if (credential === 'elsewhere:authorization-basic' && name.toLowerCase() === 'authorization') return '-u "$API_KEY:"'
  return value.includes(redacted)
    ? `-H "${name}: ${value.replaceAll(redacted, standIn(credential))}"`
    : `-H ${quoted(`${name}: ${value}`)}`
}

/** Headers that curl makes by itself, or that are the suite's own. */
const left = new Set(['host', 'content-length', 'connection', 'user-agent', 'accept-encoding', 'transfer-encoding'])

/** The longest body that is written out: more than the longest that is sent on purpose. */
const longest = 20_000

/** A curl line that asks the same again, the key written `$API_KEY`. */
export function curlLine({ request }: Exchange, probe: Probe | undefined, baseUrl: string): string {
  const credential = probe?.credential ?? 'eligible'
  const url = `${new URL(baseUrl).origin}${request.target}`
  const long = request.body !== null && request.body.length > longest
  const body =
    request.body === null ? [] : [`--data-raw ${quoted(long ? `${request.body.slice(0, 200)}…` : request.body)}`]
  return [
    'curl -sS -i --path-as-is',
    `-X ${request.method}`,
    url.includes(redacted) ? `"${url.replaceAll(redacted, '$API_KEY')}"` : quoted(url),
    ...request.headers.filter(([name]) => !left.has(name.toLowerCase())).map((line) => headerLine(line, credential)),
    ...body,
  ].join(' ')
}
