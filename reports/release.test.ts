import { expect, test } from 'vitest'
import type { Cause } from '../evidence/causes.ts'
import type { Finding } from '../evidence/finding.ts'
import type { Results } from '../evidence/results.ts'
import { countsOf } from '../evidence/verdict.ts'
import { reportedRun } from '../trust/recordings/recordings.ts'
import { releaseSentences } from './release.ts'

const { results } = reportedRun('broken')

function judged(keep: (finding: Finding) => boolean, run: Partial<Results['run']> = {}): Results {
  return { ...results, run: { ...results.run, ...run }, findings: results.findings.filter(keep) }
}

test('the operations of a bad night are counted by severity, each by its gravest violation', () => {
  expect(releaseSentences(results)).toEqual([
    'Do not release: 1 operation can be used without a key, 1 accepts a wrong key, 2 crash, 1 gives no complete answer, 2 are missing, 2 answer otherwise than documented.',
  ])
})

test('a run without a grave violation leaves the decision to the reader', () => {
  const mild = judged(({ verdict, cause }) => verdict !== 'violation' || cause === 'no-envelope')
  expect(releaseSentences(mild)[0]).toBe(
    'Look before you release: 1 operation of Livestream answers otherwise than documented.',
  )
})

test('a violation without an operation is told of the product, or of the whole service', () => {
  const [one] = judged(({ cause }) => cause === 'no-envelope').findings
  const exceeded = { ...(one as Finding), operation: null, cause: 'exceeded', check: 'load.threshold:average.x.p95' }
  const told = (...places: (string | null)[]) =>
    releaseSentences({
      ...judged(() => false),
      findings: places.map((product, index) => ({ ...exceeded, product, id: `${index}`, exchanges: [] }) as Finding),
    })[0]
  expect(told(null)).toBe('Look before you release: the whole service exceeds a threshold of your team.')
  expect(told('Teams')).toBe('Look before you release: Teams exceeds a threshold of your team.')
})

test('only an operation that completed nothing gives no complete answer', () => {
  const [one] = judged(({ cause }) => cause === 'no-envelope').findings
  const told = (cause: Cause) =>
    releaseSentences({ ...judged(() => false), findings: [{ ...(one as Finding), cause, product: null }] })[0]
  expect(told('no-answer')).toBe('Do not release: 1 operation gives no complete answer.')
  expect(told('no-answer-reset')).toBe('Do not release: 1 operation leaves requests without a complete answer.')
})

test('a pass tells what it does not cover', () => {
  const cutover = reportedRun('cutover').results
  const [sentence, uncovered] = releaseSentences(cutover)
  expect(sentence).toBe('Passed for what production allows: 2156 answered questions, nothing broken.')
  const all = cutover.summary['not-exercised']
  const writes = cutover.findings.filter(({ cause }) => cause === 'policy-keyed-write').length
  expect(uncovered).toMatch(
    new RegExp(
      `^Not covered: ${all} questions were not asked, ${writes} because the safe policy sends no key with a method that writes; `,
    ),
  )
  expect(uncovered).toMatch(/1 question got no clear answer\.$/)
})

test('a pass is limited by the reservations beside it', () => {
  const { run, findings, summary } = reportedRun('cutover').results
  const sentenceOf = (more: Partial<Results['run']>) =>
    releaseSentences({
      ...results,
      run: { ...run, ...more },
      findings: findings.filter((one) => one.verdict === 'pass'),
      summary,
    })[0]
  const besides = ['it is not clear whether 120 of 265 operations are there', 'load did not run as planned: spike']
  const told = '2156 answered questions, nothing broken'
  expect(sentenceOf({ policy: 'full' })).toBe(`Nothing speaks against a release: ${told}.`)
  expect(sentenceOf({ policy: 'full', besides })).toBe(`Look before you release: ${told}, but ${besides.join('; ')}.`)
  expect(sentenceOf({ besides })).toMatch(/^Passed for what production allows: .*, but it is not clear whether /)
})

