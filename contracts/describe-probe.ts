import type { BodyBase } from '../fixtures/bodies/bases.ts'
import type { Change } from '../fixtures/bodies/recipe.ts'
import { credentials } from './credentials.ts'
import { valueWord } from './identifiers.ts'
import { type Probe, repetitions, takesBody } from './probe.ts'

const bodyWords: Readonly<Record<BodyBase, string>> = {
  none: '',
  empty: 'with an empty body',
  'not-json': 'with a body that is not JSON',
  'cut-json': 'with JSON that ends too early as the body',
  'json-null': 'with null as the body',
  'json-array': 'with a JSON array as the body',
  'json-string': 'with a JSON string as the body',
  'json-number': 'with a JSON number as the body',
  'json-boolean': 'with a JSON boolean as the body',
  'empty-object': 'with {} as the body',
  'embed-vouched': 'with VALID_EMBED_BODY',
  'embed-vouched-idempotent': 'with VALID_EMBED_BODY and an idempotencyKey',
  'embed-full': 'with every documented member',
  'embed-other': 'with every documented member, other values',
  'embed-plain': 'without placement, colours, status, options and config',
  'embed-with-an-option-twice': 'with the same option twice',
  'embed-with-many-options': 'with 60 options',
  'embed-with-half-characters': 'with texts that end in half a character',
  'embed-few': 'with a few members',
  'choice-vouched': 'with VALID_CHOICE_BODY',
  'choice-full': 'with every documented member',
}

const ofMade = 'with the idempotencyKey of what the key has made'
const repetitionWords: Readonly<Record<number, string>> = {
  [repetitions.kept]: ofMade,
  [repetitions.changedSince]: ofMade,
}

/** The most characters of a query value that are shown: enough to tell which one it is. */
const valueShown = 20

/** The words for a probe in plans and messages. They hold no secret, since a probe holds none. */
export function describeProbe(probe: Probe): string {
  const { method, path, credential, value, body, nth } = probe
  const parts = [
    `${method} ${path}${queryOf(probe)}`,
    credentials[credential].told,
    path.includes('{') && valueWord(value) !== null ? `identifier ${valueWord(value)}` : '',
    wordsOf(probe),
    body.change === undefined ? '' : changeWords(body.change),
    body.contentType === undefined ? '' : `sent as ${body.contentType}`,
    nth === 0 ? '' : (repetitionWords[nth] ?? `repetition ${nth}`),
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** Words for the body. Only what looks for nothing (O7c) declares members in an odd request. */
function wordsOf({ method, body: { base, declared }, purpose }: Probe): string {
  if (declared !== undefined && purpose === 'odd') return 'with an identifier of nothing in the body'
  return base === 'none' && takesBody({ method }) ? 'without a body' : bodyWords[base]
}

export function changeWords({ path, to }: Change): string {
  return `${path} ${to === 'absent' ? 'left out' : `as ${to}`}`
}

/** The query as in an address. A query of the settings is only named, since it may be a secret. */
function queryOf({ query }: Probe): string {
  const set = query.set.map(
    ([name, text]) => `${name}=${text.length > valueShown ? `${text.slice(0, valueShown)}…` : text}`,
  )
  // A report must not hold a null byte or half a character.
  const visible = set.map((part) => part.replaceAll('\0', '%00').toWellFormed())
  const parts = [...(query.base === 'vouched' ? ['VALID_DETAILS_QUERY'] : []), ...visible]
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}
