import type { Results } from '../../evidence/results.ts'
import type { Evidence, Format } from '../../reports/formats/format.ts'

/** The whole text of a report. */
export function rendered({ render }: Format, results: Results, evidence: Evidence): string {
  const text = render(results, evidence)
  return typeof text === 'string' ? text : [...text].join('')
}
