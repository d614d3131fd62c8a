import { because } from '../evidence/judgement.ts'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import type { Operation } from '../fixtures/catalog/operation.ts'
import { drawnBy } from '../fixtures/random.ts'
import type { ConditionalProbe, Facts } from './check.ts'

/** So many runs, each with the sample of another day, ask everything. */
export const samples = 7

/** Where an operation stands in the catalogue, and among those of its resource. */
interface Place {
  readonly nth: number
  readonly nthOfResource: number
  readonly ofResource: number
  /** The first of its resource, and the first there with its method. */
  readonly leads: { readonly resource: boolean; readonly method: boolean }
}

type Listed = Pick<Operation, 'id' | 'method' | 'path'>
type Draw = Pick<Facts, 'profile' | 'seed' | 'asksAll'>

/** `/api/team/category`, with which every path of the resource begins (§2). */
const resourceOf = ({ path }: Listed) => path.split('/', 4).join('/')

const places: ReadonlyMap<string, Place> = new Map(
  [...Map.groupBy(catalogue, resourceOf).values()].flatMap((all) => {
    // The choice knows no credential, so it stands for no other.
    const own = all.filter(({ detail }) => detail !== 'audience-choice')
    return own.map((operation, nthOfResource) => {
      const [first] = own.filter(({ method }) => method === operation.method)
      const leads = { resource: nthOfResource === 0, method: first === operation }
      const nth = catalogue.indexOf(operation)
      return [operation.id, { nth, nthOfResource, ofResource: own.length, leads }] as const
    })
  }),
)

/** The catalogue alone decides, and for what is added to it its name: what is selected changes no sample. */
function placeOf({ id }: Listed): Place {
  const nth = drawnBy(id, samples)
  const added = { nth, nthOfResource: nth, ofResource: samples, leads: { resource: false, method: false } }
  return places.get(id) ?? added
}

/** Whose turn a day is: every seventh operation's, or that of at least one of each resource. */
type Turn = 'seventh' | 'one-of-resource'

function isInTurn(operation: Listed, seed: number, turn: Turn): boolean {
  const { nth, nthOfResource, ofResource } = placeOf(operation)
  const day = seed % samples
  if (turn === 'seventh') return nth % samples === day
  const turns = Math.min(samples, ofResource)
  return nthOfResource % turns === day % turns
}

/** In the gate, leaves a probe to the operations whose turn it is. The nightly asks all: what it asks must not drift by itself. */
export function inTurn(
  operation: Listed,
  { profile, seed }: Draw,
  turn: Turn,
): (asked: ConditionalProbe) => ConditionalProbe {
  if (profile !== 'gate' || isInTurn(operation, seed, turn)) return (asked) => asked
  return (asked) => ({ ...asked, leftOut: because('gate-sample') })
}

/** True for the operation that stands for its resource, or for all of its method there, night after night. */
export function leads(operation: Listed, what: 'resource' | 'method'): boolean {
  return placeOf(operation).leads[what]
}

/** True where what only tells of an operation in doubt waits until there is one. A cutover asks all: nothing comes after it. */
export const waitsForDoubt = ({ profile, asksAll }: Draw): boolean => profile === 'nightly' && !asksAll

/** In the nightly, leaves a probe to the operation that stands for its resource. A cutover asks all here too. */
export function onceForResource(operation: Listed, draw: Draw): (asked: ConditionalProbe) => ConditionalProbe {
  if (!waitsForDoubt(draw) || leads(operation, 'resource')) return (asked) => asked
  return (asked) => ({ ...asked, leftOut: because('one-for-its-resource') })
}
