import { severities } from '../../evidence/causes/row.ts'
import { severityOf } from '../../evidence/causes.ts'
import { checkOf } from '../../evidence/finding.ts'
import type { LimitResult, ScenarioResult } from '../../evidence/load-results.ts'
import type { Results } from '../../evidence/results.ts'
import { verdicts } from '../../evidence/verdict.ts'
import { products } from '../../fixtures/catalog/catalog.ts'
import { isUnknown } from '../problems.ts'
import { outcomeWords } from '../words.ts'

export type Labels = Readonly<Record<string, string>>
/** A value with its labels. Null means that nothing was measured: the family then has no sample, and no zero. */
type Sample = readonly [labels: Labels, value: number | null]

/** All samples under one metric name. All families are gauges: each run replaces the values of the run before. */
export interface MetricFamily {
  /** The name after `platform_api_suite_`, with the unit at its end. */
  readonly name: string
  readonly help: string
  readonly samples: (results: Results) => readonly Sample[]
}

const wholeService = 'whole service'
const seconds = (milliseconds: number | null | undefined) => (milliseconds == null ? null : milliseconds / 1000)

function byProductAndVerdict({ findings }: Results): readonly Sample[] {
  const counts = Map.groupBy(findings, ({ product, verdict }) => `${verdict} ${product ?? wholeService}`)
  const named = [...products.map(({ product }) => product), ...findings.map(({ product }) => product ?? wholeService)]
  return [...new Set(named)].flatMap((product) =>
    verdicts.map((verdict): Sample => [{ product, verdict }, counts.get(`${verdict} ${product}`)?.length ?? 0]),
  )
}

const family = (name: string, help: string, samples: MetricFamily['samples']): MetricFamily => ({ name, help, samples })

/** A family with one value for the whole run. */
const single = (name: string, help: string, value: (results: Results) => number | null) =>
  family(name, help, (results) => [[{}, value(results)]])

/** A family with a value for each word of a label. */
const byWord = <Word extends string>(
  name: string,
  help: string,
  label: string,
  words: readonly Word[],
  value: (results: Results, word: Word) => number | null,
) => family(name, help, (results) => words.map((word) => [{ [label]: word }, value(results, word)]))

const compared = (kind: 'drift' | 'parity') =>
  byWord(
    kind,
    `Findings of ${kind}, by what became of what was seen.`,
    'change',
    ['new', 'changed', 'gone'],
    ({ findings }, change) => findings.filter((finding) => checkOf(finding) === `${kind}.${change}`).length,
  )

const perScenario = (name: string, help: string, sample: (scenario: ScenarioResult) => readonly Sample[]) =>
  family(name, help, ({ load }) =>
    load.scenarios.flatMap((scenario) =>
      sample(scenario).map(([labels, value]): Sample => [{ scenario: scenario.name, ...labels }, value]),
    ),
  )

const perLimit = (name: string, help: string, value: (limit: LimitResult) => number | null) =>
  family(name, help, ({ load }) =>
    load.limits.map((limit) => [
      { operation: limit.operation, scope: limit.scope, algorithm: limit.algorithm },
      value(limit),
    ]),
  )

const percentiles = { p50: '50', p95: '95', p99: '99', max: '100' } as const
const latencies = (latencyMs: ScenarioResult['latencyMs'], labels: Labels = {}): readonly Sample[] =>
  Object.entries(percentiles).map(([name, percentile]) => [
    { ...labels, percentile },
    seconds(latencyMs?.[name as keyof typeof percentiles]),
  ])

/** All families, in the order of the file. A test fails where a dashboard asks for another name. */
export const metricFamilies: readonly MetricFamily[] = [
  family('run_info', 'The run and what became of it, in words; always 1.', ({ run }) => [
    [{ policy: run.policy, version: run.suiteVersion, outcome: outcomeWords[run.exitCode] }, 1],
  ]),
  single(
    'exit_code',
    '0 no violation but known ones, 1 violations, 2 no trustworthy answer, 130 interrupted.',
    ({ run }) => run.exitCode,
  ),
  single(
    'finished_timestamp_seconds',
    'When the run ended, since the epoch.',
    ({ run }) => Date.parse(run.finishedAt) / 1000,
  ),
  single('duration_seconds', 'How long the run took.', ({ run }) => seconds(run.durationMs)),
  single('requests', 'Requests sent, every attempt counted, load included.', ({ run }) => run.requests),
  byWord(
    'operations',
    'Selected operations, by whether one of their questions was decided.',
    'judged',
    ['yes', 'no'],
    ({ run: { judged } }, word) => (word === 'yes' ? judged.operations : judged.of - judged.operations),
  ),
  family('findings', 'Findings by product and verdict.', byProductAndVerdict),
  byWord(
    'violations',
    'Violations that nobody has written down as known, by severity.',
    'severity',
    severities,
    ({ findings }, severity) =>
      findings.filter((finding) => isUnknown(finding) && severityOf(finding.cause) === severity).length,
  ),
  single('known_violations', 'Violations that known-findings.json covers.', ({ summary }) => summary.known ?? 0),
  byWord(
    'known_trouble',
    'Entries of known-findings.json that need a hand.',
    'trouble',
    ['stale', 'expired', 'unmatched'],
    ({ known }, trouble) => known?.[trouble].length ?? 0,
  ),
  byWord(
    'changes',
    'Violations compared with earlier runs; none where no history is read.',
    'change',
    ['new', 'fixed', 'still', 'unstable'],
    ({ changes }, change) => changes?.[change].length ?? null,
  ),
  compared('drift'),
  compared('parity'),
  perScenario(
    'scenario_requests',
    'Requests of a load scenario by what became of them; dropped ones were never sent.',
    ({ answered, limited, failed, dropped }) =>
      Object.entries({ answered, limited, failed, dropped }).map(([outcome, value]) => [{ outcome }, value]),
  ),
  perScenario(
    'scenario_rate_per_second',
    'Requests a second at the plateau of a load scenario, as planned.',
    ({ planned }) => [[{}, planned.ratePerSecond]],
  ),
  perScenario(
    'scenario_latency_seconds',
    'How long the requests of a load scenario took; percentile 100 is the longest.',
    ({ latencyMs }) => latencies(latencyMs),
  ),
  perScenario('product_latency_seconds', 'The same for the requests to one product.', ({ products }) =>
    Object.entries(products).flatMap(([product, { latencyMs }]) => latencies(latencyMs, { product })),
  ),
  perLimit(
    'limit_quota_requests',
    'Requests that a limit lets through: of a window, the depth of a bucket, the places of a concurrency limit.',
    ({ quota }) => quota,
  ),
  perLimit('limit_window_seconds', 'The window of a limit.', ({ windowMs }) => seconds(windowMs)),
  perLimit('limit_refill_per_second', 'Tokens a second of a token bucket.', ({ refillPerSecond }) => refillPerSecond),
]
