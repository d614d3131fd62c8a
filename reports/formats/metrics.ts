import type { Results } from '../../evidence/results.ts'
import { visible } from '../plain-text.ts'
import type { Format } from './format.ts'
import { type Labels, type MetricFamily, metricFamilies } from './metric-families.ts'

/**
 * `metrics.prom`: the run's figures as OpenMetrics text, which Prometheus's older text format reads as well (Pushgateway, the
 * textfile collector). What can be counted has a sample also where it is zero, so that no alert waits for a series to appear.
 */
export const metrics: Format = {
  name: 'metrics',
  file: 'metrics.prom',
  render: (results) => `${metricFamilies.map((family) => written(family, results)).join('')}# EOF\n`,
}

/** Before the name of every metric of the suite. */
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
