import { expect, test } from 'vitest'
import { severities } from '../evidence/causes/row.ts'
import { severityOf } from '../evidence/causes.ts'
import type { Finding } from '../evidence/finding.ts'
import { reportedRun } from '../trust/recordings/recordings.ts'
import {
  ageOf,
  alikeTo,
  byCause,
  byOperation,
  type CauseProblems,
  findingsOf,
  type Problem,
  placeOf,
  problemsOf,
  productsBehind,
} from './problems.ts'

const { findings } = reportedRun('broken').results
const problems = problemsOf(findings)
const violations = findings.filter(({ verdict }) => verdict === 'violation')

test('the problems hold every violation exactly once', () => {
  const told = problems.flatMap(findingsOf).map(({ id }) => id)
  expect(told.toSorted()).toEqual(violations.map(({ id }) => id).toSorted())
})

test('problems, operations and causes come gravest first', () => {
  const ranks = (list: readonly Pick<Problem, 'lead'>[]) =>
    list.map(({ lead }) => severities.indexOf(severityOf(lead.cause)))
  for (const list of [problems, byOperation(problems), byCause(problems)]) {
    expect(ranks(list)).toEqual(ranks(list).toSorted((one, other) => one - other))
  }
  expect(problems[0]?.lead.cause).toBe('accepted-without-key')
})

test('a planted fault gives one problem, however many checks saw it', () => {
  const onOperation = (operation: string) =>
    byOperation(problems).find(({ lead }) => lead.operation === operation)?.problems ?? []
  const crash = onOperation('POST /api/ads/advertisement/get')
  expect(crash).toHaveLength(1)
  expect(crash[0]?.shadows.map(({ check }) => check)).toEqual(['request.malformed-json', 'request.odd-input'])
  // A team that excuses one of these findings is told of the others.
  const ids = crash.flatMap(findingsOf).map(({ id }) => id)
  for (const id of ids) {
    expect(alikeTo(id, findings).map((one) => one.id)).toEqual(ids.filter((other) => other !== id))
  }
  expect(onOperation('POST /api/payment/receipt/get')).toHaveLength(1)
  expect(onOperation('POST /api/vote/embed/create').map(({ lead }) => lead.cause)).toEqual([
    'accepted-without-key',
    'type-coerced',
  ])
})

test('who needs no key needs no right one: of open doors that one leads', () => {
  const [some] = violations as [Finding, ...Finding[]]
  const open: readonly Finding[] = [
    { ...some, id: 'invalid', cause: 'accepted-invalid-key', exchanges: ['a.1', 'b.1', 'c.1'] },
    { ...some, id: 'without', cause: 'accepted-without-key', exchanges: ['d.1'] },
  ]
  expect(problemsOf(open).map(({ lead }) => lead.id)).toEqual(['without', 'invalid'])
  expect(byCause(problemsOf(open)).map(({ lead }) => lead.id)).toEqual(['without', 'invalid'])
})

test('repeats of a request do not change which finding leads a problem', () => {
  const [first, ...others] = violations.filter(({ operation }) => operation === 'POST /api/ads/advertisement/get')
  const repeated = others.map((one) => {
    const again = [7, 8, 9, 10].map((attempt) => (one.exchanges[0] ?? '').replace(/\d+$/, String(attempt)))
    return { ...one, exchanges: [...one.exchanges, ...again] }
  })
  expect(others).not.toEqual([])
  expect(problemsOf([first as Finding, ...repeated]).map(({ lead }) => lead)).toEqual([first])
})

test('a wrong code has as shadows the checks that judge the same answers, and no others', () => {
  const coded = problems.find(
    ({ lead }) => lead.operation === 'GET /api/video/details/all' && lead.cause === 'wrong-code',
  )
  expect(coded?.shadows).toHaveLength(8)
  for (const { check } of coded?.shadows ?? []) expect(check).toMatch(/^request\.query-type:/)
})

test('a finding that has most of its answers for itself is a problem of its own', () => {
  const [some] = violations as [Finding, ...Finding[]]
  const open: Finding = { ...some, cause: 'accepted-without-key', exchanges: ['a.1', 'b.1'] }
  const shapeless = (exchanges: readonly string[]): Finding => ({
    ...some,
    id: 'shape',
    cause: 'no-envelope',
    exchanges,
  })
  expect(problemsOf([open, shapeless(['a.1', 'b.1', 'control.1', 'control.2'])])).toHaveLength(1)
  // Closing the door would not mend what whoever has a key gets.
  expect(problemsOf([open, shapeless(['a.1', 'b.1', 'c.1', 'd.1', 'e.1'])])).toHaveLength(2)
})

