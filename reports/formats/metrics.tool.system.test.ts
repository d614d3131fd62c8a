// @module-tag external
import { execFileSync } from 'node:child_process'
import { beforeAll, expect, test } from 'vitest'
import { reportedRun } from '../../trust/recordings/recordings.ts'
import { withHostileText } from '../../trust/recordings/variants.ts'
import { pythonPackage } from '../../trust/tools/foreign-tools.ts'
import { rendered } from '../../trust/tools/rendered.ts'
import { metricNames, metricPrefix, metrics } from './metrics.ts'

/** The Python parsers of Prometheus: the strict one of OpenMetrics, and the older one for the text that Pushgateway reads. */
const reader = `
import json, sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families as strict
from prometheus_client.parser import text_string_to_metric_families as older
text = sys.stdin.read()
tell = lambda read: [[f.name, f.type, [[s.labels, s.value] for s in f.samples]] for f in read(text)]
print(json.dumps([tell(strict), tell(older)]))
`

type Family = readonly [name: string, type: string, samples: readonly (readonly [Record<string, string>, number])[]]

let packages = ''
beforeAll(async () => {
  packages = await pythonPackage('prometheus-client==0.26.0')
})

function parsed(text: string): readonly (readonly Family[])[] {
  const environment = { ...process.env, PYTHONPATH: packages }
  return JSON.parse(execFileSync('python3', ['-c', reader], { input: text, env: environment, encoding: 'utf8' }))
}

test.for(['broken', 'limited', 'unanswered'] as const)(
  '%s is read by both parsers, and gives the same result in both',
  (name) => {
    const run = reportedRun(name)
    const [strict = [], older = []] = parsed(rendered(metrics, run.results, run))
    expect(strict.map(([family]) => family)).toEqual(metricNames.map((name) => `${metricPrefix}${name}`))
    expect(strict.every(([, type]) => type === 'gauge')).toBe(true)
    expect(older).toEqual(strict)
    const findings = strict.find(([family]) => family === `${metricPrefix}findings`)?.[2] ?? []
    expect(findings.reduce((sum, [, value]) => sum + value, 0)).toBe(run.results.findings.length)
    const violations = strict.find(([family]) => family === `${metricPrefix}violations`)?.[2] ?? []
    const { violation, known = 0 } = run.results.summary
    expect(violations.reduce((sum, [, value]) => sum + value, 0)).toBe(violation - known)
  },
)

test('a scope with quotes and a line break does not break a line', () => {
  const { results } = withHostileText(reportedRun('limited'))
  const scope = 'a "scope" \\ with\nall of it'
  const limits = results.load.limits.map((limit) => ({ ...limit, scope, quota: 20 }))
  const [strict = []] = parsed(
    rendered(metrics, { ...results, load: { ...results.load, limits } }, { exchanges: new Map() }),
  )
  const quotas = strict.find(([family]) => family === `${metricPrefix}limit_quota_requests`)?.[2] ?? []
  expect(quotas.map(([labels]) => labels['scope'])).toEqual(limits.map(() => scope))
  expect(limits.length).toBeGreaterThan(0)
})
