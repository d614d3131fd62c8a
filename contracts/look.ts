import type { Exchange } from '../evidence/exchange.ts'
import { oncePer } from '../evidence/once-per.ts'
import { shown } from '../fixtures/catalog/catalog.ts'
import { withoutHeaders } from '../fixtures/headers.ts'
import { type Answer, answerOf } from './answer.ts'
import { credentials } from './credentials.ts'
import { mentions } from './error-code.ts'
import { isKeyless, type Outcome, statusOf, type WithAnswer } from './outcome.ts'
import { isUnusual, type Probe } from './probe.ts'

/** Who asks: the own key, nobody that a service knows (no key, or an invalid one), or null for other credentials. */
export function askerOf({ credential }: Probe): 'own' | 'nobody' | null {
  const { isOwnKey, kind } = credentials[credential]
  if (isOwnKey) return 'own'
  return kind === 'none' || kind === 'invalid' ? 'nobody' : null
}

/** True for a real key in its header. A service that reads only this header does not know a key in another place. */
export const bringsKnownKey = ({ credential }: Probe): boolean =>
  ['eligible', 'restricted'].includes(credentials[credential].kind)

/** True where the credential is to be refused with this status, as the own key from an origin that may not use it. */
export const isToBeRefused = ({ probe, answer }: WithAnswer): boolean =>
  credentials[probe.credential].refusedWith === answer.status

/** True for the answer of §5.2 to a request without a valid key: 401 with `authentication_required`. */
export function isRefusalOfKey(answer: Answer): boolean {
  return answer.status === 401 && mentions(answer, 'authentication_required')
}

/**
 * True where the request may be why it was refused, as it is odd or broken. Who reads it may come before the check of the key, so that tells
 * nothing of the key.
 */
export function mayBeAboutRequest({ probe, answer: { status } }: WithAnswer): boolean {
  return isUnusual(probe) && status >= 400 && status !== 401
}

/** The listed operations that answer 401 without a key. Other writings of an address are none, however they are answered. */
export function wantingKey(outcomes: Iterable<Outcome>): ReadonlySet<string | null> {
  const refused = [...outcomes].filter((one) => isKeyless(one) && statusOf(one) === 401)
  return new Set(refused.flatMap(({ probe: { operation } }) => (operation === null ? [] : [operation])))
}

/**
 * True for what something in front of the service may answer to everybody: a status from 300 on, without 400 and 429, or a page that is
 * called a success, as many say that they are under maintenance.
 */
export function mayTurnAway({ status, mediaType }: Pick<Answer, 'status' | 'mediaType'>): boolean {
  return status >= 300 ? ![400, 429].includes(status) : mediaType === 'text/html'
}

const isShown = ({ probe }: WithAnswer) => shown.includes(probe.operation ?? '')

/** The plain reads, the shown operations first: asked again, they tell whether a client is answered as before. */
export const plainReads = <One extends WithAnswer>(answered: readonly One[]): readonly One[] =>
  answered
    .filter(({ probe }) => probe.method === 'GET' && probe.purpose === 'plain')
    .toSorted((one, other) => Number(isShown(other)) - Number(isShown(one)))

/** Headers about one connection or message: the last answer before a connection is closed lacks `Keep-Alive`, and a cache adds `Age`. */
const ofConnections = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date', 'age']

/** The names of headers as one text, made once for each list: most answers share one of few lists. */
const namesOf = oncePer((headers: Answer['headers']) =>
  withoutHeaders(headers, ...ofConnections)
    .map(([name]) => name.toLowerCase())
    .sort()
    .join(),
)

/**
 * What answers of one origin have in common: status, media type, how the body begins, and which headers came, without their values, which
 * differ from request to request. Many get a 401 rightly, so the look says whether it has the documented code. It is made once for each
 * answer: answers are looked at many times.
 */
export const lookOf = oncePer(
  (answer: Answer) =>
    `${answer.status} ${answer.mediaType} ${isRefusalOfKey(answer)} ${answer.text?.slice(0, 12)} ${namesOf(answer.headers)}`,
)

/** The look of the answer in an exchange; null where no whole answer came. */
export function lookIn(exchange: Exchange | null): string | null {
  const answer = exchange && answerOf(exchange)
  return answer && lookOf(answer)
}
