import type { Exchange } from '../evidence/exchange.ts'
import { oncePer } from '../evidence/once-per.ts'
import { redacted } from '../evidence/redaction/redacted.ts'
import { keyHeader } from '../fixtures/errors.ts'
import { headerValue } from '../fixtures/headers.ts'
import type { Facts } from './check.ts'
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
  // Only `elsewhere` credentials put the key into another header. Other hidden values are of EXTRA_HEADERS.
  const secret = kind === 'elsewhere' ? shell : `(as in EXTRA_HEADERS)`
  return `-H "${name}: ${value.replaceAll(redacted, secret)}"`
}

/** Headers that curl makes by itself, or that are the suite's own. */
const left = new Set(['host', 'content-length', 'connection', 'user-agent', 'accept-encoding', 'transfer-encoding'])

/** The longest body that a curl line holds, in characters: the suite sends no longer one on purpose. */
const longest = 20_000

/** What a curl line needs of a run. */
type AskedBy = Pick<Facts, 'baseUrl' | 'silenceMs'>

/** True where a time limit ended the attempt. */
const isOverdue = (failure: Exchange['failure']) => failure?.kind === 'silence' || failure?.kind === 'slow'

/** A curl line that repeats a request. For the key it has the setting's name without the environment's: `$API_KEY`. */
export function curlLine(
  { request, response, failure }: Exchange,
  probe: Probe | undefined,
  { baseUrl, silenceMs }: AskedBy,
): string {
  const credential = credentials[probe?.credential ?? 'eligible']
  const url = `${new URL(baseUrl).origin}${request.target}`
  const long = request.body !== null && request.body.length > longest
  const body =
    request.body === null ? [] : [`--data-raw ${quoted(long ? `${request.body.slice(0, 200)}…` : request.body)}`]
  return [
    'curl -sS -i --path-as-is',
    // curl alone waits without end. No shorter silence is a violation (O12).
    ...(isOverdue(failure) ? [`--max-time ${silenceMs / 1000}`] : []),
    // Without it curl takes any bytes for gzip, and shows nobody what they say.
    ...(headerValue(response?.headers ?? [], 'Content-Encoding') === undefined ? [] : ['--compressed']),
    `-X ${request.method}`,
    url.includes(redacted) ? `"${url.replaceAll(redacted, credential.shell)}"` : quoted(url),
    ...request.headers.filter(([name]) => !left.has(name.toLowerCase())).map((line) => headerOption(line, credential)),
    ...body,
  ].join(' ')
}

/** Makes one curl line for each exchange: half of the findings share their exchange with another finding. */
export const curlLines = (probeOf: (id: string) => Probe | undefined, askedBy: AskedBy) =>
  oncePer((exchange: Exchange) => curlLine(exchange, probeOf(exchange.probe), askedBy))
