import {
  isInterval,
  isList,
  keyOf,
  type Observation,
  type ObservedValue,
  questionOf,
  wordsOf,
} from '../../evidence/observation.ts'

/** What differs between two sets of observations on one operation and subject; a side that has nothing is null. */
export interface Difference {
  readonly kind: 'new' | 'changed' | 'gone'
  readonly operation: string | null
  readonly subject: string
  readonly before: string | null
  readonly after: string | null
}

type Places = Readonly<Record<string, string>>

/** True for a place that may be missing without any change: it was not always there, or never held anything. */
const mayBeMissing = (type: string) => type.endsWith('?') || type === 'null'

const typesOf = (type: string | undefined) => (type ?? '').replace('?', '').split('|')

/** A place is missing only from an object that was seen: a list may have had no items, and a member none, or null. */
function couldHold(place: string, side: Places, other: Places): boolean {
  const above = place.slice(0, place.lastIndexOf('/')) || '/'
  // Of a member whose name holds the sign nothing is known above.
  if (side[above] === undefined && other[above] === undefined) return true
  return typesOf(side[above]).includes('object')
}

function placeDiffers(place: string, one: Places, other: Places): boolean {
  const [before, after] = [one[place], other[place]]
  if (before === undefined && after !== undefined) return !mayBeMissing(after) && couldHold(place, one, other)
  if (after === undefined) return before !== undefined && !mayBeMissing(before) && couldHold(place, other, one)
  const [old, now] = [typesOf(before), typesOf(after)]
  return !old.includes('null') && !now.includes('null') && !old.some((type) => now.includes(type))
}

