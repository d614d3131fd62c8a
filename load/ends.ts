import type { Static } from 'typebox'
import { nullable, Type } from '../fixtures/schemas/type.ts'
import { scopeSchema, traceFrame, words } from './record.ts'
import { trialEnds } from './trial/trial.ts'

/*
 * What scripts say at their end. They know the types alone; who reads it checks it, since it came over a pipe.
 */

export const limitsEnd = Type.Object({
  kind: words(trialEnds),
  askedMs: nullable(Type.Number()),
  requests: Type.Number(),
  /** Null where the experiment was not made. */
  trace: nullable(traceFrame),
  /** Null where it was not asked. */
  scope: nullable(scopeSchema),
})

/** Out of k6's own summary. */
export const rateEnd = Type.Object({ requests: Type.Number(), iterations: Type.Number(), dropped: Type.Number() })

/** What `limits.ts` says at its end. */
export type LimitsEnd = Static<typeof limitsEnd>
/** What a script with an arrival rate says at its end. */
export type RateEnd = Static<typeof rateEnd>
