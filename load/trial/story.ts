import { seconds } from '../../evidence/counted.ts'
import type { TrialFacts } from '../../evidence/load-facts.ts'
import { isServed, restStatusOf } from './trial.ts'

/** One answer of the trials. A list holds them in the order of sending. */
export interface TrialAnswer {
  readonly facts: TrialFacts
  /** Null where no whole answer came. */
  readonly status: number | null
}

const inWords = ['none', 'one', 'two', 'three']
const word = (number: number) => inWords[number] ?? String(number)

function range(values: readonly number[]): string {
  const least = seconds(Math.min(...values))
  const most = seconds(Math.max(...values))
  return least === most ? most : `${least} to ${most}`
}

const name = (status: number | null) => (status === null ? 'no answer' : String(status))

const still = (status: number | null) => `still ${status === null ? 'no answer' : 'refused'}`

type Recovery = TrialAnswer & { readonly facts: Extract<TrialFacts, { readonly phase: 'recovery' }> }
const isRecovery = (answer: TrialAnswer): answer is Recovery => answer.facts.phase === 'recovery'

/** What the trials saw, in a sentence: `20 answered, then 429; served again after the told 2 s, three of three`. */
export function trialStory(answers: readonly TrialAnswer[]): string {
  const own = answers.filter(({ facts }) => facts.phase !== 'scope')
  const round = own.filter(({ facts: { phase, round } }) => round === 1 && (phase === 'rest' || phase === 'burst'))
  const atRest = restStatusOf(own)
  const isAnswered = (answer: TrialAnswer) => isServed(answer, atRest)
  const turnedAway = round.find(({ status }) => status === 429) ?? round.find((answer) => !isAnswered(answer))
  if (own.length === 0) return 'nothing was asked'
  if (turnedAway === undefined) {
    // A key that is refused, or a base address where nothing is, met no limit, and was not served either.
    const isOther = atRest !== null && atRest >= 300 && round.every(({ status }) => status === atRest)
    return `none of ${round.length} requests was refused${isOther ? ` by a limit (each got ${atRest})` : ''}`
  }
  const first = `${round.filter(isAnswered).length} answered, then ${name(turnedAway.status)}`
  const after = afterwards(own, isAnswered)
  return after === '' ? first : `${first}; ${after}`
}

function afterwards(own: readonly TrialAnswer[], isAnswered: (answer: TrialAnswer) => boolean): string {
  const recoveries = own.filter(isRecovery)
  const [recovery] = recoveries
  if (recovery !== undefined) {
    const served = recoveries.filter(isAnswered)
    const [said, those] = served.length > 0 ? ['served again', served] : ['still refused', recoveries]
    const waits = range(those.map(({ facts }) => facts.toldMs))
    return `${said} after the told ${waits}, ${word(those.length)} of ${word(recoveries.length)}`
  }
  for (const { facts, status } of own.toReversed()) {
    if (facts.phase === 'early') {
      const said = isAnswered({ facts, status }) ? 'served' : still(status)
      return `told to wait ${seconds(facts.toldMs)}, and ${said} after ${seconds(facts.waitedMs)}`
    }
    if (facts.phase === 'poll') {
      const waited = seconds(facts.waitedMs)
      if (isAnswered({ facts, status })) return `no wait was told, served again after ${waited} at most`
      // The last refusal may have told a wait that the budget could not hold.
      return `${still(status)} after ${waited}`
    }
  }
  return ''
}
