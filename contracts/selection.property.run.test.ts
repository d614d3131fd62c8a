import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Finding } from '../evidence/finding.ts'
import type { OperationId } from '../fixtures/catalog/catalog.ts'
import { allKnown, choice, embed, listing, play } from '../trust/fabricated/contracts.ts'
import type { Attempt, ProbeReply } from '../trust/fabricated/exchanges.ts'
import { breaches, narrowed, operations, selections } from '../trust/matrix/selections.ts'
import { rounds } from '../trust/tools/rounds.ts'
import type { Probe } from './probe.ts'

const all = operations.map(({ id }) => id as OperationId)
const whole = (answers: (probe: Probe) => ProbeReply | undefined) => ({
  ...play({ operations: all, catalogue: all, answers }),
  known: allKnown,
})

const attempt = fc.constantFrom<Attempt>(
  ...[200, 201, 302, 400, 401, 403, 404, 405, 409, 422, 429, 500, 501],
  ...(['400 -', '401 not_found', '404 -', '422 invalid_request', 'reset', 'silence', 'large'] as const),
  { status: 404, json: { message: 'a not_found, you see' } },
  { status: 401, json: { code: 'authentication_required', reason: 'not_found' } },
)
const replies = fc.array(attempt, { minLength: 1, maxLength: 12 })

function expectLaw(kind: string, answers: (list: readonly Attempt[]) => (probe: Probe) => Attempt | undefined): void {
  const name = `whatever is selected, a finding has the verdict of the whole run, or cannot be told: ${kind}`
  test(name, { timeout: rounds(60_000) }, () => {
    fc.assert(
      fc.property(replies, fc.array(selections, { minLength: 6, maxLength: 6 }), (list, selected) => {
        const run = whole(answers(list))
        for (const [checks, ids] of selected) expect(breaches(run, checks, ids)).toEqual([])
      }),
      // Every change draws the same cases. The nightly draws others, and more (test:properties).
      { numRuns: rounds(4), ...(rounds(1) === 1 ? { seed: 11 } : {}) },
    )
  })
}

/** A number that is always the same for a probe. */
const drawn = ({ id }: Probe) => Number.parseInt(id.slice(0, 8), 16)
expectLaw('any answers', (list) => (probe) => list[drawn(probe) % list.length])
expectLaw(
  'a few wrong answers',
  (list) => (probe) => (drawn(probe) % 40 === 0 ? list[drawn(probe) % list.length] : undefined),
)
expectLaw('one answer for each credential', (list) => ({ credential }) => {
  const at = [...credential].reduce((sum, sign) => sum + sign.charCodeAt(0), 0)
  return at % 3 === 0 ? list[at % list.length] : undefined
})

const wrongType = ({ body }: Probe) => body.change?.to === 'number'
const hasLimit = (limit: string, { query }: Probe) => JSON.stringify(query.set) === `[["limit","${limit}"]]`
const onOnePage = (probe: Probe) => hasLimit('2', probe)
/** Serves a page of nothing to a credential. */
const servesNothing = (to: Probe['credential']) => (probe: Probe) =>
  probe.credential === to && hasLimit('0', probe) ? 200 : undefined

test.for<[string, OperationId, (probe: Probe) => ProbeReply | undefined, string]>([
  ['errors.listed', embed, (one) => (wrongType(one) ? 422 : undefined), 'violation unlisted-status'],
  ['errors.code', embed, (one) => (wrongType(one) ? '400 -' : undefined), 'violation code-missing'],
  ['errors.server-error', embed, (one) => (wrongType(one) ? [500, 500] : undefined), 'violation server-error'],
  ['http.completes', embed, (one) => (wrongType(one) ? ['reset', 'reset'] : undefined), 'violation no-answer-reset'],
  [
    'json.media-type',
    embed,
    (one) => (wrongType(one) ? { status: 400, text: '{' } : undefined),
    'violation broken-json',
  ],
  ['catalog.reachable', embed, (one) => (wrongType(one) ? 405 : undefined), 'violation method-refused'],
  [
    'envelope.schema',
    listing,
    (one) => (onOnePage(one) ? { status: 200, json: {} } : undefined),
    'violation no-envelope',
  ],
  ['envelope.status', listing, (one) => (onOnePage(one) ? 201 : undefined), 'violation other-success-status'],
  ['auth.open-operation', choice, (one) => (wrongType(one) ? 401 : undefined), 'violation key-demanded'],
  [
    'auth.header-only:query',
    listing,
    ({ credential }) => (credential === 'none' || credential.startsWith('elsewhere:') ? 200 : undefined),
    'inconclusive served-without-key',
  ],
  [
    'auth.ineligible-account',
    listing,
    ({ credential }) => (credential === 'restricted-account' ? 404 : undefined),
    'violation not-refused-as-403',
  ],
  ['auth.missing-credential', listing, servesNothing('none'), 'violation accepted-without-key'],
  ['auth.ineligible-account', listing, servesNothing('restricted-account'), 'violation accepted-ineligible'],
  ['auth.ineligible-origin', listing, servesNothing('ineligible-origin'), 'violation accepted-ineligible'],
  ['idempotency.observed', embed, () => undefined, 'undocumented observed'],
])('D1: %s of %s alone asks all that it judges', ([check, operation, answers, verdict]) => {
  const words = (findings: readonly Finding[]) =>
    findings
      .filter((finding) => finding.check === check && finding.operation === operation)
      .map((finding) => `${finding.verdict} ${finding.cause}`)
  const run = whole((probe) => (probe.operation === operation ? answers(probe) : undefined))
  expect(words(run.findings)).toEqual([verdict])
  expect(words(narrowed(run, [check.split(':', 1)[0] ?? ''], [operation]))).toEqual([verdict])
})

