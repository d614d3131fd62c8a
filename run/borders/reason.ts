import { causes } from '../../evidence/causes.ts'
import type { Reason } from '../../evidence/judgement.ts'
import { Type } from '../../fixtures/schemas/type.ts'
import { schemaFor, values } from './parts.ts'

const unasked = Object.entries(causes).flatMap(([cause, { verdicts }]) =>
  verdicts.some((verdict) => verdict === 'not-exercised') ? [cause as Reason['cause']] : [],
)

/** Why something was not asked. */
export const reason = schemaFor<Reason>()(Type.Object({ cause: Type.Enum(unasked), values }))
