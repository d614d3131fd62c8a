import { expect, test } from 'vitest'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { allKnown } from '../../trust/fabricated/contracts.ts'
import { factsOf } from '../facts.ts'
import { makePlan } from '../planning/make-plan.ts'
import { type Narrowing, wordsFor } from './narrowing.ts'
import { sections } from './sections.ts'

const everything = { catalogue, operations: catalogue, checks: () => true, excluded: () => false, untouched: [] }
const plan = makePlan(everything, factsOf(allKnown, 'nightly', 'full', 1), allKnown)
const words = (narrowing: Partial<Narrowing>) =>
  wordsFor({ name: /(?:)/, sections: Object.keys(sections), ...narrowing }, plan)
const after = (option: string, of: readonly string[]) => of.filter((_, at) => of[at - 1] === option)

test('without a narrowing everything is asked', () => {
  expect(words({})).toEqual([])
})

test('the name of an operation narrows the run to it', () => {
  const said = words({ name: /POST \/api\/vote\/embed\/create/ })
  expect(after('--operation', said)).toEqual(['POST /api/vote/embed/create'])
  expect(after('--check', said)).toContain('request.field-type:options[].color')
})

test('so do a product, a check, a question and a file', () => {
  const embeds = catalogue.filter(({ product }) => product === 'Embeds').map(({ id }) => id)
  expect(after('--operation', words({ name: /^Embeds / })).toSorted()).toEqual(embeds.toSorted())
  expect(after('--check', words({ name: /auth\.missing/ }))).toEqual(['auth.missing-credential'])
  expect(after('--check', words({ name: /made-up resource/ }))).toEqual([
    'not-found.resource',
    'not-found.resource:with-choice-data',
  ])
  expect(after('--check', words({ sections: ['§8'] }))).toEqual(['idempotency.observed', 'pagination.limit-offset'])
})

test('a name that no question has is said', () => {
  expect(() => words({ name: /POST \/api\/vote\/embed\/craete/ })).toThrow('No question of this run has')
})
