import { type Observation, observationSchema, sortedObservations } from '../../evidence/observation.ts'
import { Type, type ValueOf } from '../../fixtures/schemas/type.ts'

/** `observations-<target>.json`: what a team accepted of one run. */
export const observationsFileSchema = Type.Object({
  schemaVersion: Type.Literal(1),
  acceptedFrom: Type.String(),
  observations: Type.Array(observationSchema),
  /** What differed between runs that were accepted together, as `chanceBetween` names it: no later run says that it drifted. */
  byChance: Type.Optional(Type.Array(Type.String())),
})

export type ObservationsFile = ValueOf<typeof observationsFileSchema>

/** The file as it is written: sorted, one observation a line, and one thing that differs by chance. */
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
