import { nullable, Type, type ValueOf } from '../fixtures/schemas/type.ts'

const text = Type.String()

/** A number that is only known to lie between two bounds. */
const interval = Type.Object({ from: Type.Number(), to: Type.Number() }, { additionalProperties: false })

/** The value of an observation: a word, several words, types by place, or an interval. Never a value that the service sent. */
const observedValue = Type.Union([interval, text, Type.Array(text), Type.Record(text, text)])
export type ObservedValue = ValueOf<typeof observedValue>

/**
 * One thing that was seen where the specification is silent. Its key is the operation (null for the deployment as a whole) and a subject of
 * the form `question: aspect`, as in `with the key: status`. No probe is part of the key.
 */
export const observationSchema = Type.Object({
  operation: nullable(Type.String({ pattern: '^[A-Z]+ /' })),
  subject: Type.String({ pattern: ': ' }),
  value: observedValue,
  /** True where some probes got no answer: what is missing from the value then proves nothing. */
  partial: Type.Optional(Type.Literal(true)),
})
export type Observation = ValueOf<typeof observationSchema>

/** The value for a limit that was met, and whose kind is not told: it agrees with every kind, but not with `none`. */
export const untoldKind = 'one whose kind is not told'

/** The question of a subject: the part before its last colon. */
export function questionOf({ subject }: Pick<Observation, 'subject'>): string {
  return subject.slice(0, subject.lastIndexOf(': '))
}

export function keyOf({ operation, subject }: Pick<Observation, 'operation' | 'subject'>): string {
  return `${operation ?? ''}\n${subject}`
}

/** Observations in the order in which files hold them. */
export function sortedObservations(observations: readonly Observation[]): readonly Observation[] {
  return observations.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

/** A value in words, for a reader who compares two values. */
export function wordsOf(value: ObservedValue): string {
  if (typeof value === 'string') return value
  if (isList(value)) return value.join(', ')
  if (isInterval(value)) return [...new Set([value.from, value.to].map(rounded))].join(' to ')
  if (isTooLarge(value)) return 'too large to be kept'
  return Object.entries(value)
    .map(([place, type]) => `${place} ${type}`)
    .join(', ')
}

/** As exact as a measured end of an interval is. */
const rounded = (end: number) => Number(end.toPrecision(6))

export const isList = (value: ObservedValue): value is readonly string[] => Array.isArray(value)

/** True for the shape of a body that was too large to be kept: nothing is known of it. */
export const isTooLarge = (value: ObservedValue) =>
  typeof value === 'object' && !isList(value) && Object.keys(value).length === 0

export function isInterval(value: ObservedValue): value is ValueOf<typeof interval> {
  return typeof value === 'object' && 'from' in value && typeof value['from'] === 'number'
}
