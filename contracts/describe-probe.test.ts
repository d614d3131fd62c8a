import { expect, test } from 'vitest'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import { choice, embed, listing } from '../trust/fabricated/contracts.ts'
import { describeProbe } from './describe-probe.ts'
import { type Particulars, probe } from './probe.ts'

const words = (id: string, particulars: Particulars = {}) => {
  const [operation] = catalogue.filter((candidate) => candidate.id === id)
  if (operation === undefined) throw new Error(id)
  return describeProbe(probe(operation, particulars))
}

test('a probe in words: the request, the key, and what is odd about it', () => {
  expect(words(listing)).toBe('GET /api/video/details/all, without a key')
  expect(words(listing, { credential: 'eligible', query: { base: 'none', set: [['limit', 'word']] } })).toBe(
    'GET /api/video/details/all?limit=word, with the key',
  )
  const query = { base: 'vouched', set: [['search', 'x'.repeat(30)]] } as const
  expect(words(listing, { query, nth: 2 })).toBe(
    `GET /api/video/details/all?VALID_DETAILS_QUERY&search=${'x'.repeat(20)}…, without a key, repetition 2`,
  )
  const body = { base: 'choice-full', change: { path: 'choiceData', to: 'null' }, contentType: 'text/plain' } as const
  expect(words(choice, { body, value: 'odd-null' })).toBe(
    'POST /api/ads/placement/choice/{placementId}, without a key, identifier null, with every documented member, choiceData as null, sent as text/plain',
  )
})

test.for([
  ['invalid:random', 'with a made-up key'],
  ['invalid:last-left-out', 'with the last character of the key left out'],
  ['invalid:first-changed', 'with the first character of the key changed'],
  ['restricted-account', 'with the key of an ineligible account'],
  ['elsewhere:query', 'with the key in the query'],
  ['elsewhere:authorization-basic', 'with the key in Authorization, as the user of Basic'],
] as const)('the credential %s is described as %s', ([credential, said]) => {
  expect(words(embed, { credential, body: { base: 'not-json' } })).toBe(
    `POST /api/vote/embed/create, ${said}, with a body that is not JSON`,
  )
})
