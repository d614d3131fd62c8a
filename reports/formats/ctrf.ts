import { severityOf } from '../../evidence/causes.ts'
import { checkOf, type Finding } from '../../evidence/finding.ts'
import { jsonPieces } from '../../evidence/json-pieces.ts'
import { isTrusted, type Results } from '../../evidence/results.ts'
import type { Verdict } from '../../evidence/verdict.ts'
import { shortened, visible } from '../plain-text.ts'
import { knownWords } from '../problems.ts'
import { reproductionLines } from '../reproduction.ts'
import { outcomeWords } from '../words.ts'
import type { Evidence, Format } from './format.ts'
import { inOrder, statusFirst, timeOfEach } from './in-order.ts'

type Status = 'passed' | 'failed' | 'skipped' | 'other'

const statusOf: Readonly<Record<Verdict, Status>> = {
  pass: 'passed',
  violation: 'failed',
  undocumented: 'other',
  inconclusive: 'other',
  'not-exercised': 'skipped',
}

/**
 * `ctrf.json`, the Common Test Report Format. Our verdicts stand in `rawStatus`. The first test is the run itself. It fails where there
 * is no trustworthy answer, or where no test shows why the run exits with 1. So a reader that counts failures misses neither.
 */
export const ctrf = { file: 'ctrf.json', render: pieces } satisfies Format

function* pieces(results: Results, evidence: Evidence): Generator<string> {
  yield* jsonPieces(document(results, testsOf(results, evidence)), 1)
  yield '\n'
}

function document(results: Results, tests: Iterable<object>): object {
  const { run } = results
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: run.finishedAt,
    generatedBy: `platform-api-suite ${run.suiteVersion}`,
    results: {
      tool: { name: 'platform-api-suite', version: run.suiteVersion },
      summary: summary(results, [runTest(results).status, ...results.findings.map(statusIn)]),
      tests,
      environment: {
        appName: 'Platform API',
        testEnvironment: run.target,
        healthy: isTrusted(run),
        extra: {
          runId: run.id,
          profile: run.profile,
          policy: run.policy,
          baseUrl: visible(run.baseUrl),
          seed: run.seed,
        },
      },
    },
  }
}

function* testsOf(results: Results, evidence: Evidence): Generator<object> {
  const times = timeOfEach(results, evidence)
  yield runTest(results)
  for (const finding of inOrder(results.findings)) yield test(finding, results, evidence, times.get(finding.id) ?? 0)
}

/** A known violation is `other` and not `failed`. */
const statusIn = ({ verdict, known }: Finding): Status => (known === undefined ? statusOf[verdict] : 'other')

function summary({ run, summary: verdicts }: Results, statuses: readonly Status[]): object {
  const start = Date.parse(run.startedAt)
  const of = (status: Status) => statuses.filter((one) => one === status).length
  return {
    tests: statuses.length,
    passed: of('passed'),
    failed: of('failed'),
    skipped: of('skipped'),
    pending: 0,
    other: of('other'),
    start,
    stop: start + Math.round(run.durationMs),
    duration: Math.round(run.durationMs),
    extra: { verdict: outcomeWords[run.exitCode], exitCode: run.exitCode, why: run.outcome, verdicts },
  }
}

function runTest({ run, summary: { violation, known = 0 } }: Results) {
  const isTold = run.exitCode === 0 || (run.exitCode === 1 && violation > known)
  return {
    name: 'the run gives a trustworthy answer',
    status: isTold ? ('passed' as const) : ('failed' as const),
    rawStatus: outcomeWords[run.exitCode],
    duration: 0,
    suite: ['run'],
    message: bounded(run.outcome),
  }
}

function test(finding: Finding, { run }: Results, evidence: Evidence, time: number) {
  const { check, operation, product, verdict, cause, clause, id, known } = finding
  const message = statusFirst(finding, evidence)
  return {
    name: visible(operation === null ? check : `${operation} ${check}`),
    status: statusIn(finding),
    rawStatus: verdict,
    // Milliseconds.
    duration: Math.round(time),
    suite: [visible(product ?? 'whole service'), checkOf(finding)],
    message: bounded(known === undefined ? message : `${knownWords(known)}: ${message}`),
    ...(verdict === 'violation' ? { trace: trace(finding, run) } : {}),
    tags: [verdict, checkOf(finding), ...(verdict === 'violation' ? [severityOf(cause)] : [])],
    labels: { id, check: visible(check), clause, cause },
  }
}

function trace(finding: Finding, run: Results['run']): string {
  const lines = [
    `expected: ${finding.expected ?? '-'}`,
    `observed: ${finding.observed ?? '-'}`,
    ...reproductionLines(finding, run),
  ]
  return lines.map(bounded).join('\n').trimEnd()
}

const bounded = (text: string): string => shortened(visible(text), 4000)
