import { expect, test } from 'vitest'
import { listingParameters } from '../../fixtures/schemas/livestream-query.ts'
import { oddQueries } from './odd-requests.ts'

const named = (type: string) => listingParameters.filter((one) => one.type === type).map(({ name }) => name)
const setsOf = (sub: string) => oddQueries.find(([name]) => name === sub)?.[1] ?? []
const alone = (sub: string, like: (value: string) => boolean) =>
  setsOf(sub).flatMap(([first, ...others]) =>
    first !== undefined && others.length === 0 && like(first[1]) ? [first[0]] : [],
  )

test('each text parameter is asked alone with a text that breaks statements and patterns', () => {
  expect(alone('odd-form', (value) => value.includes("'") && value.includes('('))).toEqual(named('string'))
})

test('every number is asked alone with a huge value, and each number of the page with every odd one', () => {
  expect([...alone('huge', (value) => Number(value) > 8.64e15)].sort()).toEqual([...named('number')].sort())
  for (const sub of ['negative', 'fraction', 'huge'])
    expect(
      alone(sub, () => true),
      sub,
    ).toEqual(expect.arrayContaining(['limit', 'offset']))
})

test('each filter is asked with a page, in plain numbers', () => {
  const filters = listingParameters.map(({ name }) => name).filter((name) => !/^(limit|offset|order|sort)$/.test(name))
  const sets = setsOf('filter-with-page')
  expect(sets.map(([first]) => first?.[0]).sort()).toEqual(filters.sort())
  for (const [, ...page] of sets) expect(Object.fromEntries(page)).toEqual({ limit: '10', offset: '0' })
})

test.for(['negative', 'zero', 'fraction', 'huge'])('%s is asked of every number', (sub) => {
  const asked = new Set(setsOf(sub).flatMap((set) => set.map(([name]) => name)))
  expect([...asked].sort()).toEqual([...named('number')].sort())
})
