import { oncePer } from '../evidence/once-per.ts'
import { withoutHeaders } from '../fixtures/headers.ts'
import type { Answer } from './answer.ts'
import { credentials } from './credentials.ts'
import { mentions } from './learning/code-places.ts'
import type { Outcome, WithAnswer } from './outcome.ts'
import type { Probe } from './probe.ts'

/** Who asks: the own key, nobody that a service knows, or a credential of its own kind. */
export function askerOf({ credential }: Probe): 'own' | 'nobody' | null {
  const { isOwnKey, kind } = credentials[credential]
  if (isOwnKey) return 'own'
  return kind === 'none' || kind === 'invalid' ? 'nobody' : null
}

/** True for a key of an account in its header: what looks there alone does not know one that came elsewhere. */
export const bringsKnownKey = ({ credential }: Probe): boolean =>
  ['eligible', 'restricted'].includes(credentials[credential].kind)

/** What answers of one origin have in common. A 401 is what many get by right, so its code belongs to its look. */
export function lookOf(answer: Answer): string {
  return `${answer.status} ${answer.mediaType} ${isRefusalOfKey(answer)}`
}

/** §5.2: what whoever has no key gets. */
export function isRefusalOfKey(answer: Answer): boolean {
  return answer.status === 401 && mentions(answer, 'authentication_required')
}

/** True for a status by which somebody in front may answer everybody. A success, a broken request and a limit are the service's. */
export function mayTurnAway({ status }: Answer): boolean {
  return status >= 300 && ![400, 429].includes(status)
}

/** What a server says of one connection or message: the last answer before it closes one lacks `Keep-Alive`. */
const ofConnections = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date']

/** Of each list: most answers have one of few. */
const namesOf = oncePer((headers: Answer['headers']) =>
  withoutHeaders(headers, ...ofConnections)
    .map(([name]) => name.toLowerCase())
    .sort()
    .join(),
)

/**
 * The same more closely: how the body begins and which headers came. Their values differ from request to request. Each answer is
 * looked at many times, and a look reads its body.
 */
export const closeLookOf = oncePer(
  (answer: Answer) => `${lookOf(answer)} ${answer.text?.slice(0, 12)} ${namesOf(answer.headers)}`,
)

/** Answers of one look that were asked for one after another, in the order of their beginnings. */
export function rowsOf(
  outcomes: Iterable<Outcome>,
  look: (answer: Answer) => string = lookOf,
): readonly (readonly WithAnswer[])[] {
  const answered = [...outcomes]
    .filter((one) => one.kind === 'answer')
    .sort((one, other) => one.answer.exchange.startedAt - other.answer.exchange.startedAt)
  const rows: WithAnswer[][] = []
  let last: string | null = null
  for (const one of answered) {
    const own = look(one.answer)
    if (own === last) rows.at(-1)?.push(one)
    else rows.push([one])
    last = own
  }
  return rows
}
