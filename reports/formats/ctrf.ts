import { checkOf, type Finding } from '../../evidence/finding.ts'
import type { Results } from '../../evidence/results.ts'
import type { Verdict } from '../../evidence/verdict.ts'
import { shortened, visible } from '../plain-text.ts'
import { verdictWords } from '../story.ts'
import type { Evidence, Format } from './format.ts'

type Status = 'passed' | 'failed' | 'skipped' | 'other'

const statusOf: Readonly<Record<Verdict, Status>> = {
  pass: 'passed',
  violation: 'failed',
  undocumented: 'other',
  inconclusive: 'other',
  'not-exercised': 'skipped',
}

/** `ctrf.json`, the Common Test Report Format: our five words stand in `rawStatus`. */
export const ctrf: Format = {
  name: 'CTRF',
  file: 'ctrf.json',
  render: (results, evidence) => `${JSON.stringify(document(results, evidence), null, 1)}\n`,
}

function document(results: Results, evidence: Evidence): object {
  const { run } = results
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: run.finishedAt,
    generatedBy: `platform-api-suite ${run.suiteVersion}`,
    results: {
      tool: { name: 'platform-api-suite', version: run.suiteVersion },
      summary: summary(results),
      tests: results.findings.map((finding) => test(finding, evidence)),
      environment: {
        appName: 'Platform API',
        testEnvironment: run.target,
        healthy: run.exitCode === 0 || run.exitCode === 1,
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

function summary({ run, summary: counts, findings }: Results): object {
  const start = Date.parse(run.startedAt)
  return {
    tests: findings.length,
    passed: counts.pass,
    failed: counts.violation,
    skipped: counts['not-exercised'],
    pending: 0,
    other: counts.undocumented + counts.inconclusive,
    start,
    stop: start + Math.round(run.durationMs),
    duration: Math.round(run.durationMs),
    extra: { verdict: verdictWords(run.exitCode), exitCode: run.exitCode, why: run.outcome, verdicts: counts },
  }
}

function test(finding: Finding, evidence: Evidence): object {
  const { check, operation, product, verdict, cause, clause, id } = finding
  return {
    name: visible(operation === null ? check : `${operation} ${check}`),
    status: statusOf[verdict],
    rawStatus: verdict,
    duration: Math.round(finding.exchanges.reduce((sum, key) => sum + (evidence.exchanges.get(key)?.endMs ?? 0), 0)),
    suite: [visible(product ?? 'whole service'), checkOf(finding)],
    message: bounded(finding.message),
    ...(verdict === 'violation' ? { trace: trace(finding) } : {}),
    tags: [verdict, checkOf(finding)],
    labels: { id, check: visible(check), clause, cause },
  }
}

function trace({ expected, observed, reproduce, id }: Finding): string {
  const lines = [
    `expected: ${expected ?? '-'}`,
    `observed: ${observed ?? '-'}`,
    `npx suite replay ${id}`,
    reproduce ?? '',
  ]
  return lines.map(bounded).join('\n').trimEnd()
}

function bounded(text: string): string {
  return shortened(visible(text), 4000)
}
