import type { NamedLimiter } from '../../evidence/load-results.ts'
import { type ExperimentSetting, probe } from './experiment.ts'
import { type Fit, withoutName } from './fit.ts'
import { fitTrace } from './name-limiter.ts'
import { findScope, type Scope, type ScopeSetting } from './scope.ts'
import { type Place, type Sample, sampleOf, type TimedAnswer, type Trace } from './trace.ts'

/*
 * Names an unknown rate limiter from outside (O18). This is the only door: METHOD.md says how it works, constants.ts which
 * numbers it takes and why, FIGURES.md how often it is right. It knows nothing of the rest of the suite.
 */

/**
 * Learns by asking how a limit behaves: a burst, the recovery, and cycles shaped so that the models answer differently.
 * Runs wherever the clock and transport come from: k6, Node, virtual time. It names nothing; `nameLimiter` does that in
 * Node. Where that says `wantsRound`, calling this again with `previous`, from the same process or another, does one more.
 *
 * Polite: rests are never shorter than a Retry-After (within the budget); only the phases `recovery`, `drain` and `shape`
 * ask while a limit may still hold, because when it lets go is what they measure. Never rejects for an answer; whatever
 * happens, at most `budget.requests` are sent, none later than `budget.ms` after the start.
 */
export function probeLimiter<A extends TimedAnswer>(setting: ExperimentSetting<A>): Promise<Trace> {
  return probe(setting)
}

/** A trace's sample, out of a recording. */
export function recordedSample(answer: TimedAnswer, place: Place): Sample {
  return sampleOf(answer, place)
}

/** Names the limiter behind a trace, or says why it cannot tell: a wrong name is worse than none. Pure. */
export function nameLimiter(trace: Trace): Fit {
  return fitTrace(trace)
}

/** What is said of a limiter that there is no trace to name by. */
export function unnamed(why: string): NamedLimiter {
  return withoutName(why)
}

/**
 * Finds out whom a limit concerns by controlled pairs (O17), without reading a header: while the base is refused, one
 * request that differs in one dimension is sent between three refused controls before and three after, close together, so
 * that little can refill between. Three pairs that agree decide; a limit that refills too fast for that is not told.
 * Sends at most `budget.requests`, none later than `budget.ms` after the start; never rejects for an answer.
 */
export function probeScope(setting: ScopeSetting): Promise<Scope> {
  return findScope(setting)
}

export type { ExperimentSetting } from './experiment.ts'
export type { Fit } from './fit.ts'
export type { Dimension, Scope, ScopeSetting } from './scope.ts'
export type { Budget, Clock, Place, ProbeBudget, Sample, Send, TimedAnswer, Trace } from './trace.ts'
