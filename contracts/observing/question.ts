import { credentials } from '../credentials.ts'
import { valueWord } from '../identifiers.ts'
import type { Probe } from '../probe.ts'

/** The controls of one operation differ in what they hold, so each is a question of its own. */
function bodyWords({ body, method }: Probe): string | null {
  const { base, change, contentType } = body
  if (change !== undefined) return change.to === 'absent' ? `${change.path} left out` : `${change.path} as ${change.to}`
  const isPlain = base === 'none' || (base === 'empty-object' && method !== 'GET')
  const words = isPlain ? null : `body ${base}`
  return contentType === undefined ? words : [words, `sent as ${contentType}`].filter((part) => part !== null).join(' ')
}

function queryWords({ query }: Probe): string | null {
  const parts = query.set.map(([name, value]) => `${name}=${value.length > 12 ? `${value.slice(0, 12)}…` : value}`)
  const words = [...(query.base === 'none' ? [] : [query.base]), ...parts].join('&')
  return words === '' ? null : `query ${words}`
}

function valueWords({ path, value }: Probe): string | null {
  const word = valueWord(value)
  return path.includes('{') && word !== null ? `identifier ${word}` : null
}

/**
 * What a probe asks, in words that no identifier, seed or order is part of: two nights that plan in different ways ask the
 * same question under the same words.
 */
export function questionWords(probe: Probe): string {
  const isSecond = probe.nth > 0 && probe.credential === 'eligible'
  const parts = [valueWords(probe), queryWords(probe), bodyWords(probe), isSecond ? 'a second time' : null]
  return [credentials[probe.credential].words, ...parts.filter((part) => part !== null)].join(', ')
}
