import { typeOf } from '../../fixtures/json.ts'
import { withoutVolatile } from '../equal-answers.ts'

/**
 * The shape of bodies: the type at each place, never a value. `/items[]/id` is in each item of an array. A `?` behind a type means: not in
 * every body, or not in every item. A place with values of several types has all of them.
 */
export type BodyShape = Readonly<Record<string, string>>

/** A body is read to this depth, and to this number of places. */
const limits = { depth: 8, places: 200 }

interface Place {
  readonly types: Set<string>
  /** The number of parent objects in which the place was seen. */
  times: number
}

/** The shape that bodies of one kind have in common. */
export function shapeOf(bodies: readonly unknown[]): BodyShape {
  const places = new Map<string, Place>()
  const parents = new Map<string, number>()
  const see = (path: string, value: unknown, depth: number): void => {
    const place = places.get(path) ?? { types: new Set<string>(), times: 0 }
    if (places.size > limits.places) return
    places.set(path, place)
    place.types.add(typeOf(value))
    place.times += 1
    if (depth < limits.depth) look(path, value, depth)
  }
  const look = (path: string, value: unknown, depth: number): void => {
    if (Array.isArray(value)) {
      for (const item of value) see(`${path}[]`, item, depth + 1)
    } else if (typeof value === 'object' && value !== null) {
      parents.set(path, (parents.get(path) ?? 0) + 1)
      const names = new Set<string>()
      for (const [name, inner] of Object.entries(value)) {
        const place = `${path}/${nameOf(name)}`
        // Members whose names change from night to night are one place. It counts once in each object.
        if (names.has(place)) places.get(place)?.types.add(typeOf(inner))
        else see(place, inner, depth + 1)
        names.add(place)
      }
    }
  }
  for (const body of bodies) see('', body, 0)
  // With too many places, the order of the bodies would decide which ones are seen.
  if (places.size > limits.places)
    return { '/': typesOf({ types: new Set(bodies.map(typeOf)) }), '/…': `more than ${limits.places} places` }
  const shape = [...places].map(([path, { types, times }]): [string, string] => {
    const parent = path.endsWith('[]') ? null : path.slice(0, path.lastIndexOf('/'))
    const isOptional = parent !== null && path !== '' && times < (parents.get(parent) ?? times)
    return [path.startsWith('/') ? path : `/${path}`, `${typesOf({ types })}${isOptional ? '?' : ''}`]
  })
  return Object.fromEntries(shape.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

const typesOf = ({ types }: Pick<Place, 'types'>): string => [...types].toSorted().join('|')

/** Names of letters that are no hexadecimal number: most names are, and need no closer look. */
const plainName = /^(?=.*[g-z_]|.{1,7}$)[a-z_]+$/i

/** A member's name, or `#` for one that is an identifier, a number or a time itself. */
function nameOf(name: string): string {
  if (plainName.test(name)) return name
  // Without quotes such a name would read as the items of an array.
  if (name === '' || name === '[]') return JSON.stringify(name)
  const plain = withoutVolatile(name, '')
  return plain === name ? name : '#'
}
