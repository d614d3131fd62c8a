import { describe, expect, test } from 'vitest'
import { catalogue, type OperationId } from '../../fixtures/catalog/catalog.ts'
import { conforming, type Played, play } from '../../trust/fabricated/contracts.ts'
import type { Probe } from '../probe.ts'

const epoch = Date.UTC(2026, 10, 23)

/** Requests are a second apart; `isAway` gets the number of those before. */
function played(isAway: (before: number, probe: Probe) => boolean): Played {
  const kept = new Map<string, object>()
  return play({
    operations: catalogue.map(({ id }) => id as OperationId),
    answers(probe) {
      const answer = kept.get(probe.id) ?? answerTo(probe, kept.size)
      kept.set(probe.id, answer)
      return answer
    },
  })

  function answerTo(probe: Probe, before: number) {
    const startedAt = epoch + before * 1000
    if (isAway(before, probe)) return { startedAt, status: 403, json: { message: 'Blocked' } }
    const plain = conforming(probe)
    if (typeof plain === 'object') return { startedAt, ...plain }
    if (plain === '404 -') return { startedAt, status: 404, json: { message: 'No route' } }
    return { startedAt, status: plain, ...bodies[plain as 200] }
  }
}

const bodies = {
  200: { json: { data: { id: 'e-1', status: 'draft' }, requestId: 'r-1' } },
  400: { json: { code: 'invalid_request' } },
  401: { json: { code: 'authentication_required' } },
  403: { json: { code: 'not_authorized' } },
  404: { json: { code: 'not_found' } },
} as const

const violations = ({ findings }: Played) => findings.filter(({ verdict }) => verdict === 'violation')

describe('O10: whoever asks is turned away in the middle of a run', () => {
  test.for([
    ['for good', 600, Number.POSITIVE_INFINITY],
    ['for a while', 600, 1200],
  ] as const)('%s: nobody is blamed, and what was asked meanwhile says so', ([, from, until]) => {
    const run = played((before) => before >= from && before < until)
    expect(run.learned.turnedAway?.from).toBe(epoch + from * 1000)
    expect(violations(run)).toEqual([])
    const lacking = run.findings.filter(({ cause }) => cause === 'turned-away')
    expect(lacking.length).toBeGreaterThan(20)
    expect(new Set(lacking.map(({ verdict }) => verdict))).toEqual(new Set(['not-exercised']))
  })

  test.for<readonly [name: string, isAway: (before: number, probe: Probe) => boolean]>([
    ['what is forbidden from the first request on', () => true],
    ['one product that is forbidden to all', (_, { path }) => path.startsWith('/api/team/')],
    ['the own key alone', (before, { credential }) => before >= 600 && credential === 'eligible'],
    ['whoever has no key', (before, { credential }) => before >= 600 && credential === 'none'],
  ])('%s is judged as ever', ([, isAway]) => {
    const run = played(isAway)
    expect(run.learned.turnedAway).toBeNull()
  })
})