test('each check of limits tells something of its own about the same refusals', () => {
  const [some] = violations as [Finding, ...Finding[]]
  const refusals = ['a.1', 'b.1', 'c.1']
  const bare: Finding = { ...some, check: 'limits.code', cause: 'code-wrong', exchanges: refusals }
  const others: readonly Finding[] = [
    { ...bare, id: 'header', check: 'limits.retry-after', cause: 'malformed', exchanges: ['a.1'] },
    { ...bare, id: 'again', check: 'limits.recovers', cause: 'refused-again', exchanges: ['b.1', 'c.1'] },
  ]
  expect(problemsOf([bare, ...others]).flatMap(({ lead }) => lead.check)).toEqual([
    'limits.code',
    'limits.recovers',
    'limits.retry-after',
  ])
})

test('a known problem comes last, and has no new finding as a shadow', () => {
  const known = { reason: 'asked for', owner: 'Ada', until: '2027-01-01' }
  const marked: readonly Finding[] = findings.map((one) =>
    one.cause === 'accepted-without-key' ? { ...one, known } : one,
  )
  expect(problemsOf(marked).at(-1)?.lead.cause).toBe('accepted-without-key')
  const crashes = findings.map((one) => (one.check === 'errors.server-error' ? { ...one, known } : one))
  const onAds = problemsOf(crashes).filter(({ lead }) => lead.operation === 'POST /api/ads/advertisement/get')
  expect(onAds.map(({ lead }) => lead.known !== undefined)).toEqual([false, true])
})

test('causes count their operations', () => {
  const crash = byCause(problems).find(({ lead }) => lead.cause === 'server-error')
  expect(crash).toMatchObject({ headline: 'It answers with a server error', products: ['Ads', 'Livestream'] })
  expect(crash?.operations).toHaveLength(2)
})

test('a cause says where it was seen, in which products, and since when', () => {
  const [some] = violations as [Finding, ...Finding[]]
  const on = (product: string, name: string, rest: Partial<Finding> = {}): Finding => ({
    ...{ ...some, id: name, product, operation: `GET /api/${name}`, since: { date: '2026-11-20', run: 'earlier' } },
    ...rest,
  })
  const told = (list: readonly Finding[], fresh: readonly string[] = []) => {
    const [cause] = byCause(problemsOf(list)) as [CauseProblems]
    const changes = { comparedWith: 'earlier', new: fresh, fixed: [], still: [], unstable: [] }
    return `${placeOf(cause)}${productsBehind(cause)}${ageOf(cause.problems, { run: { id: 'this' }, changes })}`
  }
  expect(told([on('Pages', 'a')])).toBe('GET /api/a, since 2026-11-20')
  expect(told([on('Pages', 'a'), on('Pages', 'b')])).toBe('GET /api/a and 1 more of Pages, since 2026-11-20')
  const young = { since: { date: '2026-11-28', run: 'this' } }
  expect(told([on('Pages', 'a', young), on('Teams', 'b')])).toBe(
    'GET /api/a and 1 more of Pages and Teams, some since 2026-11-20',
  )
  expect(told([on('Pages', 'a', young)], ['a'])).toBe('GET /api/a, new')
  expect(told(['Ads', 'Pages', 'Teams', 'Events'].map((name) => on(name, name, young)))).toBe(
    'GET /api/Ads and 3 more of 4 products',
  )
  const exceeded = ['*.p95', '*.failed'].map((name) =>
    on('', name, {
      check: `load.threshold:average.${name}`,
      cause: 'exceeded',
      operation: null,
      exchanges: [],
      ...young,
    }),
  )
  expect(told(exceeded)).toBe('average.*.p95, average.*.failed')
})

test('each exceeded threshold is a problem of its own', () => {
  const [some] = violations as [Finding, ...Finding[]]
  const exceeded = ['load.threshold:stress.*.p95', 'load.threshold:stress.*.failed'].map(
    (check): Finding => ({
      ...{ ...some, id: check, check, cause: 'exceeded', operation: null, product: null, exchanges: [] },
    }),
  )
  expect(problemsOf(exceeded).map(({ lead, shadows }) => [lead.check, shadows.length])).toEqual(
    exceeded.map(({ check }) => [check, 0]),
  )
})
