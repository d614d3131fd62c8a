import type { Results } from '../evidence/results.ts'
import { countsOf, verdicts } from '../evidence/verdict.ts'
import { compiled } from '../fixtures/schemas/compiled.ts'
import schema from './results.schema.json' with { type: 'json' }

type Counted = Pick<Results, 'summary' | 'findings'>

const validator = compiled<Counted>(schema)

/**
 * What is wrong with a value that claims to be `results.json`, in words that begin with its place; null where nothing is. Beyond the schema,
 * the summary must count the findings, and no two findings may share an id.
 */
export function validateResults(value: unknown): string | null {
  const matches = validator()
  if (matches(value)) return contradictionIn(value)
  const { instancePath = '', message = 'is wrong', params } = matches.errors?.[0] ?? {}
  const place = instancePath === '' ? 'the result' : instancePath.slice(1).replaceAll('/', '.')
  const allowed: unknown = params?.['allowedValues']
  return `${place} ${message}${Array.isArray(allowed) ? `: ${allowed.join(', ')}` : ''}`
}

function contradictionIn({ summary, findings }: Counted): string | null {
  const ids = new Set<string>()
  const twice = findings.find(({ id }) => ids.size === ids.add(id).size)
  if (twice !== undefined)
    return `finding ${twice.id} stands twice (${twice.check}, ${twice.operation ?? 'no operation'})`
  const counts = countsOf(findings)
  const wrong = verdicts.find((verdict) => counts[verdict] !== summary[verdict])
  return wrong === undefined ? null : `summary.${wrong} says ${summary[wrong]}, the findings are ${counts[wrong]}`
}
