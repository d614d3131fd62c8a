import { catalogue, operationOf, products } from '../../fixtures/catalog/catalog.ts'
import { type CatalogRow, effects, hasSeveralParameters, type Operation } from '../../fixtures/catalog/operation.ts'
import { templateOf, whyNoPath } from '../../fixtures/catalog/routes.ts'
import { Type, type ValueOf } from '../../fixtures/schemas/type.ts'
import type { CleanUp } from '../../fixtures/target.ts'
import { readNamed } from '../json-file.ts'

const text = Type.String()
const effect = Type.Enum(effects)
const closed = { additionalProperties: false }

const row = Type.Object(
  {
    product: Type.String({ minLength: 1 }),
    method: Type.Enum(['GET', 'POST', 'PUT', 'DELETE']),
    /** `whyNoPath` tells of a wrong one more than a pattern. */
    path: Type.Unsafe<CatalogRow['path']>(text),
    operation: text,
    effect: Type.Optional(effect),
    /** `catalog import` sets this mark; it is for people: check a guessed effect before sending the key. */
    effectInferred: Type.Optional(Type.Boolean()),
  },
  closed,
)
export type ExtensionRow = ValueOf<typeof row>

/** The schema of `CATALOG_EXTENSION`: unlisted operations, corrections of inferred effects, and how to undo creations. */
const extensionSchema = Type.Object(
  {
    schemaVersion: Type.Optional(Type.Literal(1)),
    operations: Type.Optional(Type.Array(row)),
    effects: Type.Optional(Type.Record(text, effect)),
    cleanUps: Type.Optional(Type.Array(Type.Object({ created: text, operation: text, body: Type.Unknown() }, closed))),
  },
  closed,
)

const remedy = 'Mend it after docs/nightly.md, or make it again by npx suite catalog import; nothing was sent'

/** The catalogue of a run, and the declared clean-ups. */
export interface ExtendedCatalogue {
  readonly operations: readonly Operation[]
  readonly cleanUps: readonly CleanUp[]
}

/** Reads the extension, if a path is given. Throws a `UsageError` that says what is wrong with it. */
export function readExtension(path: string | null): ExtendedCatalogue {
  if (path === null) return { operations: catalogue, cleanUps: [] }
  const { value, wrongAt } = readNamed({ path, schema: extensionSchema, setting: 'CATALOG_EXTENSION', remedy })
  const { operations: rows = [], effects: corrected = {}, cleanUps = [] } = value
  for (const [index, { path: written, product }] of rows.entries()) {
    const why = whyNoPath(written)
    if (why !== null) throw wrongAt(['operations', index, 'path'], `${written} is no path to ask: ${why}`)
    const listed = products.find((one) => one.product.toLowerCase() === product.toLowerCase())?.product ?? product
    if (listed !== product) throw wrongAt(['operations', index, 'product'], `the product is called '${listed}'`)
  }
  const added = rows.map((row) => {
    const table = products.find(({ product }) => product === row.product)
    return operationOf(row, { product: row.product, prefixes: table?.prefixes ?? [] }, true)
  })
  const all = [...catalogue, ...added]
  const ids = new Set<string>(all.map((operation) => operation.id))
  const byTemplate = Map.groupBy(all, ({ id }) => templateOf(id))
  const twice = all.findIndex((one) => byTemplate.get(templateOf(one.id))?.[0] !== one)
  if (twice >= 0) throw wrongAt(['operations', twice - catalogue.length], `${all[twice]?.id} is there already`)
  for (const id of Object.keys(corrected)) {
    if (!ids.has(id)) throw wrongAt(['effects', id], `it corrects the effect of ${id}, which is no operation`)
  }
  const operations = all.map((operation) => ({ ...operation, effect: corrected[operation.id] ?? operation.effect }))
  const reads = new Set<string>(operations.filter(({ effect }) => effect === 'read').map(({ id }) => id))
  for (const [index, cleanUp] of cleanUps.entries()) {
    const stray = [cleanUp.created, cleanUp.operation].find((id) => !ids.has(id))
    const why =
      stray === undefined ? whyNoCleanUp(cleanUp, reads) : `it declares a clean-up with ${stray}, which is no operation`
    if (why !== null) throw wrongAt(['cleanUps', index], why)
  }
  return { operations, cleanUps }
}

/** Why a clean-up could undo something that the run did not create (docs/policy.md); null for a right one. */
function whyNoCleanUp({ created, operation, body }: CleanUp, reads: ReadonlySet<string>): string | null {
  if (reads.has(created)) return `it undoes ${created}, which creates nothing`
  if (hasSeveralParameters(operation)) return `${operation} has several path parameters, and one identifier was told`
  const isOfOne = operation.includes('{') || (JSON.stringify(body) ?? '').includes('{id}')
  return isOfOne ? null : `its body holds no {id}, and so says nothing of what was created`
}
