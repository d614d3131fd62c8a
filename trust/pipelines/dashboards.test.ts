import { expect, test } from 'vitest'
import { metricFamilies } from '../../reports/formats/metric-families.ts'
import { metricPrefix } from '../../reports/formats/metrics.ts'
import { reportedRun } from '../recordings/recordings.ts'
import { expressionsOf, labelsIn, metricsIn } from './dashboards.ts'

const nights = expressionsOf('docs/dashboards/nights.json')

test('the dashboard of nights asks for every metric of the suite and for no other', () => {
  const asked = new Set(nights.flatMap(metricsIn))
  expect([...asked].toSorted()).toEqual(metricFamilies.map(({ name }) => `${metricPrefix}${name}`).toSorted())
})

test('the dashboard of nights asks only for labels that the metrics have', () => {
  const { results } = reportedRun('limited')
  const labels = new Set(metricFamilies.flatMap(({ samples }) => samples(results).flatMap(([own]) => Object.keys(own))))
  const unknown = nights.flatMap(labelsIn).filter((label) => !['profile', 'target', ...labels].includes(label))
  expect(unknown).toEqual([])
})
