import type { Exchange } from '../evidence/exchange.ts'
import { oncePer } from '../evidence/once-per.ts'
import { redacted } from '../evidence/redaction/redacted.ts'
import { keyHeader } from '../fixtures/errors.ts'
import { type CredentialFacts, credentials } from './credentials.ts'
import type { Probe } from './probe.ts'

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

function headerOption([name, value]: readonly [string, string], { shell, curl, kind }: CredentialFacts): string {
  if (name.toLowerCase() === keyHeader.toLowerCase()) {
    // An empty header is written with a semicolon, or curl leaves it out.
    return shell === '' ? `-H ${quoted(`${name};`)}` : `-H "${name}: ${shell}"`
  }
  if (curl !== undefined && name.toLowerCase() === 'authorization') return curl
  if (!value.includes(redacted)) return `-H ${quoted(`${name}: ${value}`)}`
  // Elsewhere than in its header the key stands only where that is asked.
  const secret = kind === 'elsewhere' ? shell : `(as in EXTRA_HEADERS)`
  return `-H "${name}: ${value.replaceAll(redacted, secret)}"`
}

/** Headers that curl makes by itself, or that are the suite's own. */
const left = new Set(['host', 'content-length', 'connection', 'user-agent', 'accept-encoding', 'transfer-encoding'])

/** The longest body that is written out: more than the longest that is sent on purpose. */
const longest = 20_000

/**
 * A curl line that sends the same again. The key that was really used stands in it as the setting that holds it, without the
 * prefix of the environment: `$API_KEY`, `$RESTRICTED_ACCOUNT_KEY`.
 */
export function curlLine({ request }: Exchange, probe: Probe | undefined, baseUrl: string): string {
  const credential = credentials[probe?.credential ?? 'eligible']
  const url = `${new URL(baseUrl).origin}${request.target}`
  const long = request.body !== null && request.body.length > longest
  const body =
    request.body === null ? [] : [`--data-raw ${quoted(long ? `${request.body.slice(0, 200)}…` : request.body)}`]
  return [
    'curl -sS -i --path-as-is',
    `-X ${request.method}`,
    url.includes(redacted) ? `"${url.replaceAll(redacted, credential.shell)}"` : quoted(url),
    ...request.headers.filter(([name]) => !left.has(name.toLowerCase())).map((line) => headerOption(line, credential)),
    ...body,
  ].join(' ')
}

/** The same for many exchanges, each made once: half of the findings stand on an exchange of another. */
export const curlLines = (probeOf: (id: string) => Probe | undefined, baseUrl: string) =>
  oncePer((exchange: Exchange) => curlLine(exchange, probeOf(exchange.probe), baseUrl))
