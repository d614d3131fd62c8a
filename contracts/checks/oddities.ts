import type { ChangedTo } from '../../fixtures/bodies/recipe.ts'
import { listingParameters } from '../../fixtures/schemas/livestream-query.ts'
import type { Probe } from '../probe.ts'

/** Changes that neither keep nor plainly break the documented contract: nothing shown says what becomes of them (O7c). */
export const oddChanges: readonly ChangedTo[] = ['null', 'empty-text', 'long-text', 'non-ascii-text', 'odd-form']

/** A member that nothing documents. */
export const extraMember = 'notDocumented'

/** Odd values of query parameters, by what is odd about them. */
export const oddQueries: readonly (readonly [name: string, set: readonly (readonly [string, string])[]])[] = [
  ['empty-value', listingParameters.map(({ name }) => [name, ''] as const)],
  ['long-text', [['search', 'a long search '.repeat(80)]]],
  ['non-ascii-text', [['search', 'Grüße 日本語 🎉 \u202e']]],
  ['unknown-parameter', [['notDocumented', '1']]],
  [
    'negative',
    [
      ['limit', '-1'],
      ['offset', '-1'],
    ],
  ],
  ['zero', [['limit', '0']]],
  [
    'fraction',
    [
      ['limit', '1.5'],
      ['offset', '0.1'],
    ],
  ],
  [
    'huge',
    [
      ['limit', '99999999999999999999'],
      ['offset', '1e308'],
    ],
  ],
  [
    'repeated',
    [
      ['limit', '1'],
      ['limit', '2'],
    ],
  ],
  [
    'odd-form',
    [
      ['order', "'; --"],
      ['sort', '../%00'],
      ['search', '%zz<b>'],
    ],
  ],
]

/** True for a probe whose answer is only watched for a server error or for silence (O7c). */
export function isOdd({ body, query, value, credential }: Probe): boolean {
  if (value.startsWith('odd-') || credential === 'invalid:very-long') return true
  if (body.contentType !== undefined || ['empty', 'json-null', 'json-boolean'].includes(body.base)) return true
  if (body.change !== undefined && (oddChanges.includes(body.change.to) || body.change.to === 'absent')) return true
  if (body.change?.path === extraMember) return true
  const set = JSON.stringify(query.set)
  return set !== '[]' && (set.includes('notDocumented') || oddQueries.some(([, odd]) => JSON.stringify(odd) === set))
}