test('a verdict that only a comparison gives cannot be told of one operation alone', () => {
  const one = 'GET /api/team/category/get'
  const missing: Attempt = { status: 404, json: { error: 'no such route' } }
  const gone = whole(({ operation }) => (operation === null || operation === one ? missing : undefined))
  const of = (run: typeof gone, check: string) => {
    const told = (findings: readonly Finding[]) =>
      findings.find((finding) => finding.check === check && finding.operation === one)?.verdict
    return [told(run.findings), told(narrowed(run, [check], [one]))]
  }
  const other = whole(({ operation, credential }) => {
    if (operation === null || operation === one) return missing
    return operation === 'GET /api/team/general/get' && credential === 'eligible' ? 404 : undefined
  })
  // Where its product shows no missing resource, other products are compared with.
  expect(of(gone, 'catalog.reachable')).toEqual(['violation', 'inconclusive'])
  expect(of(other, 'catalog.reachable')).toEqual(['violation', 'inconclusive'])
  const asked = whole(({ operation, credential }) =>
    operation === one && credential !== 'none' ? '404 not_found' : undefined,
  )
  expect(of(asked, 'auth.invalid-credential')).toEqual(['violation', 'inconclusive'])
})

test('answers of routes beside a folder tell nothing of an operation that does not seem to be gone', () => {
  const [there, gone] = ['GET /api/team/general/all', 'GET /api/team/general/get'] as const
  const run = whole(({ operation, group }) => {
    if (operation === null) return group?.includes('beside') === true ? 302 : 404
    return operation === there ? 302 : operation === gone ? '404 -' : undefined
  })
  const told = (findings: readonly Finding[]) =>
    findings.find(({ check, operation }) => check === 'catalog.reachable' && operation === there)?.verdict
  expect([told(run.findings), told(narrowed(run, ['catalog.reachable'], [there]))]).toEqual(['pass', 'pass'])
})

test('a control after one that succeeded tells nothing of the key, whichever check asked it', () => {
  const run = whole(({ operation, credential, body }) =>
    operation === embed && credential === 'eligible' && body.base === 'empty-object' ? 401 : undefined,
  )
  const told = (findings: readonly Finding[]) =>
    findings.find(({ check, operation }) => check === 'request.valid' && operation === embed)?.verdict
  expect([told(run.findings), told(narrowed(run, ['request.valid'], [embed]))]).toEqual(['pass', 'pass'])
})

test('whether the own key is refused everywhere cannot be told without answers of operations that tell it', () => {
  const remove = 'POST /api/team/general/delete'
  const run = whole(({ operation, credential }) => {
    if (operation === null) return undefined
    const isSilent = credential === 'eligible' && (operation === listing || operation === remove)
    return isSilent ? ['reset', 'reset'] : 401
  })
  const told = (findings: readonly Finding[]) =>
    findings
      .filter(({ check, operation }) => check === 'auth.ineligible-product' && operation === remove)
      .map(({ verdict, cause }) => `${verdict} ${cause}`)
  expect(told(run.findings)).toEqual(['inconclusive refused-like-the-key'])
  expect(told(narrowed(run, ['auth.ineligible-product'], [remove]))).toEqual(['inconclusive needs-others'])
})
