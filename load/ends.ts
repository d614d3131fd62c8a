import type { Static } from 'typebox'
import { nullable, Type } from '../fixtures/schemas/type.ts'
import { scopeSchema, traceFrame } from './record.ts'
import { trialEnds } from './trial/trial.ts'

/*
 * What scripts print at their end. Scripts use the types alone; Node checks the values, since they came over a pipe.
 */

export const limitsEnd = Type.Object({
  kind: Type.Enum(trialEnds),
  askedMs: nullable(Type.Number()),
  requests: Type.Number(),
  /** Null where no experiment was made. */
  trace: nullable(traceFrame),
  /** Null where no votes were held on whom the limit concerns. */
  scope: nullable(scopeSchema),
})

/** Counts of k6's own summary. */
export const rateEnd = Type.Object({ requests: Type.Number(), dropped: Type.Number() })

/** What `limits.ts` says at its end. */
export type LimitsEnd = Static<typeof limitsEnd>
/** What a script with an arrival rate says at its end. */
export type RateEnd = Static<typeof rateEnd>
