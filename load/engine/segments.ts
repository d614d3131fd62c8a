/** The part of a test that one process does, and how the whole is parted: k6's own notation. */
export interface Segment {
  readonly segment: string
  readonly sequence: string
}

/** One part of several equal ones, counted from 0; null where there is but one. */
export function segmentOf(index: number, of: number): Segment | null {
  if (of === 1) return null
  const at = (place: number) => (place === 0 ? '0' : place === of ? '1' : `${place}/${of}`)
  const sequence = Array.from({ length: of + 1 }, (_, place) => at(place)).join(',')
  return { segment: `${at(index)}:${at(index + 1)}`, sequence }
}

/** The same as k6 is told. */
export function segmentArguments(part: Segment | null): readonly string[] {
  if (part === null) return []
  return [`--execution-segment=${part.segment}`, `--execution-segment-sequence=${part.sequence}`]
}
