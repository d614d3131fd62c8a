import { expect, test } from 'vitest'
import { metricNames, metricPrefix, samplesOf } from '../../reports/formats/metrics.ts'
import { reportedRun } from '../recordings/recordings.ts'
import { expressionsOf, labelsIn, metricsIn } from './dashboards.ts'

const nights = expressionsOf('docs/dashboards/nights.json')

test('the dashboard of nights asks for every metric of the suite and for no other', () => {
  const asked = new Set(nights.flatMap(metricsIn))
  expect([...asked].toSorted()).toEqual(metricNames.map((name) => `${metricPrefix}${name}`).toSorted())
})

test('the dashboard of nights asks only for labels that the metrics have', () => {
  const { results } = reportedRun('limited')
  const labels = new Set(
    Object.values(samplesOf(results)).flatMap((samples) => samples.flatMap(([own]) => Object.keys(own))),
  )
  const unknown = nights.flatMap(labelsIn).filter((label) => !['profile', 'target', ...labels].includes(label))
  expect(unknown).toEqual([])
})
