import type { Phase } from '../../evidence/load-facts.ts'
import { several } from '../trial/trial.ts'
import type { LimitView } from './limit-view.ts'
import { inPhase, type LoadAnswer } from './load-answer.ts'

const calm = new Set<Phase>(['rest', 'recovery', 'poll', 'alone'])

/**
 * O14: what an operation answers under load and not at rest. A fault that comes once in a hundred requests, with or without load,
 * must not pass for one of load. So one step must show it at least three times, and in a tenth of its requests.
 */
export function onlyUnderLoad(view: LimitView, matches: (answer: LoadAnswer) => boolean) {
  const burst = inPhase(view.own, 'burst')
  const rest = view.own.filter(({ facts }) => calm.has(facts.phase))
  const seen = burst.filter(matches)
  const isAnswered = (answer: LoadAnswer) => answer.status !== null && !matches(answer)
  // What lasts from a load step until a request at rest is answered belongs to that step: a limit holds for a while.
  const telling = [...seen, ...rest.filter(isAnswered)].toSorted((one, other) => one.startedAt - other.startedAt)
  const goesOn = (answer: LoadAnswer) => {
    const before = telling.findLast(({ startedAt }) => startedAt <= answer.startedAt)
    return before !== undefined && matches(before)
  }
  const sameAtRest = rest.some((answer) => matches(answer) && !goesOn(answer))
  // What never ends may have come by itself.
  const since = rest.filter(({ startedAt }) => startedAt > (seen[0]?.startedAt ?? Number.POSITIVE_INFINITY))
  const answeredAtRest = rest.some(isAnswered) && (since.length === 0 || since.some(isAnswered))
  const cluster = [...Map.groupBy(seen, ({ facts }) => facts.step)].some(([step, own]) => {
    const sent = burst.filter(({ facts }) => facts.step === step).length
    return own.length >= several && own.length * 10 >= sent
  })
  // Seen in load steps; at rest too; and evident where one step shows it too often for an occasional fault, and rest was answered.
  return { seen, sameAtRest, evident: cluster && answeredAtRest && !sameAtRest }
}
