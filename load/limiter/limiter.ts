/*
 * Names an unknown rate limiter from outside (O18). Others import this file alone: METHOD.md says how it works, constants.ts holds
 * its numbers and their reasons, FIGURES.md says how often it is right. It knows nothing of the rest of the suite.
 */

// biome-ignore lint/performance/noBarrelFile: one door to a room that holds nothing else
export { probeLimiter } from './experiment.ts'
export { type Fit, unnamed } from './fit.ts'
export { nameLimiter } from './name-limiter.ts'
export { type Dimension, probeScope, type Scope, scopeSchema } from './scope.ts'
export {
  type Budget,
  budgetSchema,
  type Clock,
  type ProbeBudget,
  recordedSample,
  type TimedAnswer,
  type Trace,
  type TraceFrame,
  traceFrame,
} from './trace.ts'
