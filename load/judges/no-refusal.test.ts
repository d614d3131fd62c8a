import { describe, expect, test } from 'vitest'
import { type FabricatedExchange, fabricate, fabricatedCode, loadRecord, times } from '../../trust/fabricated/load.ts'
import { elsewhere, judged, ordinary, rest } from '../../trust/fabricated/trials.ts'
import { judgeLoad } from '../judge.ts'
import type { LoadRecord } from '../record.ts'

/** The frame of an experiment that reached its end. */
const trace: LoadRecord['trace'] = {
  budget: { requests: 1000, ms: 60_000, longestWaitMs: 60_000 },
  end: 'complete',
  rounds: 1,
  spentMs: 9000,
  shape: null,
}
const learned = (often: number, row: FabricatedExchange = {}) =>
  times(often, { phase: 'experiment', part: 'burst', ...row })

function limitOf(rows: readonly FabricatedExchange[], more: Partial<LoadRecord> = {}) {
  const [limit] = judgeLoad(loadRecord({ trace, ...more }), fabricate(rows), fabricatedCode).results.limits
  return limit
}

describe('where load alone brings other answers than 429, neither a limit nor its absence is told (O18)', () => {
  const page = { text: '<html>Please wait</html>', mediaType: 'text/html' }
  const cases: readonly (readonly [
    name: string,
    answer: FabricatedExchange,
    got: string,
    more?: Partial<LoadRecord>,
  ])[] = [
    ['a redirect', { status: 302 }, 'got 302,'],
    ['400', { status: 400 }, 'got 400,'],
    ['403', { status: 403 }, 'got 403,'],
    ['503', { status: 503 }, 'got 503,'],
    ['no answer', { status: null }, 'got no answer,'],
    ['another page with 200', page, 'got another page with 200,'],
    ['another page of an operation that is not shown', { cut: true, ...page }, 'got another page with 200,', elsewhere],
  ]
  test.for(cases)('%s in a burst', ([, answer, got, more]) => {
    const rows = [...rest, ...times(8, {}), ...times(8, answer), { phase: 'poll' as const }, ...learned(100)]
    const told = { algorithm: 'inconclusive', quota: null, verdict: 'inconclusive', why: expect.stringContaining(got) }
    expect(limitOf(rows, more)).toMatchObject(told)
    expect(limitOf(rows, { ...more, trace: null })).toMatchObject(told)
    for (const check of ['limits.retry-after', 'limits.recovers', 'limits.isolation'])
      expect(judged(check, rows, more)).toEqual(['not-exercised', 'no-429'])
  })

  test.for(cases.filter(([name]) => name !== '503' && name !== 'no answer'))(
    '%s in one of fifty later',
    ([, answer, , more]) => {
      const rows = [...rest, ...times(64, {}), ...learned(196), ...learned(4, answer)]
      expect(limitOf(rows, more)).toMatchObject({ algorithm: 'inconclusive', verdict: 'inconclusive' })
    },
  )

  test('all that got none are counted, also those of which nothing is told', () => {
    const none = { status: null }
    const rows = [...rest, ...times(8, {}), ...times(8, none), { phase: 'poll' as const }, ...learned(9, none)]
    expect(limitOf(rows)?.why).toContain('17 of 28 requests got no answer')
  })

  test('a refusal that never ends is told as one', () => {
    const for400 = { phase: 'recovery', status: 400, told: 2000, waited: 3010 } as const
    const rows = [...rest, ...times(8, {}), ...times(16, { status: 400, retryAfter: '2' }), ...times(3, for400)]
    expect(limitOf(rows, { trace: null })).toMatchObject({ algorithm: 'inconclusive', verdict: 'inconclusive' })
    expect(judged('limits.recovers', rows)).toEqual(['not-exercised', 'no-429'])
  })

  test('a limit that is told with another status is told as one, though the experiment took its refusals for failures', () => {
    const refused = { status: 503, code: 'rate_limited', retryAfter: '2' }
    const failing = { ...trace, end: 'failing' } as const
    const rows = [...rest, ...times(18, {}), ...times(6, refused), ...learned(20), ...learned(2, refused)]
    const why = 'It refuses with 503 in place of 429, by which alone the kind of a limit is told.'
    for (const frame of [failing, null])
      expect(limitOf(rows, { trace: frame })).toMatchObject({ verdict: 'inconclusive', why })
  })

  test('a request at rest that got no answer hides none of it', () => {
    const rows = [{ phase: 'rest' as const, status: null }, ...rest, ...times(16, { status: 302 }), ...learned(100)]
    expect(limitOf(rows)).toMatchObject({ algorithm: 'inconclusive', verdict: 'inconclusive' })
  })

  test.for([
    ['nothing else', {}],
    ['the same at rest', { status: 302 }],
    ['a rare error', null],
  ] as const)('%s: no limit was met', ([, answer]) => {
    const same = answer ?? {}
    const odd = answer === null ? [...times(1, { status: 500 }), ...learned(2, { status: 500 })] : []
    const rows = [...times(2, { phase: 'rest', ...same }), ...times(63, same), ...learned(100, same), ...odd]
    expect(limitOf(rows)).toMatchObject({ algorithm: 'none', verdict: 'not-exercised' })
  })
})

test('a redirect after a kept wait neither recovers nor is it refused again', () => {
  const recovery = { phase: 'recovery', told: 2000, waited: 3010, status: 302 } as const
  expect(judged('limits.recovers', [...ordinary.slice(0, -1), ...times(3, recovery)])).toEqual([
    'inconclusive',
    'no-trial',
  ])
})

test('of a limit that is met only after the trials it is told that it was met', () => {
  const rows = [...rest, ...times(64, {}), ...learned(100), ...learned(12, { status: 429, retryAfter: '2' })]
  expect(limitOf(rows)?.seen).toBe('none of 66 requests was refused, and 12 of the 112 that followed were')
})
