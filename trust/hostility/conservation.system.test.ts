import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { judge } from '../../contracts/judge.ts'
import type { Finding } from '../../evidence/finding.ts'
import { because } from '../../evidence/judgement.ts'
import { countsOf, verdicts } from '../../evidence/verdict.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { createService } from '../../fixtures/service/service.ts'
import { gate } from '../../run/gate.ts'
import { judgedOperations } from '../../run/judged-operations.ts'
import { certain } from '../fabricated/gate.ts'
import { rounds } from '../tools/rounds.ts'
import { type HostileRun, runHostile } from './hostile-run.ts'

const operations = catalogue.filter(({ product }) => ['Ads', 'Embeds'].includes(product)).map(({ id }) => id as string)
const atConcurrency = async (concurrency: number) =>
  runHostile(await createService({ limit: 'none' }), { operations, concurrency, timeoutMs: 10_000 })

let once: HostileRun
beforeAll(async () => {
  once = await atConcurrency(1)
})

/**
 * The findings without what changes from run to run: the port, times, made-up identifiers, and the order in which the
 * deployment lists resources that several requests created at once.
 */
function steady(findings: readonly Finding[]): string {
  return JSON.stringify(findings, null, 1)
    .replaceAll(/127\.0\.0\.1:\d+/g, 'HOST')
    .replaceAll(/items\\":\[[^\n]*/g, 'ITEMS')
    .replaceAll(/requestId\\":\\"[0-9a-f-]*/g, 'UUID')
    .replaceAll(/(emb|plc|res|acc|lnk|att)_[A-Za-z0-9]+/g, 'ID')
}

describe('the same seed', () => {
  test.for([8, 64])('gives the same findings at concurrency 1 and %s, byte for byte', async (concurrency) => {
    const many = await atConcurrency(concurrency)
    expect(steady(many.run.findings)).toBe(steady(once.run.findings))
  })

  test('gives the same plan, byte for byte', () => {
    expect(JSON.stringify(once.replan())).toBe(JSON.stringify(once.run.plan))
  })
})

test('every planned question ends as exactly one finding, whatever the answers are', () => {
  const { plan, exchanges, unsent } = once.run
  const ids = plan.questions.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const keep = fc.array(fc.boolean(), { minLength: exchanges.length, maxLength: exchanges.length })
  const reasons = fc.constantFrom('limited' as const, 'target-gone', 'interrupted', 'out-of-time')
  fc.assert(
    fc.property(keep, fc.double({ min: 0, max: 1, noNaN: true }), reasons, fc.nat(), (kept, share, cause, rotate) => {
      const some = exchanges.filter((_, index) => kept[index] === true || index / exchanges.length < share)
      const turned = [...some.slice(rotate % (some.length + 1)), ...some.slice(0, rotate % (some.length + 1))]
      const left = Object.fromEntries(plan.entries.slice(0, rotate % 50).map(({ probe }) => [probe.id, because(cause)]))
      const { findings } = judge({ plan, exchanges: turned, unsent: { ...unsent, ...left } })
      expect(findings.map(({ id }) => id)).toEqual(ids)
      const counts = Object.values(countsOf(findings)).reduce((sum, count) => sum + count, 0)
      expect(counts).toBe(plan.questions.length)
      for (const { verdict, message } of findings)
        if (verdict === 'not-exercised' && message === '') throw new Error('not exercised without a reason')
    }),
    { numRuns: rounds(20) },
  )
})

test('the exit codes of any findings have one order: 130 before 2 before 1 before 0', () => {
  const verdict = fc.constantFrom(...verdicts)
  const check = fc.constantFrom('auth.missing-credential', 'http.completes', 'limits.code', 'errors.code')
  const finding = fc.record({ verdict, check }).map((one) => ({ ...one, operation: 'GET /a' }) as unknown as Finding)
  fc.assert(
    fc.property(
      fc.array(finding, { maxLength: 30 }),
      fc.boolean(),
      fc.boolean(),
      (findings, interrupted, unreachable) => {
        const circumstances = {
          asksContracts: true,
          minJudged: 0,
          ...(interrupted ? { interrupted: 'SIGINT' } : {}),
          ...(unreachable ? { unreachable: 'nobody' } : {}),
        }
        const { code } = gate({ ...certain, findings, circumstances, operations: judgedOperations(findings) })
        const counts = (one: Finding) => ['auth.missing-credential', 'errors.code'].includes(one.check)
        const decided = findings.some((one) => counts(one) && ['pass', 'violation'].includes(one.verdict))
        const violated = findings.some((one) => one.verdict === 'violation')
        expect(code).toBe(interrupted ? 130 : unreachable || !decided ? 2 : violated ? 1 : 0)
        expect(Object.values(countsOf(findings)).reduce((sum, count) => sum + count, 0)).toBe(findings.length)
      },
    ),
    { numRuns: rounds(500) },
  )
})
