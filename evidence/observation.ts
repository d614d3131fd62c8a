/** A number as far as it is known: it lies between the two. */
export interface ObservedInterval {
  readonly from: number
  readonly to: number
}

/** What was seen: a word, several words, types by place, or an interval. Never a value that the service sent. */
export type ObservedValue = string | readonly string[] | ObservedInterval | Readonly<Record<string, string>>

/**
 * One thing that was seen where the specification is silent, under a key that no probe is part of: the operation (null for
 * the deployment as a whole) and a subject of the form `question: aspect`, as in `with the key: status`.
 */
export interface Observation {
  readonly operation: string | null
  readonly subject: string
  readonly value: ObservedValue
  /** Present where part of what was asked brought no answer: what is missing from such a value proves nothing. */
  readonly partial?: true
}

/** The question of a subject: the part before its last colon. */
export function questionOf({ subject }: Pick<Observation, 'subject'>): string {
  return subject.slice(0, subject.lastIndexOf(': '))
}

/** The key of an observation. */
export function keyOf({ operation, subject }: Pick<Observation, 'operation' | 'subject'>): string {
  return `${operation ?? ''}\n${subject}`
}

function ascending(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Observations in the order in which they are kept. */
export function sortedObservations(observations: readonly Observation[]): readonly Observation[] {
  return observations.toSorted(
    (one, other) => ascending(one.operation ?? '', other.operation ?? '') || ascending(one.subject, other.subject),
  )
}

/** A value in words, for a reader who compares two. */
export function wordsOf(value: ObservedValue): string {
  if (typeof value === 'string') return value
  if (isList(value)) return value.join(', ')
  if (isInterval(value)) return value.from === value.to ? String(value.from) : `${value.from} to ${value.to}`
  return Object.entries(value)
    .map(([place, type]) => `${place} ${type}`)
    .join(', ')
}

export function isList(value: ObservedValue): value is readonly string[] {
  return Array.isArray(value)
}

export function isInterval(value: ObservedValue): value is ObservedInterval {
  return typeof value === 'object' && 'from' in value && typeof value['from'] === 'number'
}
