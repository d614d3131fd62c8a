import { describeCode } from '../../evidence/code-reading.ts'
import { contentCoding } from '../../evidence/content-coding.ts'
import { counted } from '../../evidence/counted.ts'
import { inconclusive, type Judgement, pass, undocumented, violation } from '../../evidence/judgement.ts'
import { mayBeByCount, otherRefusals, several } from '../trial/trial.ts'
import { byCount, isTurnedAwayOtherwise } from './by-count.ts'
import type { LimitView } from './limit-view.ts'
import { idsOf, is429, isRateLimited, type LoadAnswer } from './load-answer.ts'
import { judgeNoRefusal } from './no-refusal.ts'
import { onlyUnderLoad } from './under-load.ts'

const expected = '429 rate_limited'

/**
 * Why the code of a refusal cannot be read, though it may be `rate_limited`: then nothing is claimed. Null where it is clear. Only
 * the beginning of a body is kept, and k6 does not decode a coding that it does not know.
 */
function whyUnclear(answer: LoadAnswer): 'unknown-coding' | 'too-large' | 'code-unclear' | null {
  if (isRateLimited(answer)) return null
  const { code: reading, response } = answer
  const { body, headers } = response ?? { body: null, headers: [] }
  if (body !== null && body.text === null && contentCoding(headers) !== 'none') return 'unknown-coding'
  // In half of a JSON text, a code is only a word somewhere. Its true place may be in the missing rest, where the whole names any.
  if (body?.cut === true && body.codes?.length !== 0) return 'too-large'
  if (reading.kind !== 'ambiguous') return null
  return reading.codes.length === 0 || reading.codes.includes('rate_limited') ? 'code-unclear' : null
}

/** Different numbers as words: `20`, or `19 or 20`. */
const alternatives = (numbers: readonly number[]) => [...new Set(numbers)].join(' or ')

/** The expected and the observed side of a refusal that is not the documented one. */
function contradicting({ status, code }: LoadAnswer, seen: readonly LoadAnswer[]) {
  return { expected, observed: `${status} with ${describeCode(code)}`, exchanges: idsOf(seen) }
}

/** O12, RFC 8259: a 429 that is called JSON and is none. A client that reads it as JSON finds no code. */
function judgeBroken(refusals: readonly LoadAnswer[]): Judgement | null {
  const broken = refusals.filter(({ response }) => response?.body.json === 'invalid')
  const observed = `429, called JSON, in ${counted(broken.length, 'refusal')} of ${refusals.length}`
  return broken.length === 0 ? null : violation('broken-json', { expected, observed, exchanges: idsOf(broken) })
}

/** True for a redirect, and for a refusal of the client (4xx) whose status §7 does not name. */
function isUnnamed(answer: LoadAnswer): boolean {
  const status = answer.status ?? 0
  return status >= 300 && status < 500 && (status < 400 || mayBeByCount(status))
}

function judgeOtherwise({ own }: LimitView, telling: readonly LoadAnswer[]): Judgement | null {
  if (telling.length === 0) return null
  const statuses = new Set(telling.map(({ status }) => status))
  // What learns the kind of limiter, and whom it concerns, is load too, so its answers count as well.
  const learns = ({ facts }: LoadAnswer) => ['experiment', 'vote'].includes(facts.phase)
  const seen = [
    ...telling.filter((one) => !learns(one)),
    ...own.filter((one) => learns(one) && statuses.has(one.status)),
  ]
  const detail = { expected, observed: [...statuses].join(', '), exchanges: idsOf(seen) }
  return inconclusive('otherwise-under-load', detail, { failed: seen.length, requests: counted(own.length, 'request') })
}

/**
 * Refusals other than 429 after the trials, while the kind of limiter is learned: a service may ban a key that was refused often. The ban may
 * end only after the scenario, so nothing shows that the load was its reason.
 */
function refusedLater({ own, trials, atRest }: LimitView): readonly LoadAnswer[] {
  const tried = new Set<LoadAnswer>(trials)
  const later = own.filter((one) => !tried.has(one) && one.status !== atRest && otherRefusals.includes(one.status ?? 0))
  return later.length < several ? [] : later
}

/** O14: a refusal under load is 429 with `rate_limited`; nothing else changes under load. */
export function judgeCode(view: LimitView): Judgement {
  const refusals = view.own.filter(is429)
  const wrong = refusals.filter((answer) => !isRateLimited(answer) && whyUnclear(answer) === null)
  const [wrongCode] = wrong
  if (wrongCode !== undefined) {
    const detail = contradicting(wrongCode, wrong)
    const values = { refusals: counted(wrong.length, 'refusal') }
    return view.operation.shown ? violation('code-wrong', detail, values) : undocumented('code-wrong', detail, values)
  }
  const broken = judgeBroken(refusals)
  if (broken !== null) return broken
  const elsewhere = view.own.filter((answer) => !is429(answer) && isRateLimited(answer))
  const [wrongStatus] = elsewhere
  if (wrongStatus !== undefined) {
    const detail = contradicting(wrongStatus, elsewhere)
    const values = { status: wrongStatus.status ?? '' }
    return view.operation.shown
      ? violation('status-wrong', detail, values)
      : undocumented('status-wrong', detail, values)
  }

  // Refusals with a status that §7 keeps for something else than a limit.
  const other = onlyUnderLoad(view, ({ status }) => otherRefusals.includes(status ?? 0))
  const [first] = other.seen
  if (other.evident && first !== undefined)
    return violation('refused-under-load', contradicting(first, other.seen), { status: first.status ?? '' })
  const counts = refusals.length === 0 ? byCount(view) : null
  if (counts !== null) {
    const { status, served, turnedAway } = counts
    const detail = {
      expected,
      observed: `${status ?? 'no answer'}, one request in flight`,
      exchanges: idsOf(turnedAway),
    }
    const values = { answers: alternatives(served), status: status ?? 'no answer' }
    // O14 names 503, 502 and a reset. Any other refusal may come from something in front of the service.
    return view.operation.shown && turnedAway.every(isTurnedAwayOtherwise)
      ? violation('limit-without-429', detail, values)
      : undocumented('limit-without-429', detail, values)
  }
  const unavailable = onlyUnderLoad(view, (answer) => isTurnedAwayOtherwise(answer) && answer.status !== null)
  const [shed] = unavailable.seen
  if (unavailable.evident && refusals.length === 0 && shed !== undefined) {
    const detail = { expected, observed: `${shed.status}`, exchanges: idsOf(unavailable.seen) }
    return undocumented('unavailable-instead', detail, { status: shed.status ?? '' })
  }
  const odd = refusals.filter((answer) => whyUnclear(answer) !== null)
  const [unclear] = odd.flatMap((answer) => whyUnclear(answer) ?? [])
  if (unclear !== undefined) return inconclusive(unclear, { exchanges: idsOf(odd) })
  // A limit that is met as documented does not explain an answer that only load brings.
  const unnamed = onlyUnderLoad(view, isUnnamed)
  const beside = judgeOtherwise(view, unnamed.evident ? unnamed.seen : refusedLater(view))
  if (beside !== null) return beside
  if (refusals.length > 0)
    return pass(
      'rate-limited',
      { expected, observed: expected, exchanges: idsOf(refusals) },
      { refusals: counted(refusals.length, 'refusal') },
    )
  const otherwise = [other, unavailable, unnamed].filter((one) => !one.sameAtRest).flatMap(({ seen }) => seen)
  return judgeOtherwise(view, otherwise) ?? judgeNoRefusal(view)
}
