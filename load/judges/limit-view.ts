import type { CodeReading } from '../../evidence/code-reading.ts'
import { type Exchange, loadFacts } from '../../evidence/exchange.ts'
import type { LoadFacts, Phase, TrialFacts } from '../../evidence/load-facts.ts'
import type { Scope } from '../limiter/limiter.ts'
import type { LoadRecord, ScenarioRecord } from '../record.ts'
import { restStatusOf } from '../trial/trial.ts'

/** Reads an answer's code at the places that the run learned (O5a). */
export type CodeOf = (exchange: Exchange) => CodeReading

/** Everything that the limit's judges look at. */
export interface LimitView {
  readonly operation: LoadRecord['limited']
  /** Nobody else uses the key: what it is refused is of our making. */
  readonly quietKey: boolean
  readonly record: ScenarioRecord
  /** Those to the operation itself, in the order of sending. */
  readonly own: readonly Exchange[]
  /** Those of them that the trials sent: the experiment and its votes provoke refusals of their own. */
  readonly trials: readonly Exchange[]
  /** The questions to others, while refused. */
  readonly scope: readonly Exchange[]
  readonly codeOf: CodeOf
  /** Whom the limit concerns by repeated pairs; null where they were not made. */
  readonly voted: Scope | null
}

/** Why an exchange was sent; null for one that no load scenario sent. */
export function phaseOf(exchange: Exchange): Phase | null {
  return loadFacts(exchange)?.phase ?? null
}

type FactsOf<P extends Phase> = Extract<LoadFacts, { readonly phase: P }>

/** The facts of an exchange, where it was sent for that reason. */
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

/** What the operation answers at rest; null where that is not known. */
export function statusAtRest({ own }: Pick<LimitView, 'own'>): number | null {
  return restStatusOf(own.map((exchange) => ({ phase: phaseOf(exchange) ?? '', status: statusOf(exchange) })))
}
/** When the answer came, by our clock. */
export const receivedAt = (exchange: Exchange) => exchange.startedAt + exchange.endMs

/** The ids of the first few: evidence, not the whole recording. */
export const idsOf = (exchanges: readonly Exchange[]) => exchanges.slice(0, 5).map((exchange) => exchange.id)

/** By its status alone; `isRateLimited` goes by the code. */
export function is429(exchange: Exchange): boolean {
  return statusOf(exchange) === 429
}

/** Where the code stands, `rate_limited` stands, whatever the status. */
export function isRateLimited({ codeOf }: Pick<LimitView, 'codeOf'>, exchange: Exchange): boolean {
  const reading = codeOf(exchange)
  return reading.kind === 'code' && reading.code === 'rate_limited'
}
