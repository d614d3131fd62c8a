import { severities } from '../../evidence/causes/row.ts'
import { severityOf } from '../../evidence/causes.ts'
import { checkOf } from '../../evidence/finding.ts'
import type { LimitResult, ScenarioResult } from '../../evidence/load-results.ts'
import type { Results, RunFacts } from '../../evidence/results.ts'
import { verdicts } from '../../evidence/verdict.ts'
import { products } from '../../fixtures/catalog/catalog.ts'
import { visible } from '../plain-text.ts'
import { isUnknown } from '../problems.ts'
import { outcomeWords } from '../words.ts'
import type { Format } from './format.ts'

type Labels = Readonly<Record<string, string>>
/** A value with its labels. Null means that nothing was measured: the metric then has no sample, and no zero. */
type MetricSample = readonly [labels: Labels, value: number | null]

/**
 * What each metric tells, in the order of the file. The name stands behind `platform_api_suite_` and ends with the unit. A test fails
 * where a dashboard asks for another name.
 */
const metricHelp = {
  run_info: 'The run and what became of it, in words; always 1.',
  exit_code: '0 no violation but known ones, 1 failed, 2 no trustworthy answer, 130 interrupted.',
  finished_timestamp_seconds: 'When the run ended, since the epoch.',
  duration_seconds: 'How long the run took.',
  requests: 'Requests sent, every attempt counted, load included.',
  operations: 'Selected operations, by whether one of their questions was decided.',
  findings: 'Findings by product and verdict.',
  violations: 'Violations that nobody has written down as known, by severity.',
  known_violations: 'Violations that known-findings.json covers.',
  known_trouble: 'Entries of known-findings.json that need a hand.',
  changes: 'Violations compared with earlier runs; none where no history is read.',
  drift: 'Findings of drift, by what became of what was seen.',
  parity: 'Findings of parity, by what became of what was seen.',
  scenario_requests: 'Requests of a load scenario by what became of them; dropped ones were never sent.',
  scenario_rate_per_second: 'Requests a second at the plateau of a load scenario, as planned.',
  scenario_latency_seconds: 'How long the requests of a load scenario took; percentile 100 is the longest.',
  product_latency_seconds: 'The same for the requests to one product.',
  limit_quota_requests:
    'Requests that a limit lets through: of a window, the depth of a bucket, the places of a concurrency limit.',
  limit_window_seconds: 'The window of a limit.',
  limit_refill_per_second: 'Tokens a second of a token bucket.',
}
type MetricName = keyof typeof metricHelp
export const metricNames = Object.keys(metricHelp) as MetricName[]
type Samples = Readonly<Record<MetricName, readonly MetricSample[]>>

/** The samples of all metrics. All are gauges: each run replaces the values of the run before. */
export function samplesOf({ run, findings, summary, known, changes, load }: Results): Samples {
  const { judged } = run
  const numberOf = (check: string) => findings.filter((finding) => checkOf(finding) === check).length
  const unknown = findings.filter(isUnknown)
  return {
    run_info: [[{ policy: run.policy, version: run.suiteVersion, outcome: outcomeWords[run.exitCode] }, 1]],
    exit_code: one(run.exitCode),
    finished_timestamp_seconds: one(Date.parse(run.finishedAt) / 1000),
    duration_seconds: one(seconds(run.durationMs)),
    requests: one(run.requests),
    operations: [
      [{ judged: 'yes' }, judged.operations],
      [{ judged: 'no' }, judged.of - judged.operations],
    ],
    findings: byProductAndVerdict(findings),
    violations: each('severity', severities, (own) => unknown.filter(({ cause }) => severityOf(cause) === own).length),
    known_violations: one(summary.known ?? 0),
    known_trouble: each('trouble', ['stale', 'expired', 'unmatched'], (trouble) => known?.[trouble].length ?? 0),
    changes: each('change', ['new', 'fixed', 'still', 'unstable'], (change) => changes?.[change].length ?? null),
    drift: each('change', ['new', 'changed', 'gone'], (change) => numberOf(`drift.${change}`)),
    parity: each('change', ['new', 'changed', 'gone'], (change) => numberOf(`parity.${change}`)),
    ...loadSamples(load),
  }
}

