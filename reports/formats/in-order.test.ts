import { expect, test } from 'vitest'
import type { Finding } from '../../evidence/finding.ts'
import { recordingNames, reportedRun } from '../../trust/recordings/recordings.ts'
import { cameOf, inOrder, statusFirst, timeOfEach } from './in-order.ts'

const run = reportedRun('broken')

test('violations come first, the gravest before all others, and known ones last among them', () => {
  const known = { reason: 'asked for', owner: 'Ada', until: '2027-01-01' }
  const sorted = inOrder(run.results.findings.map((one) => (one.cause === 'server-error' ? { ...one, known } : one)))
  expect(sorted[0]?.cause).toBe('accepted-without-key')
  const last = sorted.findLastIndex(({ verdict }) => verdict === 'violation')
  expect(sorted[last]?.cause).toBe('server-error')
  expect(sorted.slice(0, last + 1).every(({ verdict }) => verdict === 'violation')).toBe(true)
})

test('the message of a violation begins with the status of the answer', () => {
  const told = run.results.findings
    .filter(({ verdict }) => verdict === 'violation')
    .map((finding) => statusFirst(finding, run))
  expect(told).toContainEqual(
    expect.stringMatching(/^502, expected an answer below 500\. It answers with a server error/),
  )
  expect(told).toContainEqual(expect.stringMatching(/^no answer, expected a whole HTTP answer\./))
  for (const message of told) expect(message).toMatch(/^([1-5]\d\d|no answer), expected /)
})

test('what came differs from what was expected, and the message of a wrong code names the code', () => {
  const broken = run.results.findings.filter(({ verdict }) => verdict === 'violation')
  const wrongCodes = broken.filter(({ cause }) => cause === 'wrong-code')
  expect(wrongCodes.length).toBeGreaterThan(0)
  for (const { message } of wrongCodes) expect(message).toMatch(/wrong code: [1-5]\d\d, (code \S+|no .*code)/)
  for (const finding of broken) {
    const [status = ''] = /^\d+\b/.exec(finding.expected ?? '') ?? []
    expect(cameOf(finding, run)).not.toBe(status)
  }
  const shapeless = broken.find(({ cause }) => cause === 'no-envelope') as Finding
  expect(cameOf(shapeless, run)).toMatch(/must have required property 'requestId'/)
})

test('an answer that broke off is not told as its status alone', () => {
  const lead = run.results.findings.find(({ cause }) => cause === 'server-error') as Finding
  const finding = { ...lead, expected: 'a whole HTTP answer', observed: 'reset: ECONNRESET: aborted' }
  const failure = { kind: 'reset', message: 'aborted', reusedConnection: false, began: true } as const
  const exchanges = new Map([...run.exchanges].map(([id, one]) => [id, { ...one, failure }]))
  expect(statusFirst(finding, { ...run, exchanges })).toMatch(/^502, not complete, expected a whole HTTP answer\. /)
  expect(cameOf(finding, { ...run, exchanges })).toBe('reset: ECONNRESET: aborted')
})

test.for(recordingNames)('the times of all findings together are no longer than the run: %s', (name) => {
  const { results, exchanges } = reportedRun(name)
  const sum = [...timeOfEach(results, { exchanges }).values()].reduce((total, time) => total + time, 0)
  expect(sum).toBeLessThanOrEqual(results.run.durationMs + 1)
})
