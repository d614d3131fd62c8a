import { UsageError } from '../../evidence/usage-error.ts'
import { catalogue, operationOf, products } from '../../fixtures/catalog/catalog.ts'
import { type CatalogRow, effects, hasSeveralParameters, type Operation } from '../../fixtures/catalog/operation.ts'
import { templateOf, whyNoPath } from '../../fixtures/catalog/routes.ts'
import { Type } from '../../fixtures/schemas/type.ts'
import type { CleanUp } from '../../fixtures/target.ts'
import { readKept } from '../json-file.ts'

const effect = Type.Enum(effects)

/** The schema of `CATALOG_EXTENSION`: unlisted operations, corrections of inferred effects, and how to undo creations. */
const extensionSchema = Type.Object(
  {
    schemaVersion: Type.Optional(Type.Literal(1)),
    operations: Type.Optional(
      Type.Array(
        Type.Object(
          {
            product: Type.String({ minLength: 1 }),
            method: Type.Enum(['GET', 'POST', 'PUT', 'DELETE']),
            path: Type.String(),
            operation: Type.String(),
            effect: Type.Optional(effect),
            /** `catalog import` sets this mark; it is for people. */
            effectInferred: Type.Optional(Type.Boolean()),
          },
          { additionalProperties: false },
        ),
      ),
    ),
    effects: Type.Optional(Type.Record(Type.String(), effect)),
    cleanUps: Type.Optional(
      Type.Array(
        Type.Object(
          { created: Type.String(), operation: Type.String(), body: Type.Unknown() },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { additionalProperties: false },
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
  const file = readKept({ path, schema: extensionSchema, setting: 'CATALOG_EXTENSION', remedy })
  if (file === null)
    throw new UsageError(`CATALOG_EXTENSION: ${path} is not there. Name another file, or leave the setting out`)
  const { value, wrongAt } = file
  for (const [index, { path: written, product }] of (value.operations ?? []).entries()) {
    const why = whyNoPath(written)
    if (why !== null) throw wrongAt(['operations', index, 'path'], `${written} is no path to ask: ${why}`)
    const listed = products.find((one) => one.product.toLowerCase() === product.toLowerCase())?.product ?? product
    if (listed !== product) throw wrongAt(['operations', index, 'product'], `the product is called '${listed}'`)
  }
  const added = (value.operations ?? []).map((row) => {
    const table = products.find((candidate) => candidate.product === row.product)
    return operationOf(row as CatalogRow, { product: row.product, prefixes: table?.prefixes ?? [] }, true)
  })
  const all = [...catalogue, ...added]
  const ids = new Set<string>(all.map((operation) => operation.id))
  const byTemplate = Map.groupBy(all, ({ id }) => templateOf(id))
  const twice = all.findIndex((one) => byTemplate.get(templateOf(one.id))?.[0] !== one)
  if (twice >= 0) throw wrongAt(['operations', twice - catalogue.length], `${all[twice]?.id} is there already`)
  const corrected = value.effects ?? {}
  for (const id of Object.keys(corrected)) {
    if (!ids.has(id)) throw wrongAt(['effects', id], `it corrects the effect of ${id}, which is no operation`)
  }
  const cleanUps = (value.cleanUps ?? []) as readonly CleanUp[]
  for (const [index, { created, operation }] of cleanUps.entries()) {
    for (const id of [created, operation]) {
      if (!ids.has(id)) throw wrongAt(['cleanUps', index], `it declares a clean-up with ${id}, which is no operation`)
    }
  }
  const operations = all.map((operation) => ({
    ...operation,
    effect: (corrected[operation.id] as Operation['effect'] | undefined) ?? operation.effect,
  }))
  const reads = new Set<string>(operations.filter(({ effect }) => effect === 'read').map(({ id }) => id))
  for (const [index, cleanUp] of cleanUps.entries()) {
    const why = whyNoCleanUp(cleanUp, reads)
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
