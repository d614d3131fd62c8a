/** Which part of a test one of several equal processes does, counted from 0, as k6 is told: in its own notation. */
export function segmentArguments(index: number, of: number): readonly string[] {
  if (of === 1) return []
  const at = (place: number) => (place === 0 ? '0' : place === of ? '1' : `${place}/${of}`)
  const sequence = Array.from({ length: of + 1 }, (_, place) => at(place)).join(',')
  return [`--execution-segment=${at(index)}:${at(index + 1)}`, `--execution-segment-sequence=${sequence}`]
}
