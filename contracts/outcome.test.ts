import { describe, expect, test } from 'vitest'
import type { Failure } from '../evidence/exchange.ts'
import { because, pass } from '../evidence/judgement.ts'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import { choice, listing } from '../trust/fabricated/contracts.ts'
import { type Attempt, exchangesFor } from '../trust/fabricated/exchanges.ts'
import type { Condition } from './check.ts'
import { holds, probesOf } from './condition.ts'
import { describeProbe } from './describe-probe.ts'
import { exchangesOf, isIdleClose, judged, type Outcome, outcomeOf, unsettled } from './outcome.ts'
import { probe } from './probe.ts'

const operations = new Map(catalogue.map((operation) => [operation.id as string, operation]))
const asked = (id: string = listing) => {
  const operation = operations.get(id)
  if (operation === undefined) throw new Error(id)
  return probe(operation)
}
const outcome = (attempts: readonly Attempt[], id: string = listing, goneAt?: number): Outcome =>
  outcomeOf(asked(id), exchangesFor(asked(id), attempts), because('not-arisen'), 60_000, goneAt)
const word = (one: Outcome) => `${one.kind}${'repeated' in one && one.repeated ? ' again' : ''}`

describe('what became of a probe', () => {
  test.for([
    [[], 'not-sent'],
    [[200], 'answer'],
    [[404], 'answer'],
    [[499], 'answer'],
    [[500], 'server-error'],
    [[500, 500], 'server-error again'],
    [[599, 501], 'server-error again'],
    [[500, 200], 'answer'],
    [[200, 500], 'server-error'],
    [[429], 'limited'],
    [['429 -'], 'limited'],
    [[429, 200], 'answer'],
    [[500, 429], 'limited'],
    [['reset', 500], 'server-error'],
    [['reset'], 'no-answer'],
    [['reset', 'reset'], 'no-answer again'],
    [[200, 'reset'], 'no-answer'],
    [['reset', 'reset', 'large'], 'no-answer'],
    [['reset', 'reset', 'deep'], 'no-answer'],
    [['reset', 'reset', 'coded'], 'no-answer'],
    [['reset', 'reset', 'slow'], 'no-answer'],
    [['reset', 'broken'], 'no-answer again'],
    [['reset', 'silence'], 'no-answer'],
    [[{ failure: { kind: 'reset' }, endMs: 60_000 }], 'no-answer'],
    [[{ failure: { kind: 'silence' }, endMs: 60_000 }], 'no-answer again'],
    [[{ failure: { kind: 'silence' }, endMs: 59_999 }], 'no-answer'],
  ] as const)('%j is %s', ([attempts, expected]) => {
    expect(word(outcome(attempts))).toBe(expected)
  })

  test('an answer without its end is no answer', () => {
    const half = { status: 200, text: '{', failure: { kind: 'reset', began: true } } as const
    expect(outcome([half])).toMatchObject({ kind: 'no-answer', failure: { kind: 'reset' } })
    expect(outcome([{}])).toMatchObject({
      kind: 'no-answer',
      failure: { kind: 'broken', message: 'no answer', reusedConnection: false, began: false },
    })
  })

  test.for([
    ['422 rate_limited', 'limited'],
    ['503 rate_limited', 'limited'],
    ['400 rate_limited', 'answer'],
    ['404 rate_limited', 'answer'],
    ['422 invalid_request', 'answer'],
    ['200 rate_limited', 'answer'],
  ] as const)('on the audience choice, whose codes come without statuses, %s is %s', ([reply, expected]) => {
    expect(word(outcome([reply], choice))).toBe(expected)
    if (reply === '422 rate_limited') expect(word(outcome([reply]))).toBe('answer')
  })

  test('a failure after the target was gone is no repetition', () => {
    const at = (startedAt: number, attempt: Attempt) => ({ ...(typeof attempt === 'object' ? attempt : {}), startedAt })
    const error = { status: 500 }
    expect(word(outcome([at(1, error), at(2, error)], listing, 2))).toBe('server-error again')
    expect(word(outcome([at(1, error), at(3, error)], listing, 2))).toBe('server-error')
    const reset = { failure: { kind: 'reset' } } as const
    expect(word(outcome([at(1, reset), at(2, reset)], listing, 2))).toBe('no-answer again')
    expect(word(outcome([at(1, reset), at(3, reset)], listing, 2))).toBe('no-answer')
  })

  test.for([
    [{ kind: 'reset', reusedConnection: true, began: false }, true],
    [{ kind: 'reset', reusedConnection: false, began: false }, false],
    [{ kind: 'reset', reusedConnection: true, began: true }, false],
    [{ kind: 'silence', reusedConnection: true, began: false }, false],
  ] as const)('an idle close proves nothing: %j %s', ([failure, expected]) => {
    expect(isIdleClose({ message: '', ...failure } satisfies Failure)).toBe(expected)
    expect(isIdleClose(null)).toBe(false)
  })
})

