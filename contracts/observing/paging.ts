import type { Observation } from '../../evidence/observation.ts'
import { isObject } from '../../fixtures/json.ts'
import { succeeded } from '../answer.ts'
import type { Outcome } from '../outcome.ts'

/** The fewest items of a paged list: a shorter list may be about the page itself, such as its links. */
const fewest = 3

/** The way to the longest list of objects in a body, where a limit or an offset would show. Null where there is no list. */
function wayToList(
  value: unknown,
  way: readonly string[] = [],
): { readonly way: readonly string[]; readonly length: number } | null {
  if (typeof value !== 'object' || value === null || way.length > 8) return null
  const own = Array.isArray(value) && value.every(isObject) ? { way, length: value.length } : null
  return Object.entries(value).reduce((longest, [name, inner]) => {
    const found = wayToList(inner, [...way, name])
    return found !== null && (longest === null || found.length > longest.length) ? found : longest
  }, own)
}

function listAt(value: unknown, way: readonly string[]): readonly unknown[] {
  const found = way.reduce<unknown>((inner, name) => (Object(inner) as Record<string, unknown>)[name], value)
  return Array.isArray(found) ? found : []
}

/** The bodies of successes to the eligible key, by query: none, or parameters of one digit such as `limit` and `offset`. */
function bodiesOf(outcomes: readonly Outcome[]): ReadonlyMap<string, unknown> {
  const isPage = ({ probe: { credential, query, nth } }: Outcome) =>
    credential === 'eligible' &&
    nth === 0 &&
    query.base === 'none' &&
    query.set.every(([, value]) => /^[1-9]$/.test(value))
  return new Map(
    outcomes.flatMap((outcome) =>
      outcome.kind === 'answer' && isPage(outcome) && succeeded(outcome.answer)
        ? [[outcome.probe.query.set.map((pair) => pair.join('=')).join('&'), outcome.answer.json] as const]
        : [],
    ),
  )
}

/** True where no listing is longer than its `limit`; null where the whole listing is too short to tell. */
function bounds(pages: ReadonlyMap<string, readonly unknown[]>, whole: readonly unknown[]): boolean | null {
  const limited = [...pages].flatMap(([words, list]) => {
    const [, limit] = /^limit=(\d)$/.exec(words) ?? []
    return limit === undefined ? [] : [{ limit: Number(limit), length: list.length }]
  })
  if (limited.some(({ limit, length }) => length > limit)) return false
  return limited.some(({ limit }) => limit < whole.length) ? true : null
}

/** True where `offset=1` begins with the second item; null where the items change by themselves, or are too few. */
function moves(pages: ReadonlyMap<string, readonly unknown[]>, whole: readonly unknown[]): boolean | null {
  const text = (list: readonly unknown[] | undefined, index: number) => JSON.stringify(list?.[index])
  const [first, second] = [text(whole, 0), text(whole, 1)]
  const [unmoved, moved] = [text(pages.get('limit=1'), 0), text(pages.get('limit=1&offset=1'), 0)]
  if (second === undefined || first === second || unmoved !== first) return null
  if (moved === second) return true
  return moved === first ? false : null
}

/** The effects of `limit` and `offset` on a listing, as far as the answers show them (§8.3). */
export function pagingObservations(operation: string, outcomes: readonly Outcome[]): readonly Observation[] {
  const bodies = bodiesOf(outcomes)
  const { way, length } = wayToList(bodies.get('')) ?? { way: [], length: 0 }
  if (length < fewest) return []
  const pages = new Map([...bodies].map(([words, body]) => [words, listAt(body, way)]))
  const whole = pages.get('') ?? []
  const said = (name: string, effect: boolean | null, yes: string, no: string): readonly Observation[] =>
    effect === null ? [] : [{ operation, subject: `${name}: effect`, value: effect ? yes : no }]
  return [
    ...said('paging by limit', bounds(pages, whole), 'bounds the listing', 'does not bound it'),
    ...said('paging by offset', moves(pages, whole), 'moves the listing', 'does not move it'),
  ]
}
