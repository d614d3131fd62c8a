import type { Static } from 'typebox'
import { type Observation, sortedObservations } from '../../evidence/observation.ts'
import { Type } from '../../fixtures/schemas/type.ts'

const observationSchema = Type.Object({
  operation: Type.Union([Type.String({ pattern: '^[A-Z]+ /' }), Type.Null()]),
  subject: Type.String({ pattern: ': ' }),
  value: Type.Union([
    Type.Object({ from: Type.Number(), to: Type.Number() }, { additionalProperties: false }),
    Type.String(),
    Type.Array(Type.String()),
    Type.Record(Type.String(), Type.String()),
  ]),
  partial: Type.Optional(Type.Literal(true)),
})

/** `observations-<target>.json`: what a team accepted of one run. */
export const observationsFileSchema = Type.Object({
  schemaVersion: Type.Literal(1),
  acceptedFrom: Type.String(),
  observations: Type.Array(observationSchema),
})

export type ObservationsFile = Static<typeof observationsFileSchema>

/** The file as it is written: sorted, one observation a line. */
export function observationsFileText(acceptedFrom: string, observations: readonly Observation[]): string {
  const lines = sortedObservations(observations).map((one) => JSON.stringify(one))
  const body = lines.length === 0 ? '' : `\n    ${lines.join(',\n    ')}\n  `
  return `{\n  "schemaVersion": 1,\n  "acceptedFrom": ${JSON.stringify(acceptedFrom)},\n  "observations": [${body}]\n}\n`
}