function loadSamples({ scenarios, limits }: Results['load']) {
  const perScenario = (sample: (scenario: ScenarioResult) => readonly MetricSample[]) =>
    scenarios.flatMap((own) =>
      sample(own).map(([labels, value]): MetricSample => [{ scenario: own.name, ...labels }, value]),
    )
  const perLimit = (value: (limit: LimitResult) => number | null) =>
    limits.map((limit): MetricSample => {
      const { operation, scope, algorithm } = limit
      return [{ operation, scope, algorithm }, value(limit)]
    })
  return {
    scenario_requests: perScenario((own) =>
      each('outcome', ['answered', 'limited', 'failed', 'dropped'], (word) => own[word]),
    ),
    scenario_rate_per_second: perScenario(({ planned }) => one(planned.ratePerSecond)),
    scenario_latency_seconds: perScenario(({ latencyMs }) => latencies(latencyMs)),
    product_latency_seconds: perScenario(({ products }) =>
      Object.entries(products).flatMap(([product, { latencyMs }]) => latencies(latencyMs, { product })),
    ),
    limit_quota_requests: perLimit(({ quota }) => quota),
    limit_window_seconds: perLimit(({ windowMs }) => seconds(windowMs)),
    limit_refill_per_second: perLimit(({ refillPerSecond }) => refillPerSecond),
  }
}

const seconds = (milliseconds: number | null | undefined) => (milliseconds == null ? null : milliseconds / 1000)

/** The one sample of a metric for the whole run. */
const one = (value: number | null): readonly MetricSample[] => [[{}, value]]

/** A sample for each word of a label. */
const each = <Word extends string>(label: string, words: readonly Word[], value: (word: Word) => number | null) =>
  words.map((word): MetricSample => [{ [label]: word }, value(word)])

const wholeService = 'whole service'

function byProductAndVerdict(findings: Results['findings']): readonly MetricSample[] {
  const counts = Map.groupBy(findings, ({ product, verdict }) => `${verdict} ${product ?? wholeService}`)
  const named = [...products.map(({ product }) => product), ...findings.map(({ product }) => product ?? wholeService)]
  return [...new Set(named)].flatMap((product) =>
    verdicts.map((verdict): MetricSample => [{ product, verdict }, counts.get(`${verdict} ${product}`)?.length ?? 0]),
  )
}

const percentiles = { p50: '50', p95: '95', p99: '99', max: '100' } as const
const latencies = (latencyMs: ScenarioResult['latencyMs'], labels: Labels = {}): readonly MetricSample[] =>
  Object.entries(percentiles).map(([name, percentile]) => [
    { ...labels, percentile },
    seconds(latencyMs?.[name as keyof typeof percentiles]),
  ])

/**
 * `metrics.prom`: the figures of a run as OpenMetrics text. Prometheus's older text format reads it too (Pushgateway, textfile
 * collector). Countable things have a sample even for zero, so that no alert waits for a series to appear.
 */
export const metrics = {
  file: 'metrics.prom',
  render: (results) => {
    const samples = samplesOf(results)
    return `${metricNames.map((name) => written(name, samples[name], results.run)).join('')}# EOF\n`
  },
} satisfies Format

export const metricPrefix = 'platform_api_suite_'

function written(name: MetricName, samples: readonly MetricSample[], { profile, target }: RunFacts): string {
  const lines = samples.flatMap(([labels, value]) =>
    value === null ? [] : [`${metricPrefix}${name}{${labelText({ profile, target, ...labels })}} ${value}\n`],
  )
  return `# HELP ${metricPrefix}${name} ${metricHelp[name]}\n# TYPE ${metricPrefix}${name} gauge\n${lines.join('')}`
}

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(visible(value))}"`)
    .join(',')
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
