import type { ErrorObject } from 'ajv/dist/2020.js'
import type { Finding } from '../evidence/finding.ts'
import { countsOf, type Verdict, verdicts } from '../evidence/verdict.ts'
import { ownAjv } from '../fixtures/schemas/compiled.ts'
import schema from './results.schema.json' with { type: 'json' }

const ajv = ownAjv({ allErrors: true })

/** At most this many errors are told: further ones help nobody. */
const shown = 20

/**
 * What is wrong with a value that claims to be `results.json`, in words; empty where nothing is. Beyond the schema, the summary must
 * count the findings, and no two findings may share an id.
 */
export function validateResults(value: unknown): readonly string[] {
  const matches = ajv.compile(schema)
  if (!matches(value)) {
    const errors = matches.errors ?? []
    const words = errors.slice(0, shown).map(inWords)
    return errors.length > shown ? [...words, `and ${errors.length - shown} more`] : words
  }
  return contradictions(value as { readonly summary: Record<Verdict, number>; readonly findings: readonly Finding[] })
}

function inWords(error: ErrorObject): string {
  const place = error.instancePath === '' ? 'the result' : error.instancePath.slice(1).replaceAll('/', '.')
  const allowed = error.keyword === 'enum' ? `: ${(error.params['allowedValues'] as unknown[]).join(', ')}` : ''
  return `${place} ${error.message ?? error.keyword}${allowed}`
}

function contradictions(results: { summary: Record<Verdict, number>; findings: readonly Finding[] }): string[] {
  const counts = countsOf(results.findings)
  const found = verdicts
    .filter((verdict) => counts[verdict] !== results.summary[verdict])
    .map((verdict) => `summary.${verdict} says ${results.summary[verdict]}, the findings are ${counts[verdict]}`)
  const seen = new Set<string>()
  for (const { id, check, operation } of results.findings) {
    if (seen.has(id)) found.push(`finding ${id} stands twice (${check}, ${operation ?? 'no operation'})`)
    seen.add(id)
  }
  return found.slice(0, shown)
}
