import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type Static, Type } from 'typebox'
import { catalogue, operationOf, products } from '../fixtures/catalog/catalog.ts'
import type { Operation, Row } from '../fixtures/catalog/operation.ts'
import type { CleanUp } from '../fixtures/target.ts'
import { UsageError } from './usage-error.ts'

const effect = Type.Union(['read', 'write', 'delete', 'money', 'message', 'session'].map((word) => Type.Literal(word)))

/** `CATALOG_EXTENSION`: operations that no table lists, corrections of inferred effects, and how to undo creations. */
const extensionSchema = Type.Object(
  {
    operations: Type.Optional(
      Type.Array(
        Type.Object(
          {
            product: Type.String({ minLength: 1 }),
            method: Type.Union(['GET', 'POST', 'PUT', 'DELETE'].map((word) => Type.Literal(word))),
            path: Type.String({ pattern: '^/[^\\s?#]+$' }),
            operation: Type.String(),
            effect: Type.Optional(effect),
            /** As `catalog import` marks it; for people. */
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

const validates = new Ajv2020({ strict: true }).compile<Static<typeof extensionSchema>>(extensionSchema)

/** The catalogue as a run uses it, with what is declared beside it. */
export interface ExtendedCatalogue {
  readonly operations: readonly Operation[]
  readonly cleanUps: readonly CleanUp[]
}

/** Reads the extension, if one is named. Throws a `UsageError` that says what is wrong with it. */
export function readExtension(path: string | null): ExtendedCatalogue {
  if (path === null) return { operations: catalogue, cleanUps: [] }
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const why = error instanceof SyntaxError ? 'is not JSON' : 'cannot be read'
    throw new UsageError(`CATALOG_EXTENSION: ${path} ${why}`)
  }
  if (!validates(value)) {
    const [first] = validates.errors ?? []
    throw new UsageError(`CATALOG_EXTENSION: ${path}${first?.instancePath ?? ''} ${first?.message ?? 'is wrong'}`)
  }
  const added = (value.operations ?? []).map((row) => {
    const table = products.find((candidate) => candidate.product === row.product)
    return operationOf(row as Row, { product: row.product, prefixes: table?.prefixes ?? [] }, true)
  })
  const all = [...catalogue, ...added]
  const ids = new Set<string>(all.map((operation) => operation.id))
  if (ids.size < all.length) throw new UsageError(`CATALOG_EXTENSION: ${path} names an operation that is there already`)
  const corrected = value.effects ?? {}
  for (const id of Object.keys(corrected)) {
    if (!ids.has(id))
      throw new UsageError(`CATALOG_EXTENSION: ${path} corrects the effect of ${id}, which is no operation`)
  }
  const cleanUps = (value.cleanUps ?? []) as readonly CleanUp[]
  for (const { created, operation } of cleanUps) {
    for (const id of [created, operation]) {
      if (!ids.has(id))
        throw new UsageError(`CATALOG_EXTENSION: ${path} declares a clean-up with ${id}, which is no operation`)
    }
  }
  return {
    operations: all.map((operation) => ({
      ...operation,
      effect: (corrected[operation.id] as Operation['effect'] | undefined) ?? operation.effect,
    })),
    cleanUps,
  }
}
