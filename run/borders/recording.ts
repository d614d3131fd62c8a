import type { Observation } from '../../evidence/observation.ts'
import { limitedBy, policyNames, profiles, targetNames } from '../../evidence/results.ts'
import { nullable, Type } from '../../fixtures/schemas/type.ts'
import { loadRecordSchema } from '../../load/record.ts'
import { historyLineSchema } from '../../reports/changes/history-line.ts'
import { knownFileSchema } from '../../reports/changes/known.ts'
import { observationsFileSchema } from '../../reports/changes/observations-file.ts'
import type { Memory } from '../memory.ts'
import type { Recording } from '../record.ts'
import { count, reason, schemaFor, text } from './parts.ts'

const run = Type.Object({
  id: text,
  profile: Type.Enum(profiles),
  target: Type.Enum(targetNames),
  baseUrl: Type.String({ pattern: '^https?://' }),
  policy: Type.Enum(policyNames),
  seed: Type.Integer(),
  startedAt: Type.String({ format: 'date-time' }),
  finishedAt: Type.String({ format: 'date-time' }),
  durationMs: Type.Number({ minimum: 0 }),
  requests: count,
  pace: Type.Optional(
    Type.Object({
      each: Type.Array(Type.Enum(limitedBy), { minItems: 1 }),
      requestsPerSecond: Type.Number({ exclusiveMinimum: 0 }),
    }),
  ),
  suiteVersion: text,
  catalogHash: text,
})

const catalog = Type.Object({
  claimed: count,
  listed: count,
  extended: count,
  unlisted: Type.Array(Type.Object({ product: nullable(text), count, why: text })),
})

const percent = Type.Number({ minimum: 0, maximum: 100 })

const circumstances = Type.Object({
  interrupted: Type.Optional(text),
  unreachable: Type.Optional(text),
  spoiled: Type.Optional(text),
  minExercised: Type.Optional(percent),
  minJudged: Type.Optional(percent),
  asksContracts: Type.Boolean(),
})

const memory = schemaFor<Memory>()(
  Type.Object({
    today: Type.String({ format: 'date' }),
    isWhole: Type.Boolean(),
    failOn: Type.Array(Type.Enum(['drift', 'parity'])),
    known: nullable(knownFileSchema.properties.known),
    accepted: nullable(
      Type.Object({
        run: text,
        observations: Type.Unsafe<Observation[]>(observationsFileSchema.properties.observations),
        byChance: Type.Optional(Type.Array(Type.String())),
      }),
    ),
    history: Type.Array(historyLineSchema),
  }),
)

/** `recording.json` as any version of the suite has written it: the first ones remembered no earlier nights. */
export const recordingSchema = schemaFor<Omit<Recording, 'memory' | 'schemaVersion'> & { readonly memory?: Memory }>()(
  Type.Object({
    schemaVersion: Type.Optional(Type.Literal(1)),
    run,
    catalog,
    circumstances,
    unsent: Type.Record(text, reason),
    excluded: Type.Optional(Type.Array(text)),
    exchanges: Type.Optional(count),
    load: nullable(loadRecordSchema),
    memory: Type.Optional(memory),
  }),
)