function differingPlaces(one: Places, other: Places): readonly string[] {
  const places = [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted()
  // A list's items are told by the places within them; that there are any is no matter of shape.
  const differing = places.filter((place) => !place.endsWith('[]') || (one[place] && other[place]))
  return differing.filter((place) => placeDiffers(place, one, other))
}

/** The same, both sides in words. */
function sidesOfPlaces(one: Places, other: Places): { readonly before: string; readonly after: string } | null {
  const told = differingPlaces(one, other)
  const words = (side: Places) => told.map((place) => `${place} ${side[place] ?? 'absent'}`).join(', ')
  return told.length === 0 ? null : { before: words(one), after: words(other) }
}

function asPlaces(value: ObservedValue): Places | null {
  return typeof value === 'string' || isList(value) || isInterval(value) ? null : value
}

/** Both sides in words where they differ; null where they do not, or where what is missing was only not answered. */
function sidesOf(before: Observation, after: Observation): { readonly before: string; readonly after: string } | null {
  const [one, other] = [asPlaces(before.value), asPlaces(after.value)]
  if (one !== null && other !== null) return sidesOfPlaces(one, other)
  if (isInterval(before.value) && isInterval(after.value)) {
    if (before.value.from <= after.value.to && after.value.from <= before.value.to) return null
    return { before: wordsOf(before.value), after: wordsOf(after.value) }
  }
  if (isList(before.value) && isList(after.value)) {
    const [old, now] = [before.value, after.value]
    const added = now.filter((word) => !old.includes(word)).length > 0 && before.partial === undefined
    const missing = old.filter((word) => !now.includes(word)).length > 0 && after.partial === undefined
    if (!added && !missing) return null
  } else if (JSON.stringify(before.value) === JSON.stringify(after.value)) return null
  return { before: wordsOf(before.value), after: wordsOf(after.value) }
}

/**
 * What changed between a baseline and a run: new, changed and gone. What was not asked this time is not gone, and what the
 * baseline was not asked is not new: `new` and `gone` are said of a question that both were asked.
 */
export function differencesBetween(
  baseline: readonly Observation[],
  now: readonly Observation[],
): readonly Difference[] {
  const known = new Map(baseline.map((one) => [keyOf(one), one]))
  const seen = new Map(now.map((one) => [keyOf(one), one]))
  const [askedBefore, askedNow] = [wholeQuestions(baseline), wholeQuestions(now)]
  const [typesBefore, typesNow] = [usualTypes(baseline), usualTypes(now)]
  const found: Difference[] = []
  for (const one of now) {
    const before = known.get(keyOf(one))
    const { operation, subject } = one
    if (before === undefined) {
      if (!askedBefore.has(askedOf(one))) continue
      const usual = typesBefore(one)
      const kind = usual === null ? 'new' : 'changed'
      found.push({ kind, operation, subject, before: usual, after: wordsOf(one.value) })
      continue
    }
    const sides = sidesOf(before, one)
    if (sides !== null) found.push({ kind: 'changed', operation, subject, ...sides })
  }
  for (const one of baseline) {
    const { operation, subject, value } = one
    if (seen.has(keyOf(one)) || !askedNow.has(askedOf(one))) continue
    const usual = typesNow(one)
    found.push({ kind: usual === null ? 'gone' : 'changed', operation, subject, before: wordsOf(value), after: usual })
  }
  return found.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

/** Of answers that had a JSON body the usual media type is not said: it is this one. */
function usualTypes(side: readonly Observation[]): (one: Observation) => string | null {
  const isBody = (one: Observation) => one.subject.slice(questionOf(one).length).startsWith(': body of ')
  const withBody = new Set(side.filter(isBody).map(askedOf))
  return (one) => (one.subject.endsWith(': media type') && withBody.has(askedOf(one)) ? 'application/json' : null)
}

/** What of a baseline a later run was not asked: that is as true as it was. */
export function notAskedBy(baseline: readonly Observation[], now: readonly Observation[]): readonly Observation[] {
  const seen = new Set(now.map(keyOf))
  const asked = wholeQuestions(now)
  return baseline.filter((one) => !seen.has(keyOf(one)) && !asked.has(askedOf(one)))
}

/** What two runs differ in, of what both were asked in the same way. */
export function disparitiesBetween(one: readonly Observation[], other: readonly Observation[]): readonly Difference[] {
  const operations = (side: readonly Observation[]) => new Set(side.map(({ operation }) => operation))
  const [ofOne, ofOther] = [operations(one), operations(other)]
  const both = (observation: Observation) => ofOne.has(observation.operation) && ofOther.has(observation.operation)
  return differencesBetween(one.filter(both), other.filter(both))
}

/** A place that comes and goes on so many operations does so on all: it is a habit of the deployment. */
const habit = 3

/**
 * What two runs of one target differ in, so by chance: an aspect of an operation, or a place in its bodies. What one question
 * shows may come with all questions to the operation.
 */
export function chanceBetween(one: readonly Observation[], other: readonly Observation[]): ReadonlySet<string> {
  const known = new Map(one.map((observation) => [keyOf(observation), observation]))
  const again = new Map(other.map((observation) => [keyOf(observation), observation]))
  const byPlace = new Map<string, Set<string | null>>()
  const keys = disparitiesBetween(one, other).flatMap((difference) => {
    const [before, after] = [known, again].map((side) => side.get(keyOf(difference)))
    const [first, second] = [before, after].map((side) => (side === undefined ? null : asPlaces(side.value)))
    const aspect = chanceKey(difference)
    if (first === null || first === undefined || second === null || second === undefined) return [aspect]
    return differingPlaces(first, second).map((place) => {
      byPlace.set(place, (byPlace.get(place) ?? new Set()).add(difference.operation))
      return `${aspect}\n${place}`
    })
  })
  const habits = [...byPlace].flatMap(([place, operations]) => (operations.size < habit ? [] : [place]))
  return new Set([...keys, ...habits])
}

/** Observations without what chance decides. */
export function withoutChance(
  observations: readonly Observation[],
  chance: ReadonlySet<string>,
): readonly Observation[] {
  return observations.flatMap((observation): Observation[] => {
    const aspect = chanceKey(observation)
    if (chance.has(aspect)) return []
    const places = asPlaces(observation.value)
    if (places === null) return [observation]
    const isKept = (place: string) =>
      place.split('/').every((_, depth, steps) => {
        const outer = steps.slice(0, depth + 1).join('/')
        return !chance.has(outer) && !chance.has(`${aspect}\n${outer}`)
      })
    const kept = Object.entries(places).filter(([place]) => isKept(place))
    return [{ ...observation, value: Object.fromEntries(kept) }]
  })
}

/** An aspect of an operation, whatever the question. */
function chanceKey(observation: Pick<Observation, 'operation' | 'subject'>): string {
  return `${observation.operation ?? ''}\n${observation.subject.slice(questionOf(observation).length)}`
}

/** The questions to which every answer came: only of those an aspect that was not seen is not there. */
function wholeQuestions(side: readonly Observation[]): ReadonlySet<string> {
  const partial = new Set(side.filter((one) => one.partial === true).map(askedOf))
  return new Set(side.map(askedOf).filter((question) => !partial.has(question)))
}

/** A question to an operation: whether it was asked is told by any aspect that was seen of it. */
function askedOf(observation: Observation): string {
  return `${observation.operation ?? ''}\n${questionOf(observation)}`
}
