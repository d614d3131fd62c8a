import { expect, test } from 'vitest'
import { findingDifferences, lineOf, requestDifferences } from './differences.ts'

const request = { method: 'POST', target: '/a?b=1', body: Buffer.from('{"name":"x 20260102030405-abcd"}'), at: 0 }

test('a request is written by its values, without what depends on the run', () => {
  const headers = [
    ['X-Service-API-Key', 'k'],
    ['Accept', 'application/json'],
    ['User-Agent', 'platform-api-suite/0.1.0 run/20260102030405-abcd'],
    ['Host', '127.0.0.1:4010'],
  ] as const
  expect(lineOf({ ...request, headers })).toBe(
    'POST /a?b=1 | Accept: application/json | X-Service-API-Key: k | {"name":"x RUN"}',
  )
})

test('requests that one side sent more often than the other are listed', () => {
  expect(requestDifferences(['a', 'a', 'b'], ['a', 'c', 'b'])).toEqual(['-1 a', '+1 c'])
  expect(requestDifferences(['a', 'b'], ['b', 'a'])).toEqual([])
})

test('changed verdicts and causes, and findings on one side only, are listed, equal changes together', () => {
  const finding = (id: string, verdict: string, cause: string) => ({
    id,
    check: `c:${id}`,
    operation: 'o',
    verdict,
    cause,
  })
  const before = [
    finding('1', 'pass', 'x'),
    finding('2', 'pass', 'x'),
    finding('3', 'pass', 'x'),
    finding('4', 'pass', 'x'),
  ]
  const after = [
    finding('1', 'violation', 'y'),
    finding('2', 'violation', 'y'),
    finding('3', 'pass', 'x'),
    finding('5', 'pass', 'x'),
  ]
  expect(findingDifferences(before, after)).toEqual([
    'c: pass x → violation y, 2 times, first c:1 o (1)',
    'c: pass x → nothing, 1 times, first c:4 o (4)',
    'c: nothing → pass x, 1 times, first c:5 o (5)',
  ])
})
