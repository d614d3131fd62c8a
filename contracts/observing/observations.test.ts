import { expect, test } from 'vitest'
import type { Outcome } from '../outcome.ts'
import { observationsIn } from './observations.ts'

/** The answer to the eligible key; `json` is undefined where the body was cut, or is none. */
const answered = (json: unknown, body: { readonly cut: boolean; readonly json: 'valid' | 'invalid' }) =>
  ({
    kind: 'answer',
    probe: {
      operation: 'GET /x',
      path: '/x',
      credential: 'eligible',
      nth: 0,
      body: { base: 'none' },
      query: { base: 'none', set: [] },
    },
    attempts: [],
    answer: {
      status: 200,
      headers: [],
      text: null,
      mediaType: 'application/json',
      json,
      exchange: { request: { target: '/x' }, response: { body: { ...body, bytes: 9 } } },
    },
  }) as unknown as Outcome

const shapesIn = (...outcomes: Outcome[]) =>
  observationsIn(outcomes, 1).flatMap(({ subject, value }) => (subject.endsWith('body of 200') ? [value] : []))

test('a JSON body that is too large to be kept is one whose places nobody knows', () => {
  const large = answered(undefined, { cut: true, json: 'valid' })
  expect(shapesIn(large)).toEqual([{}])
  expect(shapesIn(large, answered({ a: 1 }, { cut: false, json: 'valid' }))).toEqual([
    { '/': 'object', '/a': 'number' },
  ])
  expect(shapesIn(answered(undefined, { cut: true, json: 'invalid' }))).toEqual([])
})
