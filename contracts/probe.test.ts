import { describe, expect, test } from 'vitest'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import { choice, embed } from '../trust/fabricated/contracts.ts'

import { graverPurpose, identified, likeId, type Particulars, probe } from './probe.ts'

const asked = (id: string, particulars: Particulars = {}) => {
  const [operation] = catalogue.filter((candidate) => candidate.id === id)
  if (operation === undefined) throw new Error(id)
  return probe(operation, particulars)
}

describe('a probe', () => {
  test('has one id for one request, whatever its purpose', () => {
    const one = asked(choice)
    expect(identified({ ...one, group: 'other', purpose: 'odd' }).id).toBe(one.id)
    const others = [
      asked(choice, { nth: 1 }),
      asked(choice, { value: 'made-up-1' }),
      asked(choice, { credential: 'eligible' }),
      asked(choice, { body: { base: 'none' } }),
      asked(choice, { query: { base: 'vouched', set: [] } }),
      asked(embed),
    ]
    expect(new Set([one, ...others].map(({ id }) => id)).size).toBe(7)
    expect(one.id).toMatch(/^[0-9a-f]{12}$/)
  })

  test('tells the id of the same request with one thing changed', () => {
    const broken = asked(embed, {
      credential: 'eligible',
      body: { base: 'embed-few', change: { path: 'name', to: 'number' } },
    })
    expect(likeId(broken, { body: { base: 'embed-few' } })).toBe(
      asked(embed, { credential: 'eligible', body: { base: 'embed-few' } }).id,
    )
    expect(likeId(broken, {})).toBe(broken.id)
  })

  test('that several ask for has the gravest of their purposes', () => {
    expect(graverPurpose('plain', 'broken')).toBe('broken')
    expect(graverPurpose('odd', 'control')).toBe('odd')
    expect(graverPurpose('valid', 'valid')).toBe('valid')
  })
})
