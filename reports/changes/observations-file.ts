import { type Observation, observationSchema, sortedObservations } from '../../evidence/observation.ts'
import { Type, type ValueOf } from '../../fixtures/schemas/type.ts'

/** `observations-<target>.json`: the observations that a team accepted. */
export const observationsFileSchema = Type.Object({
  schemaVersion: Type.Literal(1),
  acceptedFrom: Type.String(),
  observations: Type.Array(observationSchema),
  /** Keys of what differs by chance, as `chanceBetween` makes them. Later runs report no drift for these. */
  byChance: Type.Optional(Type.Array(Type.String())),
})

export type ObservationsFile = ValueOf<typeof observationsFileSchema>

/** The text of the file: sorted, one observation a line, one key of chance a line. */
export function observationsFileText(
  acceptedFrom: string,
  observations: readonly Observation[],
  byChance: readonly string[] = [],
): string {
  const list = (values: readonly unknown[]) =>
    values.length === 0 ? '[]' : `[\n    ${values.map((one) => JSON.stringify(one)).join(',\n    ')}\n  ]`
  const members = [
    '"schemaVersion": 1',
    `"acceptedFrom": ${JSON.stringify(acceptedFrom)}`,
    `"observations": ${list(sortedObservations(observations))}`,
    ...(byChance.length === 0 ? [] : [`"byChance": ${list(byChance.toSorted())}`]),
  ]
  return `{\n  ${members.join(',\n  ')}\n}\n`
}
