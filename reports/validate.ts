import { type Misfit, misfitIn } from '../evidence/misfit.ts'
import { type Results, resultsSchema } from '../evidence/results.ts'
import { countsOf, verdicts } from '../evidence/verdict.ts'
import { compiled } from '../fixtures/schemas/compiled.ts'

type Counted = Pick<Results, 'summary' | 'findings'>

const validator = compiled<Counted>(resultsSchema)

/**
 * What is wrong with a value that claims to be `results.json`; null where nothing is. Beyond the schema, the summary must count the findings,
 * and no two findings may share an id.
 */
export function validateResults(value: unknown): Misfit | null {
  const matches = validator()
  return matches(value) ? contradictionIn(value) : misfitIn(matches.errors, 'the result')
}

function contradictionIn({ summary, findings }: Counted): Misfit | null {
  const ids = new Set<string>()
  for (const [index, { id, check, operation }] of findings.entries()) {
    if (ids.has(id))
      return {
        path: ['findings', index],
        what: `finding ${id} stands twice (${check}, ${operation ?? 'no operation'})`,
      }
    ids.add(id)
  }
  const counts = countsOf(findings)
  const wrong = verdicts.find((verdict) => counts[verdict] !== summary[verdict])
  if (wrong === undefined) return null
  const what = `summary.${wrong} says ${summary[wrong]}, the findings are ${counts[wrong]}`
  return { path: ['summary', wrong], what }
}
