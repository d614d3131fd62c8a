import { expect, test } from 'vitest'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { exchangesFor } from '../../trust/fabricated/exchanges.ts'
import { answerOf } from '../answer.ts'
import type { Learned } from '../learning/learned.ts'
import { probe } from '../probe.ts'
import { judgeCode } from './code.ts'

const [operation] = catalogue
const [exchange] = operation === undefined ? [] : exchangesFor(probe(operation), { status: 404, json: { no: 'way' } })
const answer = exchange === undefined ? null : answerOf(exchange)
if (answer === null || exchange === undefined) throw new Error('no answer')
const exchanges = [exchange.id]
const observed = '404 application/json {"no":"way"}'
const sides = { expected: '404 not_found', observed }

/** Readings of the code of one answer, and the judgement of each where `not_found` is documented. */
const readings: readonly (readonly [reading: ReturnType<Learned['codeOf']>, judgement: object])[] = [
  [
    { kind: 'code', code: 'not_found', where: 'learned' },
    { verdict: 'pass', cause: 'as-documented', values: { seen: '404 not_found' } },
  ],
  [
    { kind: 'code', code: 'not_found', where: 'anywhere' },
    { verdict: 'pass', cause: 'code-somewhere', values: { seen: '404 not_found' } },
  ],
  [{ kind: 'none' }, { verdict: 'violation', cause: 'code-missing', ...sides, values: { status: 404 } }],
  [
    { kind: 'ambiguous', codes: ['not_found', 'rate_limited'], where: 'another-place' },
    { verdict: 'inconclusive', cause: 'code-unclear', ...sides, values: {} },
  ],
  [
    { kind: 'code', code: 'rate_limited', where: 'anywhere' },
    {
      ...{ verdict: 'violation', cause: 'wrong-code', expected: '404 not_found' },
      ...{ observed: `code rate_limited: ${observed}`, values: { status: 404, code: 'code rate_limited' } },
    },
  ],
]

test.for(readings)('judgeCode judges a code that is read as %j', ([reading, judgement]) => {
  expect(judgeCode(answer, 'not_found', { codeOf: () => reading } as unknown as Learned)).toEqual({
    ...judgement,
    exchanges,
  })
})
