import { severities } from '../../evidence/causes/row.ts'
import { severityOf } from '../../evidence/causes.ts'
import type { Finding } from '../../evidence/finding.ts'
import type { LimitResult, ScenarioResult } from '../../evidence/load-results.ts'
import type { Results } from '../../evidence/results.ts'
import { verdicts } from '../../evidence/verdict.ts'
import { products } from '../../fixtures/catalog/catalog.ts'
import { outcomeWords } from '../words.ts'

export type Labels = Readonly<Record<string, string>>
/** A value and what it is of; null has no sample: nothing was measured, and that is no zero. */
type Sample = readonly [labels: Labels, value: number | null]

/** What a dashboard may ask for under one name. All are gauges: each run replaces what the one before said. */
export interface MetricFamily {
  /** Behind `platform_api_suite_`, with the unit at its end. */
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

const isUnknown = ({ verdict, known }: Finding) => verdict === 'violation' && known === undefined

function compared(kind: 'drift' | 'parity'): MetricFamily {
  return {
    name: kind,
    help: `Findings of ${kind}, by what became of what was seen.`,
    samples: ({ findings }) =>
      ['new', 'changed', 'gone'].map((change) => [
        { change },
        findings.filter(({ check }) => check.split(':', 1)[0] === `${kind}.${change}`).length,
      ]),
  }
}

const perScenario =
  (sample: (scenario: ScenarioResult) => readonly Sample[]) =>
  ({ load }: Results): readonly Sample[] =>
    load.scenarios.flatMap((scenario) =>
      sample(scenario).map(([labels, value]): Sample => [{ scenario: scenario.name, ...labels }, value]),
    )

const perLimit =
  (value: (limit: LimitResult) => number | null) =>
  ({ load }: Results): readonly Sample[] =>
    load.limits.map((limit) => [
      { operation: limit.operation, scope: limit.scope, algorithm: limit.algorithm },
      value(limit),
    ])

const percentiles = { p50: '50', p95: '95', p99: '99', max: '100' } as const
const latencies = (latencyMs: ScenarioResult['latencyMs'], labels: Labels = {}): readonly Sample[] =>
  Object.entries(percentiles).map(([name, percentile]) => [
    { ...labels, percentile },
    seconds(latencyMs?.[name as keyof typeof percentiles]),
  ])

/** Every name in the file, in its order. A dashboard that asks for another is wrong, and a test says so. */
export const metricFamilies: readonly MetricFamily[] = [
  {
    name: 'run_info',
    help: 'The run and what became of it, in words; always 1.',
    samples: ({ run }) => [[{ policy: run.policy, version: run.suiteVersion, outcome: outcomeWords[run.exitCode] }, 1]],
  },
  {
    name: 'exit_code',
    help: '0 no violation but known ones, 1 violations, 2 no trustworthy answer, 130 interrupted.',
    samples: ({ run }) => [[{}, run.exitCode]],
  },
  {
    name: 'finished_timestamp_seconds',
    help: 'When the run ended, since the epoch.',
    samples: ({ run }) => [[{}, Date.parse(run.finishedAt) / 1000]],
  },
  {
    name: 'duration_seconds',
    help: 'How long the run took.',
    samples: ({ run }) => [[{}, seconds(run.durationMs)]],
  },
  {
    name: 'requests',
    help: 'Requests sent, every attempt counted, load included.',
    samples: ({ run }) => [[{}, run.requests]],
  },
  {
    name: 'operations',
    help: 'Selected operations, by whether one of their questions was decided.',
    samples: ({ run: { judged } }) => [
      [{ judged: 'yes' }, judged.operations],
      [{ judged: 'no' }, judged.of - judged.operations],
    ],
  },
  { name: 'findings', help: 'Findings by product and verdict.', samples: byProductAndVerdict },
  {
    name: 'violations',
    help: 'Violations that nobody has written down as known, by severity.',
    samples: ({ findings }) =>
      severities.map((severity) => [
        { severity },
        findings.filter((finding) => isUnknown(finding) && severityOf(finding.cause) === severity).length,
      ]),
  },
  {
    name: 'known_violations',
    help: 'Violations that known-findings.json covers.',
    samples: ({ summary }) => [[{}, summary.known ?? 0]],
  },
  {
    name: 'known_trouble',
    help: 'Entries of known-findings.json that need a hand.',
    samples: ({ known }) =>
      (['stale', 'expired', 'unmatched'] as const).map((trouble) => [{ trouble }, known?.[trouble].length ?? 0]),
  },
  {
    name: 'changes',
    help: 'Violations compared with earlier runs; none where no history is read.',
    samples: ({ changes }) =>
      (['new', 'fixed', 'still', 'unstable'] as const).map((change) => [{ change }, changes?.[change].length ?? null]),
  },
  compared('drift'),
  compared('parity'),
  {
    name: 'scenario_requests',
    help: 'Requests of a load scenario by what became of them; dropped ones were never sent.',
    samples: perScenario(({ answered, limited, failed, dropped }) =>
      Object.entries({ answered, limited, failed, dropped }).map(([outcome, value]) => [{ outcome }, value]),
    ),
  },
  {
    name: 'scenario_rate_per_second',
    help: 'Requests a second at the plateau of a load scenario, as planned.',
    samples: perScenario(({ planned }) => [[{}, planned.ratePerSecond]]),
  },
  {
    name: 'scenario_latency_seconds',
    help: 'How long the requests of a load scenario took; percentile 100 is the longest.',
    samples: perScenario(({ latencyMs }) => latencies(latencyMs)),
  },
  {
    name: 'product_latency_seconds',
    help: 'The same for the requests to one product.',
    samples: perScenario((scenario) =>
      Object.entries(scenario.products).flatMap(([product, { latencyMs }]) => latencies(latencyMs, { product })),
    ),
  },
  {
    name: 'limit_quota_requests',
    help: 'Requests that a limit lets through: of a window, the depth of a bucket, the places of a concurrency limit.',
    samples: perLimit(({ quota }) => quota),
  },
  {
    name: 'limit_window_seconds',
    help: 'The window of a limit.',
    samples: perLimit(({ windowMs }) => seconds(windowMs)),
  },
  {
    name: 'limit_refill_per_second',
    help: 'Tokens a second of a token bucket.',
    samples: perLimit(({ refillPerSecond }) => refillPerSecond),
  },
]