describe('conditions', () => {
  const seen: Readonly<Record<string, Outcome>> = {
    ok: outcome([200]),
    refused: outcome([401]),
    missing: outcome([404]),
    none: outcome([]),
    down: outcome([500]),
  }
  const yes: Condition = { probe: 'ok', is: 'success' }
  const no: Condition = { probe: 'missing', is: 'success' }
  test.for<[Condition, boolean]>([
    [yes, true],
    [no, false],
    [{ probe: 'refused', is: 'unauthorized' }, true],
    [{ probe: 'ok', is: 'unauthorized' }, false],
    [{ probe: 'missing', is: 'gone' }, true],
    [{ probe: 'ok', is: 'gone' }, false],
    [{ probe: 'none', is: 'success' }, false],
    [{ probe: 'down', is: 'success' }, false],
    [{ probe: 'nobody', is: 'unauthorized' }, false],
    [{ not: yes }, false],
    [{ not: no }, true],
    [{ all: [] }, true],
    [{ all: [yes, no] }, false],
    [{ all: [yes, yes] }, true],
    [{ any: [] }, false],
    [{ any: [no, yes] }, true],
    [{ any: [no, no] }, false],
  ])('%j: %s', ([condition, expected]) => {
    expect(holds(condition, (id) => seen[id])).toBe(expected)
  })

  test('name the probes that they look at', () => {
    expect(probesOf({ any: [yes, { not: { all: [no, { probe: 'x', is: 'unauthorized' }] } }] })).toEqual([
      'ok',
      'missing',
      'x',
    ])
  })
})

describe('an outcome without an answer', () => {
  const settled = (attempts: readonly Attempt[]) => {
    const one = outcome(attempts)
    if (one.kind === 'answer') throw new Error('an answer')
    return unsettled(one)
  }
  test('is settled with its reason and its exchanges', () => {
    expect(settled([])).toEqual({ verdict: 'not-exercised', ...because('not-arisen') })
    expect(settled([429])).toMatchObject({ verdict: 'not-exercised', cause: 'limited', exchanges: [`${asked().id}.1`] })
    expect(settled([500, 502])).toMatchObject({
      verdict: 'inconclusive',
      cause: 'server-error',
      exchanges: [1, 2].map((at) => `${asked().id}.${at}`),
    })
    expect(settled([502]).observed).toMatch(/^502 application\/json /)
    expect(settled([502]).values).toMatchObject({ status: 502, request: describeProbe(asked()) })
    expect(settled(['silence'])).toMatchObject({
      verdict: 'inconclusive',
      cause: 'no-answer',
      observed: 'it ended',
      exchanges: [`${asked().id}.1`],
    })
  })

  test('a judgement names its exchanges, or else those of its outcome', () => {
    const one = outcome([500, 200])
    expect(judged(one, () => pass('json')).exchanges).toEqual(exchangesOf([one]))
    expect(judged(one, () => pass('json', { exchanges: ['x'] })).exchanges).toEqual(['x'])
    expect(judged(outcome([429]), () => pass('json')).verdict).toBe('not-exercised')
  })
})
