import type { Asked } from '../contracts/ask/ask.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { toldMs } from '../evidence/told-wait.ts'
import { duration } from '../reports/plain-text.ts'
import type { Variables } from './settings/settings.ts'

/** What the words of a failure mean to who set the base address. */
const hints: readonly (readonly [words: RegExp, hint: (baseUrl: string) => string])[] = [
  [
    /EPROTO|wrong version number|packet length too long/i,
    (baseUrl) => `the port does not speak TLS: is ${baseUrl.replace(/^https:/, 'http:')} meant?`,
  ],
  [
    /SELF_SIGNED|UNABLE_TO_|DEPTH_ZERO|self-signed/i,
    () => 'its certificate is not trusted: CA_FILE names the authority',
  ],
  [
    /CERTIFICATE_REQUIRED|BAD_CERTIFICATE/i,
    () => 'it wants a certificate: CLIENT_CERT_FILE and CLIENT_KEY_FILE name one',
  ],
  [/CERT_HAS_EXPIRED/i, () => 'its certificate has expired'],
  [/ALTNAME/i, () => 'its certificate is for another name'],
  [/ENOTFOUND|EAI_AGAIN/, () => 'no machine has this name'],
  [/ECONNREFUSED/, () => 'nothing listens there'],
  [/^HPE_/, (baseUrl) => (baseUrl.startsWith('http:') ? 'it speaks no HTTP: is https:// meant?' : 'it speaks no HTTP')],
]

/** The variable that may name a proxy on the way to an address; `NO_PROXY` may take it away. */
function proxyVariable(baseUrl: string, environment: Variables): string | undefined {
  const usual = baseUrl.startsWith('https:') ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  return [usual.toLowerCase(), usual].find((name) => (environment[name] ?? '') !== '')
}

/** The last failure in words, with what it means where that is known; empty where there was none. */
function lastFailure(exchanges: readonly Exchange[], baseUrl: string, environment: Variables): string {
  const message = exchanges.findLast((exchange) => exchange.failure !== null)?.failure?.message ?? ''
  // TLS errors go on with numbers and file names that say nothing to a reader.
  const words = (message.split(/ [0-9A-F]{12,}:/, 1)[0] ?? '').replace(/:$/, '')
  const hint = hints.find(([known]) => known.test(message))?.[1](baseUrl)
  const variable = proxyVariable(baseUrl, environment)
  const proxy = variable === undefined ? undefined : `or it is the proxy of ${variable}`
  return words === '' ? '' : ` (${[words, hint, proxy].filter((part) => part !== undefined).join('; ')})`
}

const isServerError = (status: number) => status >= 500
/** A limit says 429, or 503. */
const isLimit = (status: number) => status === 429 || status === 503

/** The last of those refusals by its status, and when it says to come back: who reads it in the morning need not look for it. */
function lastRefusal(exchanges: readonly Exchange[], isRefusal: (status: number) => boolean): string {
  const last = exchanges.findLast(({ response }) => isRefusal(response?.status ?? 0))
  const wait = last === undefined ? null : toldMs(last)
  const words = [last?.response?.status, wait ? `it tells to wait for ${duration(wait)}` : undefined]
  return last === undefined ? '' : ` (${words.filter((word) => word !== undefined).join('; ')})`
}

/** Why a target was given up, in a sentence without its full stop. `environment`: where a proxy would be named. */
export function gaveUp(
  stopped: NonNullable<Asked['stopped']>,
  baseUrl: string,
  exchanges: readonly Exchange[],
  environment: Variables = {},
): string {
  const failure = lastFailure(exchanges, baseUrl, environment)
  const isWhole = ({ response, failure }: Exchange) => response !== null && failure === null
  switch (stopped) {
    case 'unreachable':
      return `Nothing answers at ${baseUrl}${failure}`
    case 'no-answers':
      return exchanges.some(isWhole)
        ? `${baseUrl} stopped giving whole answers${failure}, so the run was ended early`
        : `${baseUrl} gives no whole answers${failure}, so the run was ended early`
    case 'limited':
      return `${baseUrl} refuses everything as limited${lastRefusal(exchanges, isLimit)}, so the run was ended early`
    case 'maintenance':
      return `${baseUrl} answers with nothing but server errors${lastRefusal(exchanges, isServerError)}, so the run was ended early`
  }
}
