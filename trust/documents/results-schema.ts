import { resultsSchema } from '../../evidence/results.ts'

const { run, catalog, summary, changes, known: knownTrouble, load, findings } = resultsSchema.properties
const { scenarios, limits } = load.properties

/** The parts that stand in `$defs`: others may want one alone, or it stands in several places. */
const parts = {
  ...{ run, catalog, summary, changes, knownTrouble },
  ...{ finding: findings.items, scenario: scenarios.items, limit: limits.items },
  ...{ latency: scenarios.items.properties.latencyMs, interval: limits.items.properties.quotaInterval },
}
const names = new Map(Object.entries(parts).map(([name, part]) => [JSON.stringify(part), name]))

/** Puts a reference in the place of each part below the schema itself. */
function referring(schema: unknown): object {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => {
      const name = key === '' ? undefined : names.get(JSON.stringify(value))
      return name === undefined ? value : { $ref: `#/$defs/${name}` }
    }),
  )
}

/** JSON with a line for each part that fits on one. `before`: the line break before the members of its neighbours. */
function written(value: unknown, before = '\n'): string {
  const line = JSON.stringify(value, null, 1).replace(/\n */g, ' ')
  if (line.length <= 110 || typeof value !== 'object' || value === null) return line
  const inner = `${before}  `
  if (Array.isArray(value)) return `[${value.map((one) => inner + written(one, inner)).join()}${before}]`
  const members = Object.entries(value).map(([name, one]) => `${inner}"${name}": ${written(one, inner)}`)
  return `{${members.join()}${before}}`
}

/** reports/results.schema.json: the schema by which the suite reads its own results, for readers of other languages. */
export function resultsSchemaText(): string {
  const $defs = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, referring(part)]))
  const $schema = 'https://json-schema.org/draft/2020-12/schema'
  return `${written({ $schema, ...referring(resultsSchema), $defs })}\n`
}
