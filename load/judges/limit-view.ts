import type { CodeReading } from '../../evidence/code-reading.ts'
import { type Exchange, loadFacts } from '../../evidence/exchange.ts'
import type { LoadFacts, Phase, TrialFacts } from '../../evidence/load-facts.ts'
import type { Scope } from '../limiter/limiter.ts'
import type { LoadRecord, ScenarioRecord } from '../record.ts'
import { restStatusOf } from '../trial/trial.ts'

/** Reads the code of an answer at the places that the run learned (O5a). */
export type CodeOf = (exchange: Exchange) => CodeReading

/** All that the judges of the limit read. */
export interface LimitView {
  readonly operation: LoadRecord['limited']
  /** True where nobody else uses the key: all refusals are then due to our requests. */
  readonly quietKey: boolean
  readonly scenario: ScenarioRecord
  /** The exchanges with the limited operation, in the order of sending. */
  readonly own: readonly Exchange[]
  /** The trials among them. The experiment and its votes provoke refusals of their own. */
  readonly trials: readonly Exchange[]
  /** The exchanges with bystanders, sent while the limit refused. */
  readonly scope: readonly Exchange[]
  readonly codeOf: CodeOf
  /** Whom the limit concerns, as repeated pairs tell; null where no pairs were sent. */
  readonly voted: Scope | null
}

/** The reason why an exchange was sent; null where no load scenario sent it. */
export const phaseOf = (exchange: Exchange): Phase | null => loadFacts(exchange)?.phase ?? null

type FactsOf<P extends Phase> = Extract<LoadFacts, { readonly phase: P }>

/** The load facts of an exchange that was sent for that reason, else null. */
export function factsOf<P extends Phase>(exchange: Exchange, phase: P): FactsOf<P> | null {
  const facts = loadFacts(exchange)
  return facts?.phase === phase ? (facts as FactsOf<P>) : null
}

export function trialFacts(exchange: Exchange): TrialFacts | null {
  const facts = loadFacts(exchange)
  if (facts === null || facts.phase === 'experiment' || facts.phase === 'vote' || facts.phase === 'turn') return null
  return facts
}

export const statusOf = (exchange: Exchange) => exchange.response?.status ?? null

/** The status that the operation answers at rest; null where that is not known. */
export function statusAtRest({ own }: Pick<LimitView, 'own'>): number | null {
  return restStatusOf(own.map((exchange) => ({ phase: phaseOf(exchange) ?? '', status: statusOf(exchange) })))
}
/** When the answer came, by our clock: milliseconds since the epoch. */
export const receivedAt = (exchange: Exchange) => exchange.startedAt + exchange.endMs

/** The ids of the first five exchanges: evidence, not the whole recording. */
export const idsOf = (exchanges: readonly Exchange[]) => exchanges.slice(0, 5).map((exchange) => exchange.id)

/** True for the status 429 alone. `isRateLimited` goes by the code. */
export const is429 = (exchange: Exchange): boolean => statusOf(exchange) === 429

/** True where the answer's code is `rate_limited`, whatever its status. */
export function isRateLimited({ codeOf }: Pick<LimitView, 'codeOf'>, exchange: Exchange): boolean {
  const reading = codeOf(exchange)
  return reading.kind === 'code' && reading.code === 'rate_limited'
}
