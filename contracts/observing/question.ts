import type { Credential, Probe } from '../probe.ts'

const credentials: Partial<Readonly<Record<Credential, string>>> = {
  none: 'without a key',
  eligible: 'with the key',
  'restricted-account': 'with the key of an ineligible account',
  'restricted-product': 'with a key that lacks the product',
  'restricted-permission': 'with a key that lacks the permission',
  'ineligible-origin': 'with the key from an ineligible origin',
  'invalid:case-changed': 'with the key in the other letter case',
  'invalid:very-long': 'with a very long key',
}

/** All invalid keys are one question: which of them are asked may change from night to night. */
function credentialWords(credential: Credential): string {
  const [kind, place] = credential.split(':')
  return credentials[credential] ?? (kind === 'elsewhere' ? `with the key in ${place}` : 'with an invalid key')
}

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
  if (!path.includes('{') || value === 'known') return null
  return value.startsWith('odd-') ? `identifier ${value.slice('odd-'.length)}` : 'identifier made up'
}

/**
 * What a probe asks, in words that no identifier, seed or order is part of: two nights that plan in different ways ask the
 * same question under the same words.
 */
export function questionWords(probe: Probe): string {
  const isSecond = probe.nth > 0 && probe.credential === 'eligible'
  const parts = [valueWords(probe), queryWords(probe), bodyWords(probe), isSecond ? 'a second time' : null]
  return [credentialWords(probe.credential), ...parts.filter((part) => part !== null)].join(', ')
}
