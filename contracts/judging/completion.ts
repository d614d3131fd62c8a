import { counted } from '../../evidence/counted.ts'
import { inconclusive, type Judgement, notExercised, violation } from '../../evidence/judgement.ts'
import { describeProbe } from '../describe-probe.ts'
import { exchangesOf, isBlamed, isIdleClose, type Outcome, unsettled, usualFirst } from '../outcome.ts'

/**
 * How many attempts of an operation there were, how many had no whole answer, and how many of these count (O12). Where some count, so may
 * have those on idle connections, which by themselves prove nothing.
 */
export function attemptsOf(outcomes: readonly Outcome[]): Readonly<Record<'all' | 'failed' | 'broke', number>> {
  const all = outcomes.flatMap(({ attempts }) => attempts)
  const failed = all.filter(({ failure }) => failure !== null)
  const broke = failed.filter(({ failure }) => isBlamed(failure?.kind ?? 'slow') && !isIdleClose(failure))
  return { all: all.length, failed: failed.length, broke: broke.length }
}

/** O12: a failure that came again while others were answered is a violation. Null where every answer was complete. */
export function judgeCompletion(outcomes: readonly Outcome[], anyAnswer: boolean): Judgement | null {
  const failed = outcomes.filter((outcome) => outcome.kind === 'no-answer')
  const first = (anyAnswer ? failed.find(({ repeated }) => repeated) : undefined) ?? failed[0]
  const isAlike = (other: (typeof failed)[number]) =>
    other.repeated === first?.repeated && other.failure.kind === first.failure.kind
  const [one] = usualFirst(failed.filter(isAlike))
  if (one !== undefined) {
    const { kind, message } = one.failure
    const detail = { observed: `${kind}: ${message}`, exchanges: exchangesOf([one]) }
    const request = describeProbe(one.probe)
    return anyAnswer && one.repeated && isBlamed(kind)
      ? violation(`no-answer-${kind}`, { expected: 'a whole HTTP answer', ...detail }, { request })
      : inconclusive(`no-answer-${kind}`, detail, { request })
  }
  const unstable = outcomes.filter(({ attempts }) =>
    attempts.some((attempt) => attempt.failure !== null && !isIdleClose(attempt.failure)),
  )
  if (unstable.length === 0) return null
  const attempts = attemptsOf(outcomes)
  const values = { failed: attempts.failed, requests: counted(attempts.all, 'attempt') }
  return inconclusive('unsteady-answers', { exchanges: exchangesOf(unstable) }, values)
}

/** The judgement where no probe of the operation has an answer to judge: a limit, silence, a server error, or nothing was asked. */
export function nothingSeen(seen: readonly Outcome[]): Judgement {
  const limited = seen.filter((outcome) => outcome.kind === 'limited')
  if (limited.length > 0) return notExercised('limited', { exchanges: exchangesOf(limited) })
  const silent = seen.filter((outcome) => outcome.kind === 'no-answer')
  if (silent.length > 0) {
    const requests = counted(silent.length, 'request')
    return inconclusive('no-answer', { exchanges: exchangesOf(silent.slice(0, 3)) }, { requests })
  }
  const broken = seen.filter((outcome) => outcome.kind === 'server-error')
  const [error] = broken
  if (error !== undefined) {
    const { probe, answer } = error
    const exchanges = exchangesOf(broken.slice(0, 3))
    return inconclusive('server-error', { exchanges }, { status: answer.status, request: describeProbe(probe) })
  }
  const [first] = seen
  return first?.kind === 'not-sent' ? unsettled(first) : notExercised('nothing-asked')
}
