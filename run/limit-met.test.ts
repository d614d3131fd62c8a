import { expect, test } from 'vitest'
import type { Exchange } from '../evidence/exchange.ts'
import type { Finding } from '../evidence/finding.ts'
import { limitMet } from './limit-met.ts'

const exchange = (probe: string, status: number, source: Exchange['source'] = 'contracts') =>
  ({ probe, source, response: { status } }) as Exchange
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
  [['product', 'operation'], '14.5 a second'],
] as const)('the sentence tells at which rate the limit was kept: %s', ([each, said]) => {
  expect(limitMet(limited, [], operations, { each, requestsPerSecond: 14.5 })).toBe(
    `The limit that was met left room for all of it: it refused 1 of 3 requests and was kept at ${said}.`,
  )
})

test.for([
  ['no limit', [exchange('a', 200)]],
  ['refusals that never end', [exchange('a', 429), exchange('a', 429), exchange('b', 200)]],
  ['the limit of load', [exchange('a', 429, 'load'), exchange('a', 200, 'load')]],
] as const)('there is no sentence about %s', ([, exchanges]) => {
  expect(limitMet(exchanges, [finding('pass')], operations, undefined)).toBeNull()
})
