import { credentials } from '../credentials.ts'
import { changeWords } from '../describe-probe.ts'
import { unnamedId, valueWord } from '../identifiers.ts'
import type { Outcome } from '../outcome.ts'
import type { Probe } from '../probe.ts'

/** Words for a body. The controls of one operation have different bodies, so each is a question of its own. */
function bodyWords({ body, method }: Probe): string | null {
  const { base, change, contentType } = body
  if (change !== undefined) return changeWords(change)
  const isPlain = base === 'none' || (base === 'empty-object' && method !== 'GET')
  const words = isPlain ? null : `body ${base}`
  return contentType === undefined ? words : [words, `sent as ${contentType}`].filter((part) => part !== null).join(' ')
}

function queryWords({ query }: Probe): string | null {
  const parts = query.set.map(([name, value]) => `${name}=${value.length > 12 ? `${value.slice(0, 12)}…` : value}`)
  const words = [...(query.base === 'none' ? [] : [query.base]), ...parts].join('&')
  return words === '' ? null : `query ${words}`
}

/** Words for an identifier. One that the settings do not name counts as made up: once they name it, the question is another one. */
function valueWords({ probe: { path, value }, attempts }: Outcome, seed: number): string | null {
  if (!path.includes('{')) return null
  const unnamed = value === 'known' ? unnamedId(path, seed) : null
  const isMadeUp = unnamed !== null && attempts.some(({ request }) => request.target.includes(unnamed))
  const word = valueWord(isMadeUp ? 'made-up-1' : value)
  return word === null ? null : `identifier ${word}`
}

/** Words for what a probe asks, without identifiers, seed or order: nights that plan in different ways have the same words for it. */
export function questionWords(outcome: Outcome, seed: number): string {
  const { probe } = outcome
  const isSecond = probe.nth > 0 && probe.credential === 'eligible'
  const parts = [valueWords(outcome, seed), queryWords(probe), bodyWords(probe), isSecond ? 'a second time' : null]
  return [credentials[probe.credential].words, ...parts.filter((part) => part !== null)].join(', ')
}
