import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { checks } from '../../fixtures/checks.ts'
import { clauses } from '../../fixtures/clauses.ts'
import { documentedCodes, keyHeader } from '../../fixtures/errors.ts'
import { audienceChoiceMembers } from '../../fixtures/schemas/audience-choice.ts'
import { envelopeMembers } from '../../fixtures/schemas/envelope.ts'
import { listingParameters } from '../../fixtures/schemas/livestream-query.ts'
import { voteEmbedMembers } from '../../fixtures/schemas/vote-embed.ts'
import { settingNames } from '../../fixtures/settings.ts'
import { isNumber } from './ambiguous.ts'

/** Names of the API and of the suite: they count at any length. */
const names = [
  ...catalogue.flatMap(({ path, product }) => [path, product]),
  ...[...voteEmbedMembers, ...audienceChoiceMembers, ...envelopeMembers].map(({ path }) => path),
  ...listingParameters.map(({ name }) => name),
  ...[...checks, ...clauses].map(({ id }) => id),
  ...documentedCodes,
  ...settingNames,
  keyHeader,
]

/** Descriptions of the API. Only their long words count: else a short secret would be found nowhere. */
const descriptions = [
  ...catalogue.map(({ operation }) => operation),
  ...checks.map(({ question }) => question),
  ...clauses.map(({ says }) => says),
]

/** Words of HTTP and JSON, of the errors of most frameworks, and the name of the suite. */
const common = [
  'application application/json application/problem+json problem form html json text text/html text/plain plain xml utf-8',
  'charset gzip x-gzip deflate identity chunked close keep-alive no-cache no-store private public max-age header headers',
  'content-type content-length retry-after location authorization bearer options patch query body request response',
  'error errors code codes message title type detail details reason list draft published active inactive created updated',
  'deleted true false null platform platform-api-suite',
].flatMap((line) => line.split(' '))

const beyondAscii = /[\u0080-\uffff]/

const wordsOf = (text: string) =>
  lower(text)
    .split(/[^\w-]+/)
    .filter((word) => !isNumber(word))

/**
 * Words that do not give a credential away, even if it shares them: replacing them would change what a judge reads. The words of the API
 * come from the tables that describe it.
 */
export const vocabulary: ReadonlySet<string> = new Set([
  ...common,
  ...names.flatMap(wordsOf),
  ...descriptions.flatMap(wordsOf).filter((word) => word.length >= 8),
])

const joined = [...vocabulary].join(' ')

/** The first characters of most stretches decide quickly: each secret has thousands of stretches. */
const beginningLength = 6
const beginnings = new Set(Array.from(joined, (_, at) => joined.slice(at, at + beginningLength)))

/** True for a stretch within a word of the vocabulary. */
export function isOrdinary(stretch: string): boolean {
  const isShort = stretch.length < beginningLength
  return (isShort || beginnings.has(stretch.slice(0, beginningLength))) && joined.includes(stretch)
}

/** Lower case without a change of length: beyond ASCII only A to Z change, so that positions stay. */
export function lower(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase()
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
}
