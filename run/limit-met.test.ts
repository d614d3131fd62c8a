import { expect, test } from 'vitest'
import type { Exchange } from '../evidence/exchange.ts'
import type { Finding } from '../evidence/finding.ts'
import { knownPace, limitMet } from './limit-met.ts'

const exchange = (probe: string, status: number, source: Exchange['source'] = 'contracts') =>
  ({ probe, source, operation: null, response: { status } }) as Exchange
const finding = (verdict: Finding['verdict'], cause = 'x') => ({ verdict, cause }) as Finding
const operations = { judged: 3, selected: 4 }
const limited = [exchange('a', 429), exchange('a', 200), exchange('b', 200)]

test('the sentence tells that all fitted where time and the limit left nothing out', () => {
  const findings = [finding('pass'), finding('not-exercised', 'gate-sample')]
  expect(limitMet(limited, findings, operations, undefined)).toBe(
    'The limit that was met left room for all of it: it refused 1 of 3 requests.',
  )
})

test.for([
  ['time or the limit', 'out-of-time'],
  ['somebody who stopped it', 'interrupted'],
])('the sentence tells how much fitted where %s left something out', ([, cause]) => {
  const findings = [finding('pass'), finding('not-exercised', cause), finding('inconclusive', 'limited')]
  expect(limitMet(limited, findings, operations, undefined)).toBe(
    'The limit that was met left room for 1 of 3 questions, 3 of 4 operations: it refused 1 of 3 requests.',
  )
})

test.for([
  [['everybody'], '14.5 a second for everybody'],
  [['credential and product'], '14.5 a second for each credential and product'],
] as const)('the sentence tells at which rate the limit was kept: %s', ([each, said]) => {
  expect(limitMet(limited, [], operations, { each, requestsPerSecond: 14.5 })).toBe(
    `The limit that was met left room for all of it: it refused 1 of 3 requests and was kept at ${said}.`,
  )
})

const pace = { each: ['everybody'], requestsPerSecond: 14.5 } as const
/** One answer of each operation `a1` of product `a`, and one 429 of those that are named. */
const asked = (...refusing: readonly string[]) =>
  ['a1', 'a2', 'a3', 'a4', 'b1'].flatMap((operation) => {
    const own = (status: number) => ({ ...exchange(operation, status), operation })
    return refusing.includes(operation) ? [own(429), own(200)] : [own(200)]
  })
const products = asked().map(({ operation }) => ({ operation, product: operation?.[0] }) as Finding)

test.for([
  ['one operation alone, as of a login', asked('a1'), pace, undefined],
  ['operations of one product alone', asked('a1', 'a2', 'a3', 'a4'), pace, undefined],
  ['operations of two products', asked('a1', 'a2', 'b1'), pace, pace],
  ['each product', asked('a1', 'a2', 'a3'), { ...pace, each: ['product'] }, { ...pace, each: ['product'] }],
  ['somebody', asked('a1', 'a2', 'b1'), { ...pace, each: ['product', 'operation'] }, undefined],
] as const)('O18: whom a limit concerns is known or not: %s', ([, exchanges, kept, known]) => {
  expect(knownPace(exchanges, products, kept)).toEqual(known)
})

test('the sentence names an operation that alone refuses', () => {
  expect(limitMet(asked('a1'), products, operations, undefined)).toMatch(/: it refused 1 of 6 requests, one of a1\.$/)
  expect(limitMet(asked('a1', 'a2', 'a3'), products, operations, undefined)).toMatch(/: it refused 3 of 8 requests\.$/)
})

test.for([
  ['no limit', [exchange('a', 200)]],
  ['refusals that never end', [exchange('a', 429), exchange('a', 429), exchange('b', 200)]],
  ['the limit of load', [exchange('a', 429, 'load'), exchange('a', 200, 'load')]],
] as const)('there is no sentence about %s', ([, exchanges]) => {
  expect(limitMet(exchanges, [finding('pass')], operations, undefined)).toBeNull()
})
