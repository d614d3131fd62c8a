import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allKnown } from '../trust/fabricated/contracts.ts'
import { isMadeUpValue, knownIdFor, oddValues } from './identifiers.ts'
import { inTheFormOf } from './words.ts'

describe('identifiers', () => {
  test('are made up in the form of a known one, and never equal it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), (value, seed) => {
        const other = inTheFormOf(value, 'made-up-1', seed)
        expect(other).not.toBe(value)
        expect(inTheFormOf(value, 'made-up-1', seed)).toBe(other)
        const form = (text: string) => text.replace(/[0-9]/g, '0').replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A')
        expect(form(other).startsWith(form(value))).toBe(true)
      }),
    )
    expect(inTheFormOf('0f8fad5b-d9cb', 1)).toMatch(/^[0-9][a-f][0-9][a-f]{3}[0-9][a-f]-[a-f][0-9][a-f]{2}$/)
    expect(inTheFormOf('7', 'made-up-1')).toMatch(/^[0-9]{9}$/)
    expect(inTheFormOf('a4-2', 'made-up-1')).toMatch(/^[a-f][0-9]-[0-9][a-f][0-9]{2}[a-f][0-9]{2}$/)
    expect(new Set(['made-up-1', 'made-up-2', 'made-up-3'].map((value) => inTheFormOf('plc-77aa', value))).size).toBe(3)
  })

  test.for([
    ['plc_6Yd3Wn8QhR1v', /^plc_[0-9][A-Z][a-z][0-9][A-Z][a-z][0-9][A-Z][a-z][A-Z][0-9][a-z]$/],
    ['live-ad-77aa', /^live-ad-[0-9]{2}[a-f]{2}[0-9]{2}[a-f]{2}[0-9]$/],
    ['a-42', /^a-[0-9]{9}$/],
    ['summer-show', /^summer-[a-z]{9}$/],
    ['abc-', /^[a-z]{3}-/],
    ['abc', /^[a-z]{9}$/],
  ] as const)('made up like %s begin with the same words, and hardly anybody owns the rest', ([known, form]) => {
    const made = ['made-up-1', 'made-up-2', 'made-up-3'].map((value) => inTheFormOf(known, value))
    for (const one of made) expect(one).toMatch(form)
    expect(new Set([known, ...made]).size).toBe(4)
  })

  test.for([
    ['/api/pay/{shortId}', 'Sh0rt'],
    ['/api/pay/s/{shortId}', 'Sub5cr'],
    ['/api/x/{placementId}', 'plc-77aa'],
    ['/api/x/{accountId}', 'acc-1'],
    ['/api/x/{attributionId}', 'att-1'],
    ['/api/x/{paymentLinkId}', 'lnk-1'],
    ['/api/x/{otherId}', null],
    ['/api/x', null],
  ] as const)('of the path %s: the known one is %s', ([path, id]) => {
    expect(knownIdFor(path, allKnown.ids)).toBe(id)
  })
})

test('a made-up value is neither the known nor an odd one', () => {
  expect(isMadeUpValue('made-up-2')).toBe(true)
  expect(['known' as const, ...oddValues].some(isMadeUpValue)).toBe(false)
})
