import { describe, expect, test } from 'vitest'
import { because, messageOf } from '../../evidence/judgement.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { type Attempt, exchangesFor } from '../../trust/fabricated/exchanges.ts'
import { exchangesOf, type Outcome, outcomeOf } from '../outcome.ts'
import { probe } from '../probe.ts'
import { attemptsOf, judgeCompletion, nothingSeen } from './completion.ts'

const [operation] = catalogue
if (operation === undefined) throw new Error('no operation is listed')
/** How many questions were made, so that no two are the same. `got` makes one that came to these attempts, first to last. */
let asked = 0
const got = (...attempts: readonly Attempt[]): Outcome => {
  asked += 1
  const question = probe(operation, { nth: asked })
  return outcomeOf(question, exchangesFor(question, attempts), because('not-arisen'), 60_000)
}
const unsent = got()
const idleClose = { failure: { kind: 'reset', reusedConnection: true, began: false } } as const

describe('an operation of which nothing was seen says why', () => {
  test('nothing was asked at all', () => {
    expect(nothingSeen([])).toMatchObject({ verdict: 'not-exercised', cause: 'nothing-asked' })
  })

  test('a request that was not sent has its own reason', () => {
    expect(nothingSeen([unsent])).toMatchObject({ verdict: 'not-exercised', cause: 'not-arisen' })
  })

  test('an answer that other checks judge counts as nothing asked', () => {
    expect(nothingSeen([got(200)])).toMatchObject({ verdict: 'not-exercised', cause: 'nothing-asked' })
  })

  test('a limit is told before silence, silence before an error', () => {
    const limited = got(429)
    const silent = got('reset', 'reset')
    const broken = got(500, 500)
    expect(nothingSeen([unsent, broken, silent, limited])).toMatchObject({
      ...{ verdict: 'not-exercised', cause: 'limited', exchanges: exchangesOf([limited]) },
    })
    expect(nothingSeen([unsent, broken, silent])).toMatchObject({
      ...{ verdict: 'inconclusive', cause: 'no-answer', exchanges: exchangesOf([silent]) },
    })
    expect(nothingSeen([unsent, broken])).toMatchObject({
      ...{ verdict: 'inconclusive', cause: 'server-error', exchanges: exchangesOf([broken]) },
    })
  })

  test('three exchanges of many are shown, and all are counted', () => {
    const four = (attempt: Attempt) => [0, 1, 2, 3].map(() => got(attempt))
    const silent = four('reset')
    expect(nothingSeen(silent).exchanges).toEqual(exchangesOf(silent.slice(0, 3)))
    expect(messageOf(nothingSeen(silent))).toContain('4 requests')
    const broken = four(500)
    expect(nothingSeen(broken).exchanges).toEqual(exchangesOf(broken.slice(0, 3)))
  })
})

describe('an answer that did not come whole', () => {
  test('whole answers give no judgement', () => {
    expect(judgeCompletion([got(200), got(idleClose, 200), unsent], true)).toBe(null)
  })

  test('a failure that came again is a violation where others were answered', () => {
    const again = got('reset', 'reset')
    expect(judgeCompletion([got('reset'), again], true)).toMatchObject({
      ...{ verdict: 'violation', cause: 'no-answer-reset', exchanges: exchangesOf([again]) },
    })
    expect(judgeCompletion([again], false)).toMatchObject({ verdict: 'inconclusive', cause: 'no-answer-reset' })
  })

  test('a failure that came once is inconclusive, and says what came', () => {
    const once = judgeCompletion([got('reset')], true)
    expect(once).toMatchObject({ verdict: 'inconclusive', cause: 'no-answer-reset' })
    expect(once?.observed).toMatch(/^reset: ./)
  })

  test('an answer after a failure is inconclusive', () => {
    const unsteady = got('reset', 200)
    // An idle connection was closed beside it: that attempt counts here as well.
    expect(judgeCompletion([unsteady, got(idleClose, 200)], true)).toMatchObject({
      ...{ verdict: 'inconclusive', cause: 'unsteady-answers', exchanges: exchangesOf([unsteady]) },
      values: { failed: 2, requests: '4 attempts' },
    })
  })
})

describe('attempts without a whole answer', () => {
  test.for<[string, readonly Attempt[], ReturnType<typeof attemptsOf>]>([
    ['a reset, then an answer', ['reset', 200], { all: 2, failed: 1, broke: 1 }],
    ['an idle close, then an answer', [idleClose, 200], { all: 2, failed: 1, broke: 0 }],
    ['an idle close and a reset', [idleClose, 'reset', 200], { all: 3, failed: 2, broke: 1 }],
    ['larger than what is kept', ['large', 'large'], { all: 2, failed: 2, broke: 0 }],
    ['more slowly than our limit', ['slow', 200], { all: 2, failed: 1, broke: 0 }],
  ])('%s', ([, attempts, counts]) => {
    expect(attemptsOf([got(...attempts)])).toEqual(counts)
  })
})