test('a pass of a part of the operations says how many were asked', () => {
  const { results: whole } = reportedRun('healthy')
  const some = whole.findings.filter(
    ({ operation, verdict }) => operation?.includes('/api/team/') && verdict === 'pass',
  )
  const run = { ...whole.run, target: 'development' as const }
  expect(releaseSentences({ ...whole, run, findings: some })[0]).toMatch(
    /^Nothing speaks against a release, 15 of 265 operations asked: /,
  )
})

test('the numbers of a pass add up to the questions that were not asked', () => {
  const cutover = reportedRun('cutover').results
  const [, uncovered] = releaseSentences(cutover)
  const parts = [...(uncovered ?? '').matchAll(/(\d+) (?:because|for other)/g)].map(([, number]) => Number(number))
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cutover.summary['not-exercised'])
})

test('what the suite leaves out by itself is told last, however much it is', () => {
  const cutover = reportedRun('cutover').results
  const findings = cutover.findings.map((one) =>
    one.cause === 'policy-keyed-write' ? { ...one, cause: 'one-for-its-resource' as const } : one,
  )
  expect(releaseSentences({ ...cutover, findings })[1]).toMatch(
    /not asked, \d{3} because RESTRICTED_PRODUCTS .* for other reasons; \d{3,} because one operation of each resource .* was\./,
  )
})

test('a single reason is told without a number of its own', () => {
  const cutover = reportedRun('cutover').results
  const [one] = cutover.findings.filter(({ verdict }) => verdict === 'not-exercised')
  const findings = cutover.findings.filter(({ verdict, cause }) => verdict === 'pass' || cause === one?.cause)
  const [, uncovered] = releaseSentences({ ...cutover, findings, summary: { ...countsOf(findings), known: 0 } })
  expect(uncovered).toMatch(/^Not covered: \d+ questions were not asked, because [^;]+\.$/)
})

test('a pass of the embedded service gives no advice for a release', () => {
  expect(releaseSentences(reportedRun('healthy').results)[0]).toMatch(
    /^The embedded service is as the specification says: /,
  )
})

test.for([
  ['unanswered', 'This run cannot say whether to release.'],
  ['interrupted', 'This run cannot say whether to release: it was stopped, 259 of 265 operations asked.'],
] as const)('%s: the run does not look like a pass', ([name, sentence]) => {
  expect(releaseSentences(reportedRun(name).results)).toEqual([sentence])
})

test.for([
  [130, 'What it saw speaks against it: 1 operation can be used without a key'],
  [2, 'What it saw, for what it is worth: 1 operation can be used without a key'],
] as const)('violations in a run with exit %i are told all the same', ([exitCode, told]) => {
  expect(releaseSentences({ ...results, run: { ...results.run, exitCode } })[0]).toContain(told)
})

test('known problems do not stop a release, and are counted', () => {
  const known = { reason: 'asked for', owner: 'Ada', until: '2027-01-01' }
  const findings = results.findings.map((one) => (one.verdict === 'violation' ? { ...one, known } : one))
  const [sentence, uncovered] = releaseSentences({ ...results, run: { ...results.run, exitCode: 0 }, findings })
  expect(sentence).toMatch(/nothing broken\. 13 known problems stay\.$/)
  expect(uncovered).toContain('Not covered')
  const [one] = findings.filter(({ verdict }) => verdict === 'violation')
  const others = findings.filter(({ verdict }) => verdict !== 'violation')
  const single = releaseSentences({
    ...results,
    run: { ...results.run, exitCode: 0 },
    findings: [...others, ...(one === undefined ? [] : [one])],
  })
  expect(single[0]).toMatch(/ 1 known problem stays\.$/)
})

test('a run that fails only on drift is not told as broken', () => {
  const drifted = judged(({ verdict }) => verdict !== 'violation', { exitCode: 1 })
  expect(releaseSentences(drifted)[0]).toBe(
    'Look before you release: nothing new is broken, but something needs a hand.',
  )
})
