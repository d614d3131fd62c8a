import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verdicts } from '../evidence/verdict.ts'
import type { OperationId } from '../fixtures/catalog/catalog.ts'
import { choice, embed, listing, play, type Scene } from '../trust/fabricated/contracts.ts'
import type { Attempt } from '../trust/fabricated/exchanges.ts'
import { judge } from './judge.ts'

const team = 'GET /api/team/general/all'
const login = 'POST /api/account/general/login'
const link = 'GET /api/pay/{shortId}'

describe('every planned question has one finding', () => {
  const attempt: fc.Arbitrary<Attempt> = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(200, 201, 204, 302, 400, 401, 403, 404, 405, 409, 410, 422, 429, 500, 501, 503),
    },
    fc.constantFrom(
      '400 -',
      '401 not_found',
      '403 blocked',
      '404 -',
      '404 invalid_request',
      '429 -',
      '422 invalid_request',
    ),
    fc.constantFrom('refused', 'reset', 'silence', 'slow', 'large', 'deep', 'broken'),
    fc.record({
      status: fc.integer({ min: 200, max: 599 }),
      json: fc.jsonValue({ maxDepth: 3 }),
      type: fc.constantFrom('application/json', 'text/html', null),
    }),
    fc.record({
      status: fc.integer({ min: 200, max: 599 }),
      text: fc.oneof(fc.string(), fc.constantFrom(null, '{"__proto__":1}', '\ufeff{}')),
      cut: fc.boolean(),
    }),
  )
  const reply = fc.oneof({ weight: 5, arbitrary: attempt }, fc.array(attempt, { minLength: 1, maxLength: 3 }))
  const replies = fc.array(fc.oneof({ weight: 1, arbitrary: fc.constant(undefined) }, reply), {
    minLength: 1,
    maxLength: 24,
  })
  const operations: readonly OperationId[] = [listing, choice, team, login, link]
  const checks = [
    'catalog.reachable',
    'auth.missing-credential',
    'auth.invalid-credential',
    'auth.ineligible-account',
    'auth.open-operation',
    'errors.code',
    'errors.listed',
    'errors.server-error',
    'envelope.schema',
    'request.valid',
    'request.query-type',
    'request.field-type',
    'request.malformed-json',
    'request.odd-input',
    'not-found.resource',
    'redirect.answer',
    'pagination.limit-offset',
    'json.media-type',
    'http.completes',
  ] as const
  const randomly = (
    list: readonly (Scene['answers'] extends infer _ ? ReturnType<NonNullable<Scene['answers']>> : never)[],
  ): Scene => ({ operations, checks, answers: ({ id }) => list[Number.parseInt(id, 16) % list.length] })

  test('whatever is answered: none is lost, nothing throws, each has one of the five verdicts', () => {
    fc.assert(
      fc.property(replies, (list) => {
        const { plan, findings } = play(randomly(list))
        expect(findings.map(({ id }) => id)).toEqual(plan.questions.map(({ id }) => id))
        expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length)
        const counts = verdicts.map((verdict) => findings.filter((finding) => finding.verdict === verdict).length)
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(plan.questions.length)
      }),
      { numRuns: 40 },
    )
  })

  test('in whatever order the exchanges came, and however often it is judged', () => {
    fc.assert(
      fc.property(replies, fc.infiniteStream(fc.nat()), (list, dice) => {
        const { plan, exchanges, findings } = play(randomly(list))
        const shuffled = exchanges
          .map((exchange) => ({ exchange, at: dice.next().value ?? 0 }))
          .sort((one, other) => one.at - other.at)
        const again = judge({
          plan: JSON.parse(JSON.stringify(plan)),
          exchanges: shuffled.map(({ exchange }) => structuredClone(exchange)),
          unsent: {},
        })
        expect(JSON.stringify(again.findings)).toBe(JSON.stringify(findings))
      }),
      { numRuns: 20 },
    )
  })
})

test('a conforming deployment gets no violation, whatever policy and settings', () => {
  const operations = [listing, embed, choice, team, login, link] as const
  for (const policy of ['full', 'safe'] as const) {
    const { findings } = play({ operations, facts: { policy } })
    expect(findings.filter(({ verdict }) => verdict === 'violation')).toEqual([])
    expect(findings.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(policy === 'full' ? 100 : 20)
  }
})
