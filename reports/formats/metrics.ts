import type { RunFacts } from '../../evidence/results.ts'
import { visible } from '../plain-text.ts'
import type { Format } from './format.ts'
import {
  type Labels,
  type MetricName,
  type MetricSample,
  metricHelp,
  metricNames,
  samplesOf,
} from './metric-samples.ts'

/**
 * `metrics.prom`: the figures of a run as OpenMetrics text. Prometheus's older text format reads it too (Pushgateway, textfile
 * collector). Countable things have a sample even for zero, so that no alert waits for a series to appear.
 */
export const metrics: Format = {
  name: 'metrics',
  file: 'metrics.prom',
  render: (results) => {
    const samples = samplesOf(results)
    return `${metricNames.map((name) => written(name, samples[name], results.run)).join('')}# EOF\n`
  },
}

/** The prefix of all metric names. */
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
