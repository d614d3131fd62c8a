import type { ChangedTo } from '../../fixtures/bodies/recipe.ts'
import { listingParameters } from '../../fixtures/schemas/livestream-query.ts'
import type { Probe } from '../probe.ts'

/** Changes that neither keep nor plainly break the documented contract: nothing shown says what becomes of them (O7c). */
export const oddChanges: readonly ChangedTo[] = ['null', 'empty-text', 'long-text', 'non-ascii-text', 'odd-form']

/** A member that nothing documents. */
export const extraMember = 'notDocumented'

/** Members that nothing documents; the last means something to a JavaScript object. */
export const extraMembers = [extraMember, '__proto__'] as const

/** Texts for a parameter that is one, each alone: which of them mean anything here is not shown. */
const oddTexts = [
  ['plain-text', 'a plain text'],
  ['long-text', 'a long search '.repeat(80)],
  ['non-ascii-text', 'Grüße 日本語 🎉 \u202e'],
] as const

const oddSets: readonly (readonly [name: string, set: Probe['query']['set']])[] = [
  ['empty-value', listingParameters.map(({ name }) => [name, ''] as const)],
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
      ['search', '%zz<b> ([*\\'],
      ['category', `it's "quoted"`],
      ['channel', '{{7*7}}'],
    ],
  ],
]

/** What else is asked of the same kind, in requests of their own. */
const moreSets: Readonly<Record<string, readonly Probe['query']['set'][]>> = {
  zero: [
    listingParameters.flatMap(({ name, type }) =>
      type === 'number' && name !== 'limit' ? [[name, '0'] as const] : [],
    ),
  ],
  // Readers of queries make a list or an object of these, where a text is expected.
  repeated: [
    [
      ['search', 'one'],
      ['search', 'two'],
    ],
    [['search[one]', 'two']],
  ],
  // Databases refuse a null byte that a reader of queries takes.
  'odd-form': [['search', 'channelId', 'categoryId'].map((name) => [name, 'a\0b'] as const)],
}

/** Odd queries, by what is odd about them: one request for each set of parameters. */
export const oddQueries: readonly (readonly [name: string, sets: readonly Probe['query']['set'][]])[] = [
  ...oddTexts.map(([name, text]) => {
    const texts = listingParameters.filter(({ type }) => type === 'string')
    return [name, texts.map((parameter) => [[parameter.name, text] as const])] as const
  }),
  ...oddSets.map(([name, set]) => [name, [set, ...(moreSets[name] ?? [])]] as const),
]
