import { because, type Reason } from '../evidence/judgement.ts'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import type { Operation } from '../fixtures/catalog/operation.ts'
import { drawnBy } from '../fixtures/random.ts'
import type { Facts } from './check.ts'

/** The number of samples, one for each day: this many runs on different days ask everything. */
export const samples = 7

/** Where an operation stands in the catalogue, and among those of its resource. */
interface Place {
  readonly nth: number
  readonly nthOfResource: number
  readonly ofResource: number
  /** True for the first operation of its resource, and for the first one there with its method. */
  readonly leads: { readonly resource: boolean; readonly method: boolean }
}

type Listed = Pick<Operation, 'id' | 'method' | 'path'>
type Draw = Pick<Facts, 'profile' | 'seed' | 'asksAll'>

/** The beginning of all paths of a resource (§2): `/api/team/category`. */
const resourceOf = ({ path }: Listed) => path.split('/', 4).join('/')

const places: ReadonlyMap<string, Place> = new Map(
  [...Map.groupBy(catalogue, resourceOf).values()].flatMap((all) => {
    // The audience choice shows no key, so it represents no other operation.
    const own = all.filter(({ detail }) => detail !== 'audience-choice')
    return own.map((operation, nthOfResource) => {
      const [first] = own.filter(({ method }) => method === operation.method)
      const leads = { resource: nthOfResource === 0, method: first === operation }
      const nth = catalogue.indexOf(operation)
      return [operation.id, { nth, nthOfResource, ofResource: own.length, leads }] as const
    })
  }),
)

/** The place by the catalogue, or for an added operation by its id. The selection does not count: it changes no sample. */
function placeOf({ id }: Listed): Place {
  const nth = drawnBy(id, samples)
  const added = { nth, nthOfResource: nth, ofResource: samples, leads: { resource: false, method: false } }
  return places.get(id) ?? added
}

/** Which operations have their turn on a day: every seventh one, or at least one of each resource. */
type Turn = 'seventh' | 'one-of-resource'

function isInTurn(operation: Listed, seed: number, turn: Turn): boolean {
  const { nth, nthOfResource, ofResource } = placeOf(operation)
  const day = seed % samples
  if (turn === 'seventh') return nth % samples === day
  const turns = Math.min(samples, ofResource)
  return nthOfResource % turns === day % turns
}

/** In the gate, a probe is asked only of operations that have their turn. A nightly asks all, so that it does not drift by itself. */
export function outOfTurn(operation: Listed, { profile, seed }: Draw, turn: Turn): Reason | null {
  return profile !== 'gate' || isInTurn(operation, seed, turn) ? null : because('gate-sample')
}

/** True for the operation that represents its resource, or its method there, in every run. */
export function leads(operation: Listed, what: 'resource' | 'method'): boolean {
  return placeOf(operation).leads[what]
}

/** True where probes about operations in doubt wait for a doubt. A cutover asks all at once: no run comes after it. */
export const waitsForDoubt = ({ profile, asksAll }: Draw): boolean => profile === 'nightly' && !asksAll

/** In the nightly, a probe is asked only of the operation that represents its resource. Other profiles change nothing here. */
export function leftToAnother(operation: Listed, draw: Draw): Reason | null {
  return !waitsForDoubt(draw) || leads(operation, 'resource') ? null : because('one-for-its-resource')
}
