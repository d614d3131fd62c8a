import type { BodyBase } from '../../fixtures/bodies/bases.ts'
import type { ChangedTo } from '../../fixtures/bodies/recipe.ts'
import { numberParameters, textParameters as texts } from '../../fixtures/schemas/livestream-query.ts'
import type { Probe } from '../probe.ts'

/** Changes that neither keep nor clearly break the documented contract: the specification does not say what they get (O7c). */
export const oddChanges: readonly ChangedTo[] = [
  'null',
  'empty-text',
  'empty-object',
  'long-text',
  'non-ascii-text',
  'odd-form',
]

/** The odd changes that no firewall minds, and a member that is left out. */
const plainChanges: readonly ChangedTo[] = ['absent', 'null', 'empty-text', 'empty-object']
const plainBodies: readonly BodyBase[] = ['empty', 'json-null', 'json-boolean']
const isPlainNumber = ([, text]: readonly [string, string]) => /^-?[\d.e]*$/.test(text)

/** O7c: true for an odd request that no firewall minds: a member that is null or left out, a number below zero. */
export function isPlainlyOdd({ body: { base, change, contentType }, query, credential, value }: Probe): boolean {
  if (value !== 'known' || contentType !== undefined) return false
  if (change !== undefined) return plainChanges.includes(change.to)
  if (plainBodies.includes(base)) return true
  return credential === 'eligible' && query.set.length > 0 && query.set.every(isPlainNumber)
}

export const extraMember = 'notDocumented'

/** Members that nothing documents; the last means something to a JavaScript object. */
export const extraMembers = [extraMember, '__proto__'] as const

type Pairs = Probe['query']['set']

const together = (names: readonly string[], value: string): Pairs => names.map((name) => [name, value])
/** Each parameter in a request of its own: a service that refuses one may not look at the next. */
const alone = (names: readonly string[], value: string): readonly Pairs[] => names.map((name) => [[name, value]])

/** Number parameters that may switch something on. */
export const switches = numberParameters.filter((name) => name !== 'limit' && name !== 'offset')
const filters = [...switches, ...texts.filter((name) => !['order', 'sort'].includes(name))]
/** `%F0%9F` in an address: half a character, so the bytes are no UTF-8. */
const halfCharacter = '\udcf0\udc9f'
const longText = 'a long search '.repeat(80)

const page = (limit: string, offset: string): Pairs => Object.entries({ limit, offset })
const twice = (name: string, one: string, other: string): Pairs => [one, other].map((value) => [name, value])

/** Odd queries, by what is odd about them: one request for each set of parameters. */
export const oddQueries: readonly (readonly [name: string, sets: readonly Pairs[]])[] = [
  // Which of these texts have a meaning is not shown.
  ['plain-text', [...alone(texts, 'a plain text'), ...alone(['order'], 'asc'), ...alone(['order'], 'desc')]],
  ['long-text', texts.map((name) => [[name, name === 'channel' ? longText + halfCharacter : longText]])],
  ['non-ascii-text', alone(texts, 'Grüße 日本語 🎉 \u202e')],
  // Numbers and texts apart: a service that refuses a number may not look at a text.
  ['empty-value', [together(numberParameters, ''), together(texts, '')]],
  // A service that copes with each parameter alone may break at two of them.
  [
    'together',
    [
      [
        ...texts.filter((name) => name !== 'order').map((name) => [name, 'a'] as const),
        ['order', 'asc'],
        ...page('1', '0'),
      ],
      together(switches, '1'),
    ],
  ],
  // All numbers, so that no firewall refuses any: an error owes its code, as where each comes alone.
  ['filter-with-page', filters.map((name) => [[name, '1'], ...page('10', '0')])],
  ['unknown-parameter', [[[extraMember, '1']]]],
  // An offset with a limit, too: only then is there a page to begin.
  ['negative', [...alone(['limit', 'offset'], '-1'), page('10', '-1'), together(switches, '-1')]],
  // An offset in pages of nothing, too.
  ['zero', [[['limit', '0']], page('0', '10'), together([...switches, 'offset'], '0')]],
  ['fraction', [...alone(['limit'], '1.5'), ...alone(['offset'], '0.1'), together(switches, '1.5')]],
  // Beyond the end of most lists, and beyond 32 bits.
  ['large', [...alone(['limit', 'offset'], '1000'), together(switches, '1767225600000')]],
  // Most bounds hold the one; few hold the other.
  ['no-number', [...alone(['limit', 'offset'], 'Infinity'), ...alone(['limit', 'offset'], 'nan')]],
  // Beyond what databases count, and any date.
  [
    'huge',
    [...alone(['limit', ...switches], '99999999999999999999'), ...alone(['offset'], '1e308'), page('10', '1e308')],
  ],
  [
    'repeated',
    [
      twice('limit', '1', '2'),
      twice('search', 'one', 'two'),
      texts.flatMap((name) => twice(name, 'one', 'two')),
      // Some readers of queries make an object of this, where a text is expected.
      [['search[one]', 'two']],
      texts.map((name) => [`${name}[one]`, 'two']),
    ],
  ],
  [
    'odd-form',
    [
      [
        ['order', "'; --"],
        ['sort', '../%00'],
        ['search', '%zz<b> ([*\\'],
        ['category', `it's "quoted"`],
        ['channel', '{{7*7}}'],
      ],
      ...alone(texts, `it's "quoted" ([*\\`),
      // Databases refuse a null byte that a reader of queries takes.
      ...alone(['search', 'channelId', 'categoryId'], 'a\0b'),
    ],
  ],
]
