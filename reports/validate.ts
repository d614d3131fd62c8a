import type { Results } from '../evidence/results.ts'
import { countsOf, verdicts } from '../evidence/verdict.ts'
import { ownAjv } from '../fixtures/schemas/compiled.ts'
import { Type } from '../fixtures/schemas/type.ts'
import schema from './results.schema.json' with { type: 'json' }

/** The schema of `results.json`, which ships as a file of its own. */
export const resultsSchema = Type.Unsafe<Results>(schema)

const ajv = ownAjv()

/** What is wrong with a value that claims to be `results.json`, in words; empty where nothing is. */
export function validateResults(value: unknown): readonly string[] {
  const matches = ajv.compile<Results>(schema)
  return matches(value) ? contradictionsIn(value) : [ajv.errorsText(matches.errors, { dataVar: 'the result' })]
}

/** Beyond the schema, the summary must count the findings, and no two findings may share an id. */
export function contradictionsIn(results: Pick<Results, 'summary' | 'findings'>): readonly string[] {
  const counts = countsOf(results.findings)
  const found = verdicts
    .filter((verdict) => counts[verdict] !== results.summary[verdict])
    .map((verdict) => `summary.${verdict} says ${results.summary[verdict]}, the findings are ${counts[verdict]}`)
  const seen = new Set<string>()
  for (const { id, check, operation } of results.findings) {
    if (seen.has(id)) found.push(`finding ${id} stands twice (${check}, ${operation ?? 'no operation'})`)
    seen.add(id)
  }
  return found
}
