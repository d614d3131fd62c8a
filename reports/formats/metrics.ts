import type { Results } from '../../evidence/results.ts'
import { visible } from '../plain-text.ts'
import type { Format } from './format.ts'
import { type Labels, type MetricFamily, metricFamilies } from './metric-families.ts'

/**
 * `metrics.prom`: the figures of a run as OpenMetrics text. Prometheus's older text format reads it too (Pushgateway, textfile
 * collector). Countable things have a sample even for zero, so that no alert waits for a series to appear.
 */
export const metrics: Format = {
  name: 'metrics',
  file: 'metrics.prom',
  render: (results) => `${metricFamilies.map((family) => written(family, results)).join('')}# EOF\n`,
}

/** The prefix of all metric names. */
export const metricPrefix = 'platform_api_suite_'

function written({ name, help, samples }: MetricFamily, results: Results): string {
  const { profile, target } = results.run
  const lines = samples(results).flatMap(([labels, value]) =>
    value === null ? [] : [`${metricPrefix}${name}{${labelText({ profile, target, ...labels })}} ${value}\n`],
  )
  return `# HELP ${metricPrefix}${name} ${help}\n# TYPE ${metricPrefix}${name} gauge\n${lines.join('')}`
}

function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(visible(value))}"`)
    .join(',')
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
