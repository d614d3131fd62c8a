import { expect, test } from 'vitest'
import type { Finding } from '../../evidence/finding.ts'
import { reportedRun } from '../../trust/recordings/recordings.ts'
import { shownOf } from './shown.ts'
import { spotsOf } from './spots.ts'

const run = reportedRun('broken')

function found(check: string, operation: string): Finding {
  const finding = run.results.findings.find((one) => one.check === check && one.operation === operation)
  if (finding === undefined) throw new Error(`no ${check} on ${operation}`)
  return finding
}
const shown = (check: string, operation: string) => shownOf(found(check, operation), run)
const spots = (check: string, operation: string) => {
  const finding = found(check, operation)
  return spotsOf(finding, run.exchanges.get(finding.exchanges[0] ?? ''))
}

test('a repeated request is shown once, with the number of times', () => {
  const [crash, ...others] = shown('errors.server-error', 'POST /api/ads/advertisement/get')
  expect(others).toEqual([])
  expect(crash?.note).toMatch(/^\d times: (\d+, ){3,}\d+ ms$/)
  expect(crash?.alike).toEqual([])
})

test('other requests with the same answer are listed, each once', () => {
  const [envelope] = shown('envelope.schema', 'GET /api/video/details/all')
  expect(envelope?.alike.length).toBeGreaterThan(20)
  expect(envelope?.alike.length).toBeLessThanOrEqual(61)
  expect(envelope?.alike.every((line) => /^GET \/api\/video\/details\/all.* ms$|^and \d+ more$/.test(line))).toBe(true)
})

test('the number of requests agrees with the message, and requests that look alike tell their difference', () => {
  const { message } = found('auth.missing-credential', 'POST /api/vote/embed/create')
  const [open] = shown('auth.missing-credential', 'POST /api/vote/embed/create')
  const own = Number(/^(\d+) times: /.exec(open?.note ?? '')?.[1])
  expect(message).toContain(`(and ${own - 1 + Number(open?.sentAlike)} more like it)`)
  expect(open?.alike.filter((line) => /, no key header, as text\/plain: /.test(line))).not.toHaveLength(0)
})

test('the answer to the control is shown beside the answer to the broken request', () => {
  const kinds = shown('request.query-type:limit', 'GET /api/video/details/all')
  expect(kinds.map(({ response }) => response.slice(0, 3))).toEqual(['400', '200'])
})

test('a missing answer is shown as its failure', () => {
  const [reset] = shown('http.completes', 'POST /api/payment/receipt/get')
  expect(reset?.response).toMatch(/^reset: ECONNRESET/)
})

test.for([
  ['errors.server-error', 'POST /api/ads/advertisement/get', ['502'], []],
  ['auth.missing-credential', 'POST /api/vote/embed/create', ['200'], []],
  ['errors.code', 'GET /api/video/details/all', ['invalidRequest'], []],
  ['envelope.schema', 'GET /api/video/details/all', [], ['requestId']],
  ['limits.retry-after', 'GET /api/video/details/all', ['Retry-After:'], []],
  ['auth.missing-credential', 'POST /api/payment/receipt/get', [], []],
] as const)('the failing spot of %s on %s', ([check, operation, marks, missing]) => {
  expect(spots(check, operation)).toEqual({ marks, missing })
})

test.for([
  ['401 with code not_authorized', ['not_authorized']],
  ['401 with code "keyMissing", which is not documented', ['keyMissing']],
  ['401 with code authentication_required', []],
  ['401 with no documented code in what is kept of the body', []],
] as const)('in %s the unexpected code is marked', ([observed, marks]) => {
  const finding = run.results.findings.find(({ check }) => check === 'auth.missing-credential')
  if (finding === undefined) throw new Error('no finding')
  const told = { ...finding, verdict: 'violation' as const, expected: '401 authentication_required', observed }
  const [exchange] = [...run.exchanges.values()].filter(({ response }) => response?.status === 401)
  expect(spotsOf(told, exchange).marks).toEqual(marks)
})

test('every marked text is in the answer that is shown', () => {
  for (const finding of run.results.findings.filter(({ verdict }) => verdict === 'violation')) {
    const { marks } = spotsOf(finding, run.exchanges.get(finding.exchanges[0] ?? ''))
    const [first] = shownOf(finding, run)
    for (const mark of marks) expect(first?.response.toLowerCase(), finding.check).toContain(mark.toLowerCase())
  }
})
