import {
  isInterval,
  isList,
  isTooLarge,
  keyOf,
  type Observation,
  type ObservedValue,
  questionOf,
  untoldKind,
  wordsOf,
} from '../../evidence/observation.ts'

/** One difference between two sets of observations of an operation and subject. A side is null where it has no observation. */
export interface Difference {
  readonly kind: 'new' | 'changed' | 'gone'
  readonly operation: string | null
  readonly subject: string
  readonly before: string | null
  readonly after: string | null
}

/** What one of two runs, or the baseline, observed. */
type Seen = readonly Observation[]

const byKey = (side: Seen) => new Map(side.map((one) => [keyOf(one), one]))

/** Both sides in words; null where they agree. */
type Sides = Readonly<Record<'before' | 'after', string>> | null

type Places = Readonly<Record<string, string>>

/** True for a place that was sometimes absent, or was always null. Its absence is no change. */
const mayBeMissing = (type: string) => type.endsWith('?') || type === 'null'

const typesOf = (type: string | undefined) => (type ?? '').replace('?', '').split('|')

/** True where the side without the place saw an object above it. An empty list or null there proves nothing. */
function couldHold(place: string, side: Places, other: Places): boolean {
  const above = place.slice(0, place.lastIndexOf('/')) || '/'
  // The name of the member may hold a slash itself: then no side has the place above it.
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

/** True for items of a list, and for members whose names are data. Whether there are any is no matter of shape. */
const isOneOfMany = (place: string) => /\[\]$|\/#$/.test(place)

function differingPlaces(one: Places, other: Places): readonly string[] {
  const places = [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted()
  const differing = places.filter((place) => !isOneOfMany(place) || (one[place] && other[place]))
  return differing.filter((place) => placeDiffers(place, one, other))
}

/** True for a place that one side lacks, or that lies in one that it lacks, where the place is not in every item of the lists. */
function isThereByItem(place: string, one: Places, other: Places, optional: ReadonlySet<string>): boolean {
  const steps = place.split('/')
  const outer = steps.map((_, depth) => steps.slice(0, depth + 1).join('/'))
  return outer.some((way) => optional.has(way) && (one[way] === undefined || other[way] === undefined))
}

/** The differing places of both sides in words; null where none differs. */
function sidesOfPlaces(one: Places, other: Places, optional: ReadonlySet<string>): Sides {
  const told = differingPlaces(one, other).filter((place) => !isThereByItem(place, one, other, optional))
  const words = (side: Places) => told.map((place) => `${place} ${side[place] ?? 'absent'}`).join(', ')
  return told.length === 0 ? null : { before: words(one), after: words(other) }
}

function asPlaces(value: ObservedValue | undefined): Places | null {
  return typeof value !== 'object' || isList(value) || isInterval(value) ? null : value
}

/** Compares two observations. A list that is partial may lack words without a difference. */
function sidesOf(before: Observation, after: Observation, optional: ReadonlySet<string> = new Set()): Sides {
  const [old, now] = [before.value, after.value]
  if (isTooLarge(old) || isTooLarge(now)) return null
  const [one, other] = [asPlaces(old), asPlaces(now)]
  if (one !== null && other !== null) return sidesOfPlaces(one, other, optional)
  if (isInterval(old) && isInterval(now)) {
    if (old.from <= now.to && now.from <= old.to) return null
  } else if (isList(old) && isList(now)) {
    const added = before.partial === undefined && now.some((word) => !old.includes(word))
    const missing = after.partial === undefined && old.some((word) => !now.includes(word))
    if (!added && !missing) return null
  } else if (JSON.stringify(old) === JSON.stringify(now)) return null
  if ([old, now].includes(untoldKind) && ![old, now].includes('none')) return null
  return { before: wordsOf(old), after: wordsOf(now) }
}

/**
 * What changed from a baseline to a run, sorted. A difference is `new` only where the baseline asked the question and got every answer,
 * and `gone` only where the run did.
 */
export function differencesBetween(baseline: Seen, now: Seen): readonly Difference[] {
  const [known, seen] = [byKey(baseline), byKey(now)]
  const [askedBefore, askedNow] = [wholeQuestions(baseline), wholeQuestions(now)]
  const [typesBefore, typesNow] = [usualTypes(baseline), usualTypes(now)]
  const optional = optionalPlaces([...baseline, ...now])
  const found: Difference[] = []
  for (const one of now) {
    const before = known.get(keyOf(one))
    const { operation, subject } = one
    if (before === undefined) {
      // A baseline that an older suite made says nothing of large bodies.
      if (!askedBefore.has(askedOf(one)) || isTooLarge(one.value)) continue
      const usual = typesBefore(one)
      const kind = usual === null ? 'new' : 'changed'
      found.push({ kind, operation, subject, before: usual, after: wordsOf(one.value) })
      continue
    }
    const sides = sidesOf(before, one, showsOneItem(one) ? optional.get(listsKey(one)) : undefined)
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

/** A question that shows one item of a list: what only some items have comes and goes with that item. */
const showsOneItem = (one: Observation) => /\blimit=1(?!\d)/.test(questionOf(one))

/** The lists that one credential sees of an operation: the subject without what was asked. */
function listsKey(one: Observation): string {
  const [credential = ''] = questionOf(one).split(',')
  return [one.operation, credential, one.subject.slice(questionOf(one).length)].join('\n')
}

/** Places that only some items of lists have, by `listsKey`. */
function optionalPlaces(observations: Seen): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const one of observations)
    for (const [place, type] of Object.entries(asPlaces(one.value) ?? {}))
      if (place.includes('[]') && type.endsWith('?'))
        found.set(listsKey(one), (found.get(listsKey(one)) ?? new Set()).add(place))
  return found
}

/** The media type of a question with JSON bodies is observed only where it is unusual. Absent, it is `application/json`. */
function usualTypes(side: Seen): (one: Observation) => string | null {
  const isBody = (one: Observation) => one.subject.slice(questionOf(one).length).startsWith(': body of ')
  const withBody = new Set(side.filter(isBody).map(askedOf))
  return (one) => (one.subject.endsWith(': media type') && withBody.has(askedOf(one)) ? 'application/json' : null)
}

/** The observations of a baseline that the later run did not ask again, or not in full. They stay valid. */
export function notAskedBy(baseline: Seen, now: Seen): Seen {
  const seen = new Set(now.map(keyOf))
  const asked = wholeQuestions(now)
  return baseline.filter((one) => !seen.has(keyOf(one)) && !asked.has(askedOf(one)))
}

/** The observations of a later run. A partial or one too large that agrees with a whole one of the baseline is replaced by that. */
export function seenAsWhole(baseline: Seen, now: Seen): Seen {
  const whole = byKey(baseline.filter(({ partial }) => partial !== true))
  return now.map((one) => {
    const before = one.partial === true || isTooLarge(one.value) ? whole.get(keyOf(one)) : undefined
    return before === undefined || sidesOf(before, one) !== null ? one : before
  })
}

/** The differences between two runs, for the operations that both runs asked. */
export function disparitiesBetween(one: Seen, other: Seen): readonly Difference[] {
  const operations = (side: Seen) => new Set(side.map(({ operation }) => operation))
  const [ofOne, ofOther] = [operations(one), operations(other)]
  const both = (observation: Observation) => ofOne.has(observation.operation) && ofOther.has(observation.operation)
  return differencesBetween(one.filter(both), other.filter(both))
}

/** A place that differs by chance on this many operations is ignored on all: the deployment varies it everywhere. */
const fewestOfHabit = 3

/**
 * Keys of what differs between two runs of one target, so by chance: an aspect of an operation, or a place in its bodies. The question is
 * no part of a key: what varies for one question may vary for all.
 */
export function chanceBetween(one: Seen, other: Seen): ReadonlySet<string> {
  const [known, again] = [byKey(one), byKey(other)]
  const byPlace = new Map<string, Set<string | null>>()
  const keys = disparitiesBetween(one, other).flatMap((difference) => {
    const [first, second] = [known, again].map((side) => asPlaces(side.get(keyOf(difference))?.value))
    const aspect = statusKey(difference) ?? chanceKey(difference)
    if (!first || !second) return [aspect]
    return differingPlaces(first, second).map((place) => {
      byPlace.set(place, (byPlace.get(place) ?? new Set()).add(difference.operation))
      return `${aspect}\n${place}`
    })
  })
  const habits = [...byPlace].flatMap(([place, operations]) => (operations.size < fewestOfHabit ? [] : [place]))
  return new Set([...keys, ...habits])
}

/** The observations without the aspects and places that differ by chance. */
export function withoutChance(observations: Seen, chance: ReadonlySet<string>): Seen {
  if (chance.size === 0) return observations
  return observations.flatMap((observation): Observation[] => {
    const aspect = chanceKey(observation)
    if (chance.has(aspect) || chance.has(statusKey(observation) ?? aspect)) return []
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

/** The key of an aspect of an operation, without the question. */
function chanceKey(observation: Pick<Observation, 'operation' | 'subject'>): string {
  return `${observation.operation ?? ''}\n${observation.subject.slice(questionOf(observation).length)}`
}

/** The key of a status: an operation, with or without the own key. A status that varies for the key hides no operation that becomes open. */
function statusKey({ operation, subject }: Pick<Observation, 'operation' | 'subject'>): string | null {
  if (operation === null || !subject.endsWith(': status')) return null
  return `${operation}\n${subject.startsWith('with the key') ? 'with' : 'without'} the key: status`
}

/** The questions that got every answer. Only for these does a missing observation mean that the aspect is absent. */
function wholeQuestions(side: Seen): ReadonlySet<string> {
  const partial = new Set(side.filter((one) => one.partial === true).map(askedOf))
  return new Set(side.map(askedOf).filter((question) => !partial.has(question)))
}

/** The key of a question to an operation. A question counts as asked where any aspect of it was observed. */
function askedOf(observation: Observation): string {
  return `${observation.operation ?? ''}\n${questionOf(observation)}`
}
