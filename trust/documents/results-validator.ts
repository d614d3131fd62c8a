import standalone from 'ajv/dist/standalone/index.js'
import { ownAjv } from '../../fixtures/schemas/compiled.ts'
import schema from '../../reports/results.schema.json' with { type: 'json' }

/** What tells whether a value fits the schema of `results.json`, as ajv writes it: a module that `require` takes. */
export function resultsValidator(): string {
  const ajv = ownAjv({ allErrors: true, code: { source: true, lines: true } })
  return standalone.default(ajv, ajv.compile(schema))
}
