import type { Asked } from '../contracts/ask/ask.ts'
import { isLimit } from '../contracts/ask/retry-policy.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { toldMs } from '../evidence/told-wait.ts'
import { duration, present } from '../reports/plain-text.ts'
import type { Variables } from './settings/settings.ts'

/** Hints for the user who set the base address, by the words of a failure, and the settings that help, where it is not that address. */
const hintsAt = (baseUrl: string): readonly (readonly [words: RegExp, hint: string, settings?: string])[] => [
  [
    /EPROTO|wrong version number|packet length too long/i,
    `the port does not speak TLS: is ${baseUrl.replace(/^https:/, 'http:')} meant?`,
  ],
  [
    /SELF_SIGNED|UNABLE_TO_|DEPTH_ZERO|self-signed/i,
    'its certificate is not trusted: CA_FILE names the authority',
    'CA_FILE',
  ],
  [
    /CERTIFICATE_REQUIRED|BAD_CERTIFICATE/i,
    'it wants a certificate: CLIENT_CERT_FILE and CLIENT_KEY_FILE name one',
    'CLIENT_CERT_FILE and CLIENT_KEY_FILE',
  ],
  [/CERT_HAS_EXPIRED/i, 'its certificate has expired'],
  [/ALTNAME/i, 'its certificate is for another name'],
  [/ENOTFOUND|EAI_AGAIN/, 'no machine has this name'],
  [/ECONNREFUSED/, 'nothing listens there'],
  [/^HPE_/, `it speaks no HTTP${baseUrl.startsWith('http:') ? ': is https:// meant?' : ''}`],
]

/** The name of the variable that sets a proxy for an address. `NO_PROXY` may switch it off. */
function proxyVariable(baseUrl: string, environment: Variables): string | undefined {
  const usual = baseUrl.startsWith('https:') ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  return [usual.toLowerCase(), usual].find((name) => (environment[name] ?? '') !== '')
}

const lastMessage = (exchanges: readonly Exchange[]): string =>
  exchanges.findLast((exchange) => exchange.failure !== null)?.failure?.message ?? ''

const hintFor = (message: string, baseUrl: string) => hintsAt(baseUrl).find(([known]) => known.test(message)) ?? []

/** The settings that help against the last failure; undefined where it is the base address. */
export const settingsAgainst = (exchanges: readonly Exchange[], baseUrl: string): string | undefined =>
  hintFor(lastMessage(exchanges), baseUrl)[2]

/** The last failure in words, with a hint where there is one; empty without a failure. */
function lastFailure(exchanges: readonly Exchange[], baseUrl: string, environment: Variables): string {
  const message = lastMessage(exchanges)
  // TLS errors end with numbers and file names that tell a reader nothing.
  const words = (message.split(/ [0-9A-F]{12,}:/, 1)[0] ?? '').replace(/:$/, '')
  const [, hint] = hintFor(message, baseUrl)
  const variable = proxyVariable(baseUrl, environment)
  const proxy = variable === undefined ? undefined : `or it is the proxy of ${variable}`
  return words === '' ? '' : ` (${present(words, hint, proxy).join('; ')})`
}

/** The first request of those that got no answer to the end: one that ends the service is among the first. Empty where there is none. */
function firstLeft(exchanges: readonly Exchange[]): string {
  // They stand in the order of their ends.
  const left = exchanges.slice(exchanges.findLastIndex(isWhole) + 1).filter(({ failure }) => failure !== null)
  const [first] = left.toSorted((one, other) => one.startedAt - other.startedAt)
  return first === undefined ? '' : `, first to ${first.operation ?? 'an unlisted path'} (exchange ${first.id})`
}

const isWhole = ({ response, failure }: Exchange) => response !== null && failure === null
const isServerError = ({ response }: Exchange) => (response?.status ?? 0) >= 500

/** The status of the last such refusal and its wait: a reader in the morning need not search for them. */
function lastRefusal(exchanges: readonly Exchange[], isRefusal: (exchange: Exchange) => boolean): string {
  const last = exchanges.findLast(isRefusal)
  const wait = last === undefined ? null : toldMs(last)
  const words = [last?.response?.status, wait ? `it tells to wait for ${duration(wait)}` : undefined]
  return last === undefined ? '' : ` (${words.filter((word) => word !== undefined).join('; ')})`
}

/** Why the suite gave a target up, in a sentence without its full stop. `environment` may name a proxy. */
export function gaveUp(
  stopped: NonNullable<Asked['stopped']>,
  baseUrl: string,
  exchanges: readonly Exchange[],
  environment: Variables = {},
): string {
  const failure = lastFailure(exchanges, baseUrl, environment)
  switch (stopped) {
    case 'unreachable':
      return `Nothing answers at ${baseUrl}${failure}`
    case 'no-answers':
      return exchanges.some(isWhole)
        ? `${baseUrl} stopped giving whole answers${failure}${firstLeft(exchanges)}, so the run was ended early`
        : `${baseUrl} gives no whole answers${failure}, so the run was ended early`
    case 'limited':
      return `${baseUrl} refuses everything as limited${lastRefusal(exchanges, isLimit)}, so the run was ended early`
    case 'maintenance':
      return `${baseUrl} answers with nothing but server errors${lastRefusal(exchanges, isServerError)}, so the run was ended early`
  }
}
