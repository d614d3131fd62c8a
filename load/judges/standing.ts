import { counted } from '../../evidence/counted.ts'
import { inconclusive, type Judgement, notExercised, violation } from '../../evidence/judgement.ts'
import { brokeOff, isTurnedAwayOtherwise } from './by-count.ts'
import type { LimitView } from './limit-view.ts'
import { idsOf, is429, type LoadAnswer } from './load-answer.ts'
import { judgeWhole, withoutServerError } from './rate.ts'
import { onlyUnderLoad } from './under-load.ts'

const isServerError = ({ status }: LoadAnswer) => (status ?? 0) >= 500
/** True for a server error that is no shedding of load. */
const isCrash = (answer: LoadAnswer) => isServerError(answer) && !isTurnedAwayOtherwise(answer)
/** O5d: the phases that send a request with nothing else in flight. */
const oneByOne = ['rest', 'recovery', 'poll', 'alone', 'early']

/** The longest row of crashes among requests sent one by one; none where no request got another answer. */
function crashesInRow({ own }: LimitView): readonly LoadAnswer[] {
  if (own.every((answer) => answer.status === null || isCrash(answer))) return []
  let longest: readonly LoadAnswer[] = []
  let row: readonly LoadAnswer[] = []
  for (const answer of own.filter(({ facts }) => oneByOne.includes(facts.phase))) {
    row = isCrash(answer) ? [...row, answer] : []
    if (row.length > longest.length) longest = row
  }
  return longest
}

/** O5d, O14: no server error under load alone. Shedding load by 502, 503 or 504 is a matter of `limits.code`. */
export function judgeServerError(view: LimitView): Judgement {
  const { own } = view
  if (own.length === 0) return notExercised('not-asked')
  const errors = own.filter(isServerError)
  const requests = counted(own.length, 'request')
  const [first] = errors
  if (first === undefined) {
    const isAnswered = own.some((answer) => answer.status !== null && !is429(answer))
    return withoutServerError(isAnswered, own.some(is429), requests)
  }
  const crashed = errors.find(isCrash) ?? first
  const detail = { expected: 'no 5xx', observed: `${crashed.status}`, exchanges: idsOf(errors) }
  const burst = onlyUnderLoad(view, isCrash)
  if (burst.evident)
    return violation('server-error-under-load', detail, { errors: counted(burst.seen.length, 'server error') })
  const alone = crashesInRow(view)
  const [crash] = alone
  if (crash !== undefined && alone.length > 1)
    return violation(
      'server-error-alone',
      { ...detail, observed: `${crash.status}`, exchanges: idsOf(alone) },
      { errors: counted(alone.length, 'server error') },
    )
  const cause = errors.every(isTurnedAwayOtherwise) ? 'sheds-load' : 'unstable'
  return inconclusive(cause, detail, { failed: errors.length, requests })
}

/** O12, O14: every request gets a whole answer, under load too. */
export function judgeCompletes(view: LimitView): Judgement {
  const { own } = view
  const failed = own.filter(({ failure }) => failure !== null).length
  const counts = { requests: own.length, limited: own.filter(is429).length, failed }
  return judgeWhole(own, counts, onlyUnderLoad(view, brokeOff).evident)
}
